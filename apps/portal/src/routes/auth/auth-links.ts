import { redirect } from '@tanstack/react-router';

// What links to the pages before signing in bring along, and what of it must not stay in the address.

/** The registration code that a link or a QR picture brings. */
export function readRenewalToken(search: Record<string, unknown>): { 'renewal-token'?: string } {
  const code = search['renewal-token'];
  return typeof code === 'string' && code !== '' ? { 'renewal-token': code } : {};
}

/** Takes a mail's token out of the address (decision C2.5); the history's state keeps it over a reload. */
export function hideResetToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/password-reset', search: {}, state: { resetToken: token }, replace: true });
}

/** The same for the token of a mail that confirms an address. */
export function hideConfirmationToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/confirm-address', state: { confirmationToken: token }, replace: true });
}

interface LoginSearch {
  /** Any value says that single sign-on came to nothing (decision C2.9). */
  f?: string;
  /** Of somebody who is registering; the links to providers carry them (decision C2.25). */
  renewalToken?: string;
  accountGuid?: string;
}

export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const names = ['f', 'renewalToken', 'accountGuid'] as const;
  return Object.fromEntries(names.filter((name) => name in search).map((name) => [name, String(search[name])]));
}

/** Takes the reason out of the address, and shows it. */
export function showRefusedSignOn(reason: string, search: Omit<LoginSearch, 'f'>): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/login', search, state: { refusedSignOn: reason }, replace: true });
}

/** Out of the address, where others could read it; the history's state keeps it over a reload. */
export function hideStaffToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/staff-view', state: { staffToken: token }, replace: true });
}

/** Of the mail whose link led here; goes along with what is chosen (decision C2.7). */
export const readEmailId = ({ emailId }: Record<string, unknown>): { emailId?: string } =>
  typeof emailId === 'string' || typeof emailId === 'number' ? { emailId: `${emailId}` } : {};
