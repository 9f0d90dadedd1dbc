const pageChannels: ReadonlySet<string> = new Set(['PayPal', 'Redirect']);

/** Whether a payment by this channel is made on a page of the provider's own, so that no card of ours is meant. */
export const isOnPage = (channel: string): boolean => pageChannels.has(channel);
