/** Says what a link of a letter or a mail opens: something, nothing, or something that is over. */
export type LinkState = 'open' | 'unknown' | 'over';

/** The status of a link's page. The page itself says the same in words. */
export const statusOfLink: Readonly<Record<LinkState, number>> = { open: 200, unknown: 404, over: 410 };
