import { getRenewalTokenByUserId, getSession, signIn, signOut } from '@quayside/contract/identity.ts';
import type { UserSession } from '@quayside/contract/identity.ts';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';
import { callQuery } from './call-query.ts';
import { queryClient } from './query-client.ts';
import { clearSlices } from './storage.ts';

/** Why this tab's session is over. */
export type SessionEnd = 'signed-out' | 'signed-out-elsewhere' | 'lost' | 'unauthorised';

/** A signed-in session; its account is known. Staff who view a customer's portal have no `userId`. */
export type SignedIn = UserSession & { isAuthenticated: true; accountGuid: string };

/** Who is signed in. Asked again after a minute at the next guard. */
export const sessionQuery = queryOptions({
  ...callQuery(getSession, {}),
  staleTime: 60_000,
  meta: { showsFailure: true },
});

const otherTabs = new BroadcastChannel('quayside.session');

export function isSignedIn(session: UserSession | undefined): session is SignedIn {
  return session?.isAuthenticated === true && session.accountGuid !== null;
}

/** Who was signed in when this tab last asked. */
function believedSession(): UserSession | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.userSession;
}

/**
 * Signs in: credentials, then the renewal token and the session (LOGIN-5).
 * Where one of the later steps fails nobody is signed in (decision C4.1).
 */
export async function signInWithPassword(userName: string, password: string): Promise<void> {
  const { userSession } = await api(signIn, { body: { userName, password, rememberMe: true } });
  try {
    const userId = userSession.userId ?? 0;
    await queryClient.fetchQuery(callQuery(getRenewalTokenByUserId, { query: { userId } }));
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  } catch (error) {
    await endOnServer();
    clearState();
    throw error;
  }
}

/** Puts a session in place of whichever the browser has: nothing of that one stays, here or in other tabs. */
export async function replaceSession(open: () => Promise<unknown>): Promise<void> {
  await open();
  clearState();
  otherTabs.postMessage('signed-out');
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session on the server, here, and in the other tabs. */
export async function signOutEverywhere(): Promise<void> {
  await endOnServer();
  clearState();
  otherTabs.postMessage('signed-out');
  onSessionEnd('signed-out');
}

/** Forgets everything of a person: cached answers and the slices of this tab. */
function clearState(): void {
  void queryClient.cancelQueries();
  queryClient.clear();
  clearSlices();
}

let onSessionEnd: (end: SessionEnd) => void = () => undefined;

/** Tells the listener when this tab's session is over; its state is cleared by then. */
export function watchSessionEnd(listener: (end: SessionEnd) => void): void {
  onSessionEnd = listener;
  otherTabs.addEventListener('message', () => {
    clearState();
    onSessionEnd('signed-out-elsewhere');
  });
}

let isEnding = false;

/**
 * What a refused call means for the session (C§8): 403 always ends it; 401 only where we believed to be signed in,
 * since a wrong password is a 401 too.
 */
export async function endRefusedSession(error: ApiError): Promise<void> {
  if (isEnding || (error.status === 401 && !isSignedIn(believedSession()))) return;
  isEnding = true;
  // The guard of the login page asks the server, which has to know by then.
  if (error.status === 403) await endOnServer();
  clearState();
  onSessionEnd(error.status === 403 ? 'unauthorised' : 'lost');
  isEnding = false;
}

async function endOnServer(): Promise<void> {
  try {
    await api(signOut, {});
  } catch {
    // The session ends by itself; what matters here is that nothing of it stays in the browser.
  }
}

const SessionContext = createContext<SignedIn | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** The signed-in session, on secure pages. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a secure page around it');
  return session;
}
