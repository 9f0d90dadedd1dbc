const pageChannels: ReadonlySet<string> = new Set(['PayPal', 'Redirect']);

/** Tells if a payment by this channel is made on a page of the provider's own, without a card of ours. */
export const isOnPage = (channel: string): boolean => pageChannels.has(channel);
