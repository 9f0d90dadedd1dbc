/**
 * Search parameters of payment pages. Refused values are undefined and not absent, because the router would then
 * keep the raw value.
 */

/** The server takes no longer one. */
const longestReferrer = 1_000;

/** The address to which a provider leads back must have room for it, as it is written there. */
const longestInAddress = 1_500;

const hasRoom = (referrer: string): boolean =>
  // Half a character can't be encoded. An address has U+FFFD in its place.
  referrer.length <= longestReferrer &&
  encodeURIComponent(referrer.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).length <= longestInAddress;

/** Reads the page that the payer came from. The page that shows the way back decides if it is allowed. */
export const readReturn = ({ referrer }: Record<string, unknown>): { referrer?: string | undefined } => ({
  referrer: typeof referrer === 'string' && hasRoom(referrer) ? referrer : undefined,
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

/** The values of a payer without scripts who comes back from a form of the pay link's page or a provider's page. */
export interface PlainPaymentSearch {
  /** The reference of their payment. */
  attempt?: string | undefined;
  /** The key of the provider that they have chosen. */
  provider?: string | undefined;
  /** The code of a failure. */
  problem?: string | undefined;
  token?: string | undefined;
  /** Only if they have agreed at the express provider. */
  PayerID?: string | undefined;
}

/** Reads the search of an address. A value of another form counts as none. */
export function readPlainPayment(search: Record<string, unknown>): PlainPaymentSearch {
  const names = ['attempt', 'provider', 'problem', 'token', 'PayerID'] as const;
  return Object.fromEntries(names.map((name) => [name, isWord(search[name]) ? String(search[name]) : undefined]));
}

const isWord = (value: unknown) => /^[\w-]{1,64}$/.test(String(value)) && value !== undefined;
