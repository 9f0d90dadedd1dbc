/**
 * Search parameters of payment pages. Refused values are undefined and not absent, because the router would then
 * keep the raw value.
 */

/** Providers' addresses must have room for it beside the rest. */
const longestReferrer = 1_000;

/** Reads the page that the payer came from. The page that shows the way back decides if it is allowed. */
export const readReturn = ({ referrer }: Record<string, unknown>): { referrer?: string | undefined } => ({
  referrer: typeof referrer === 'string' && referrer.length <= longestReferrer ? referrer : undefined,
});

/** Reads if the payer has just cancelled on a provider's page. */
export const readCancelled = ({ cancelled }: Record<string, unknown>): { cancelled?: true | undefined } => ({
  cancelled: String(cancelled) === 'true' || undefined,
});

/** Reads an express provider's names of its order and its payer. */
export const readExpressNames = ({ token, PayerID }: Record<string, unknown>): { token: string; PayerID: string } => ({
  token: isName(token) ? String(token) : '',
  PayerID: isName(PayerID) ? String(PayerID) : '',
});

/** A value of digits only arrives as a number. */
const isName = (value: unknown) => /^[A-Z0-9]{1,36}$/.test(String(value));
