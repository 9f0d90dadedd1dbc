import {
  getRenewalTokenByUserId,
  getSession,
  signIn,
  signInFromQuickPay,
  signOut,
} from '@quayside/contract/identity/identity.ts';
import type { UserSession } from '@quayside/contract/identity/identity.ts';
import { confirmSignOn } from '@quayside/contract/identity/sign-on.ts';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from '../calls/api.ts';
import type { ApiError } from '../calls/api-error.ts';
import { callQuery } from '../queries/call-query.ts';
import { queryClient } from '../queries/query-client.ts';
import { clearSlices } from '../browser/tab-storage.ts';
import { openTabsChannel } from '../browser/tabs-channel.ts';

/** The reason why this tab's session ended. */
export type SessionEnd = 'signed-out' | 'signed-out-elsewhere' | 'lost' | 'unauthorised';

/** A signed-in session whose account is known. Staff who view a customer's portal have no `userId`. */
export type SignedIn = UserSession & { isAuthenticated: true; accountGuid: string };

/** The query of the current session. A guard asks again if the answer is older than a minute. */
export const sessionQuery = queryOptions({
  ...callQuery(getSession, {}),
  staleTime: 60_000,
  meta: { showsFailure: true },
});

// Kept for ever, because no page observes it and a reader who did nothing for long still counts as signed in. This
// also holds for an answer that came inside the document.
queryClient.setQueryDefaults(sessionQuery.queryKey, { gcTime: Number.POSITIVE_INFINITY });

/** The messages between tabs. */
type TabMessage = 'signed-out' | 'extended' | { signedIn: string | null };

const otherTabs = openTabsChannel('quayside.session');

/** Checks if a session is signed in and has an account. */
export function isSignedIn(session: UserSession | undefined): session is SignedIn {
  return session?.isAuthenticated === true && session.accountGuid !== null;
}

/** Returns the session that this tab knew last. */
export function believedSession(): UserSession | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.userSession;
}

/** True from the loss of a session until another one starts or somebody signs out. */
let wasLost = false;

/** Clears everything of the session that this tab believed in, because it is over. */
export function loseSession(): void {
  clearState();
  wasLost = true;
}

/** Returns true if the reader was signed in here until just now. */
export const hasLostSession = (): boolean => wasLost;

/** Opens a session with a password, the first step of signing in (LOGIN-5). `completeSignIn` does the others. */
export async function signInWithPassword(userName: string, password: string): Promise<UserSession> {
  return (await api(signIn, { body: { userName, password, rememberMe: true } })).userSession;
}

/** Opens one in the same way from the page of an order, whose account is known. */
export async function signInToAccount(accountGuid: string, password: string): Promise<UserSession> {
  return (await api(signInFromQuickPay, { body: { accountGuid, password } })).userSession;
}

/** Links a provider's identity to the login with this password, and opens a session with it. */
export async function confirmIdentity(providerKey: string, password: string): Promise<UserSession> {
  return (await api(confirmSignOn, { params: { providerKey }, body: { password } })).userSession;
}

/** Loads the session after single sign-on. Returns true if a customer is signed in. */
export async function loadSignedInCustomer(): Promise<boolean> {
  const { userSession } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!isSignedIn(userSession) || !userSession.isAccountUser) return false;
  await completeSignIn(userSession);
  return true;
}

/**
 * Loads the renewal token and the session of a session that was just opened. If that fails, nobody is signed in
 * (decision C4.1). It says nothing about the password, which was right.
 */
export async function completeSignIn({ userId, accountGuid }: UserSession): Promise<void> {
  // A pay link or an old login page can sign in while the browser still has another account's session.
  if (isOfAnotherAccount(accountGuid)) clearState();
  otherTabs.postMessage({ signedIn: accountGuid } satisfies TabMessage);
  wasLost = false;
  try {
    const token = callQuery(getRenewalTokenByUserId, { query: { userId: userId ?? 0 } });
    await queryClient.fetchQuery({ ...token, meta: { showsFailure: true } });
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  } catch (error) {
    await endOnServer();
    clearState();
    throw error;
  }
}

/** Checks if this tab believes in a session of another account than this one, which has just signed in. */
function isOfAnotherAccount(accountGuid: string | null): boolean {
  const believed = believedSession();
  return isSignedIn(believed) && believed.accountGuid !== accountGuid;
}

/** Replaces the browser's session with a new one. Nothing of the old one stays, here or in other tabs. */
export async function replaceSession(open: () => Promise<unknown>): Promise<void> {
  await open();
  clearState();
  otherTabs.postMessage('signed-out');
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * Ends the session on the server, here, and in the other tabs.
 * @throws {ApiError} if the server did not confirm it; then nothing is cleared, because the cookie may still work
 */
export async function signOutEverywhere(): Promise<void> {
  await api(signOut, {});
  clearState();
  otherTabs.postMessage('signed-out' satisfies TabMessage);
  await leave('signed-out');
}

/** Clears everything personal: cached answers and the slices of this tab. */
function clearState(): void {
  void queryClient.cancelQueries();
  queryClient.clear();
  clearSlices();
  wasLost = false;
}

let onSessionEnd: (end: SessionEnd) => Promise<void> = () => Promise.resolve();

/** True while the listener leaves an ended session. Calls that are refused meanwhile give it no other reason. */
let isLeaving = false;

async function leave(end: SessionEnd, clear: () => unknown = () => undefined): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  try {
    await clear();
    await onSessionEnd(end);
  } finally {
    isLeaving = false;
  }
}

/** Registers the listener that hears when this tab's session ends. The state is cleared before that. */
export function watchSessionEnd(listener: (end: SessionEnd) => Promise<void>): void {
  onSessionEnd = listener;
  otherTabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const isReplaced = typeof data === 'object' && isOfAnotherAccount(data.signedIn);
    if (data !== 'signed-out' && !isReplaced) return;
    clearState();
    void leave('signed-out-elsewhere');
  });
}

/** Tells the other tabs that the session was prolonged. */
export function tellSessionExtended(): void {
  otherTabs.postMessage('extended' satisfies TabMessage);
}

/**
 * Registers a listener that hears when another tab has prolonged the session. @returns the function that removes it
 */
export function watchSessionExtended(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'extended') listener();
  };
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}

/**
 * Ends the session after the server reported its end or the reader let it end. The listener opens the login page,
 * which leads back here.
 */
export async function endLostSession(): Promise<void> {
  if (isSignedIn(believedSession())) await leave('lost', loseSession);
}

/**
 * Ends the session after a refused call (SHELL-12). A 403 always ends it. A 401 ends it only if this tab believed
 * to be signed in, because a wrong password is a 401 too.
 */
export async function endRefusedSession(error: ApiError): Promise<void> {
  if (error.status === 401) return endLostSession();
  await leave('unauthorised', async () => {
    // The guard of the login page asks the server, so the session must have ended there before.
    await endOnServer();
    clearState();
  });
}

/** Ends a session that nobody uses any more. */
async function endOnServer(): Promise<void> {
  try {
    await api(signOut, {});
  } catch {
    // The server ends the session itself later. Here it only matters that nothing of it stays in the browser.
  }
}

const SessionContext = createContext<SignedIn | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Returns the signed-in session, on secure pages only. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession only works inside a secure page');
  return session;
}
