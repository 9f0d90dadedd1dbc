/** What links to the pages of visitors bring along in their search: nothing else of it is believed. */

/** The registration code that a link or a QR picture brings. */
export function readRenewalToken(search: Record<string, unknown>): { 'renewal-token'?: string } {
  const code = search['renewal-token'];
  return typeof code === 'string' && code !== '' ? { 'renewal-token': code } : {};
}

export interface LoginSearch {
  /** Any value says that single sign-on came to nothing (decision C2.9). */
  f?: string;
  /** Of somebody who is registering; the links to providers carry them (decision C2.25). */
  renewalToken?: string;
  accountGuid?: string;
}

/** What the sign-in page takes of its address, as text whatever it looks like. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const names = ['f', 'renewalToken', 'accountGuid'] as const;
  return Object.fromEntries(names.filter((name) => name in search).map((name) => [name, String(search[name])]));
}

/** Of the mail whose link led here; goes along with what is chosen (decision C2.7). */
export const readEmailId = ({ emailId }: Record<string, unknown>): { emailId?: string } =>
  typeof emailId === 'string' || typeof emailId === 'number' ? { emailId: `${emailId}` } : {};
