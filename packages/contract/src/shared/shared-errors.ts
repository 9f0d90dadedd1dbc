/**
 * The errors of a file of the contract. No browser needs them, so bundlers drop them.
 */
export interface FileErrors {
  /** The codes that the file adds, with their HTTP status. Their texts are in `languages/Server`, `errors.<code>`. */
  codes?: Readonly<Record<string, number>>;
  /**
   * The errors of the file's calls, by the call's name, beyond those that the definition of a call implies. The
   * tests' server sends no others.
   */
  calls: Readonly<Record<string, readonly string[]>>;
}

/** Errors of a call with a limit. */
export const limited = ['TOO_MANY_REQUESTS'] as const;

/** Errors of calls that set a password. */
export const newPassword = ['PASSWORD_COMPLEXITY', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'] as const;

/** Errors of calls that continue a payment: its orders may have changed, and its provider may be down. */
export const continuesPayment = [
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
] as const;

/** Errors of calls that start a payment. A spread of those above would bring this whole file into the browser. */
export const startsPayment = [
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'PAYMENT_TOO_LARGE',
  'PAYMENT_TOO_PRECISE',
  'PARTIAL_AMOUNT_TOO_SMALL',
  'TOO_MANY_PAYMENTS',
] as const;

/** Errors of calls that ask the provider's vault. */
export const asksVault = ['CARD_REFUSED', 'FEATURE_DISABLED', 'PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const;

/** Errors of calls that mail a paper. */
export const mailsPaper = ['NO_ACCOUNT_EMAIL', 'TOO_MANY_REQUESTS'] as const;

/** Errors of calls about an agreement that may be over. */
export const agreementIsOver = ['AGREEMENT_WITHDRAWN', 'AGREEMENT_EXPIRED'] as const;
