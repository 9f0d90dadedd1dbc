/** Search parameters that links to visitors' pages carry. All other parameters are ignored. */

/** Reads the registration code from a link or a QR code. */
export function readRenewalToken(search: Record<string, unknown>): { 'renewal-token'?: string } {
  const code = search['renewal-token'];
  return typeof code === 'string' && code !== '' ? { 'renewal-token': code } : {};
}

export interface LoginSearch {
  /** Any value means that single sign-on failed (decision C2.9). */
  f?: string;
  /** Registration data, which lead to the registration if they open one, and else to providers (decision C2.25). */
  renewalToken?: string;
  accountGuid?: string;
  problem?: string;
}

/** Reads the login page's search. All values are texts, whatever they look like. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const names = ['f', 'renewalToken', 'accountGuid', 'problem'] as const;
  return Object.fromEntries(names.filter((name) => name in search).map((name) => [name, String(search[name])]));
}

/** Reads the id of the mail whose link led here. It is sent with the choices (decision C2.7). */
export const readEmailId = ({ emailId }: Record<string, unknown>): { emailId?: string } =>
  typeof emailId === 'string' || typeof emailId === 'number' ? { emailId: `${emailId}` } : {};

/** The end of a form that was posted without scripts. */
export interface FormEnd {
  /** Set if it succeeded. */
  done?: string;
  /** The code of its failure. */
  problem?: string;
}

export const readFormEnd = ({ done, problem }: Record<string, unknown>): FormEnd => ({
  ...(typeof done === 'string' && { done }),
  ...(typeof problem === 'string' && { problem }),
});
