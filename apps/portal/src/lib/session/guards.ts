import type { Permission } from '@quayside/contract/shared/call.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { hasFeature, permits, type TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { type HistoryState, redirect } from '@tanstack/react-router';
import { callQuery } from '../queries/call-query.ts';
import { toastMissingPermission } from '../errors/failures.ts';
import { queryClient } from '../queries/query-client.ts';
import { storeRedirect, takeRedirect } from '../navigation/redirect-url.ts';
import { t } from '../texts/texts.ts';
import { believedSession, hasLostSession, isSignedIn, loseSession, sessionQuery } from './session.ts';
import type { SignedIn } from './session.ts';
import { showToast } from '../toasts.ts';

/** Sends a signed-in user to the dashboard (LOGIN-1). */
export async function requireVisitor(): Promise<void> {
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  if (isSignedIn(userSession)) leaveFor('/secure/dashboard');
}

/**
 * Sends a signed-in customer to the dashboard. Staff who view a portal stay and read why single sign-on was refused
 * (LOGIN-8).
 */
export async function requireNoCustomer(): Promise<void> {
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  if (isSignedIn(userSession) && userSession.isAccountUser) leaveFor('/secure/dashboard');
}

/** Sends a signed-in user away from the password reset link, with a message (decision C2.4). */
export async function requireVisitorForReset(): Promise<void> {
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  if (!isSignedIn(userSession)) return;
  showToast({ kind: 'info', message: t('password.alreadySignedIn') });
  leaveFor('/secure/dashboard');
}

/**
 * Sends staff who view a portal to the dashboard. A customer stays: the password that connects a provider also proves
 * who they are.
 */
export async function requireNoStaff(): Promise<{ isSignedIn: boolean }> {
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  if (isSignedIn(userSession) && !userSession.isAccountUser) leaveFor('/secure/dashboard');
  return { isSignedIn: isSignedIn(userSession) };
}

/** Leads back from a visit to a provider that failed: a customer to the page that they left, anybody else to login. */
export async function returnFromProvider(state: HistoryState): Promise<never> {
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  const isCustomer = isSignedIn(userSession) && userSession.isAccountUser;
  const href = isCustomer ? (takeRedirect() ?? '/secure/dashboard') : '/login';
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ href, state, replace: true });
}

/**
 * Sends a visitor to the login page and remembers the requested page (LOGIN-10). If their session has just ended,
 * the login page tells them, also if they navigated while the portal was finding out (decision C6.6). `href` is the
 * path with its search.
 */
export async function requireSession(href: string): Promise<{ session: SignedIn }> {
  const believed = believedSession();
  const { userSession } = await queryClient.fetchQuery(sessionQuery);
  if (isSignedIn(userSession)) return { session: userSession };
  if (isSignedIn(believed)) loseSession();
  storeRedirect(href);
  return leaveFor('/login', { signInAgain: hasLostSession() });
}

/** Sends the reader to the dashboard with a message if the tenant has switched the page off (LOGIN-11). */
export function requirePermissions(tenant: TenantConfig, permissions: readonly Permission[]): void {
  requireOffered(permissions.every((permission) => permits(tenant, permission)));
}

/** Sends the reader to the dashboard with a message, away from a page that the marina does not offer them. */
export function requireOffered(isOffered: boolean): void {
  if (isOffered) return;
  toastMissingPermission();
  leaveFor('/secure/dashboard');
}

/**
 * Sends a customer without stays from their page to the dashboard with a message (STAY-1). If the summary can't be
 * loaded, the page itself shows that.
 */
export async function requireStays(tenant: TenantConfig, { accountGuid }: SignedIn): Promise<void> {
  requireOffered(hasFeature(tenant, 'my-stays'));
  const query = { ...callQuery(getSummary, { params: { guid: accountGuid } }), meta: { showsFailure: true } };
  const summary = await queryClient.fetchQuery(query).catch(() => null);
  if (summary?.hasStays !== false) return;
  showToast({ kind: 'info', message: t('stays.none.All') });
  leaveFor('/secure/dashboard');
}

/** Ends a guard with a redirect. The requested page leaves no entry in the history. */
export function leaveFor(
  to: '/login' | '/register/renewal-token' | '/secure/dashboard' | '/secure/orders/outstanding' | '/404',
  state: HistoryState = {},
): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to, replace: true, state });
}
