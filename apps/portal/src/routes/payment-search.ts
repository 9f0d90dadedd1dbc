/** What comes back in the search of payments' pages. Refused values are undefined and not absent: those the router takes as they came. */

/** Providers' addresses have to hold it beside the rest. */
const longestReferrer = 1_000;

/** Where somebody came from who is to be led back there after paying; whether they are is decided where it is shown. */
export const readReturn = ({ referrer }: Record<string, unknown>): { referrer?: string | undefined } => ({
  referrer: typeof referrer === 'string' && referrer.length <= longestReferrer ? referrer : undefined,
});

/** Whether a payer has just given up on a provider's page. */
export const readCancelled = ({ cancelled }: Record<string, unknown>): { cancelled?: true | undefined } => ({
  cancelled: String(cancelled) === 'true' || undefined,
});

/** What PayPal calls its order and its payer. */
export const readPaypalNames = ({ token, PayerID }: Record<string, unknown>): { token: string; PayerID: string } => ({
  token: isName(token) ? String(token) : '',
  PayerID: isName(PayerID) ? String(PayerID) : '',
});

/** One of digits alone is read as a number. */
const isName = (value: unknown) => /^[A-Z0-9]{1,36}$/.test(String(value));
