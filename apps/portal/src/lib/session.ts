import {
  getRenewalTokenByUserId,
  getSession,
  signIn,
  signInFromQuickPay,
  signOut,
} from '@quayside/contract/identity.ts';
import type { UserSession } from '@quayside/contract/identity.ts';
import { confirmSignOn } from '@quayside/contract/sign-on.ts';
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

// No page observes it, and a reader who did nothing for long is still believed to be signed in. Also where the document
// has brought it along.
queryClient.setQueryDefaults(sessionQuery.queryKey, { gcTime: Number.POSITIVE_INFINITY });

/** What tabs tell one another. */
type TabMessage = 'signed-out' | 'extended';

const otherTabs = new BroadcastChannel('quayside.session');

/** Signed in, with an account to look at. */
export function isSignedIn(session: UserSession | undefined): session is SignedIn {
  return session?.isAuthenticated === true && session.accountGuid !== null;
}

/** Who was signed in when this tab last asked. */
export function believedSession(): UserSession | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.userSession;
}

/** From when a session is found to be over until another begins or somebody signs out. */
let wasLost = false;

/** The session that this tab believed in is over: nothing of it stays. */
export function loseSession(): void {
  clearState();
  wasLost = true;
}

/** Whether whoever has to sign in now was signed in here until just now. */
export const hasLostSession = (): boolean => wasLost;

/**
 * Signs in: credentials, then the renewal token and the session (LOGIN-5).
 * Where one of the later steps fails nobody is signed in (decision C4.1).
 */
export async function signInWithPassword(userName: string, password: string): Promise<void> {
  const { userSession } = await api(signIn, { body: { userName, password, rememberMe: true } });
  await completeSignIn(userSession);
}

/** The same from the page of an order, whose account is known. */
export async function signInToAccount(accountGuid: string, password: string): Promise<void> {
  const { userSession } = await api(signInFromQuickPay, { body: { accountGuid, password } });
  await completeSignIn(userSession);
}

/** Connects a provider's identity to the login with this password, and signs in as it. */
export async function confirmIdentity(providerKey: string, password: string): Promise<void> {
  const { userSession } = await api(confirmSignOn, { params: { providerKey }, body: { password } });
  await completeSignIn(userSession);
}

/** After single sign-on: whether a customer is signed in now; their session is loaded then. */
export async function loadSignedInCustomer(): Promise<boolean> {
  const { userSession } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!isSignedIn(userSession) || !userSession.isAccountUser) return false;
  await completeSignIn(userSession);
  return true;
}

async function completeSignIn({ userId: loginId }: UserSession): Promise<void> {
  wasLost = false;
  try {
    const userId = loginId ?? 0;
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
  otherTabs.postMessage('signed-out' satisfies TabMessage);
  onSessionEnd('signed-out');
}

/** Forgets everything of a person: cached answers and the slices of this tab. */
function clearState(): void {
  void queryClient.cancelQueries();
  queryClient.clear();
  clearSlices();
  wasLost = false;
}

let onSessionEnd: (end: SessionEnd) => void = () => undefined;

/** Tells the listener when this tab's session is over; its state is cleared by then. */
export function watchSessionEnd(listener: (end: SessionEnd) => void): void {
  onSessionEnd = listener;
  otherTabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'signed-out') return;
    clearState();
    onSessionEnd('signed-out-elsewhere');
  });
}

/** Tells the other tabs that the session goes on. */
export function tellSessionExtended(): void {
  otherTabs.postMessage('extended' satisfies TabMessage);
}

/** Tells the listener when another tab has put the session's end off. @returns what ends that */
export function watchSessionExtended(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'extended') listener();
  };
  otherTabs.addEventListener('message', hear);
  return () => otherTabs.removeEventListener('message', hear);
}

/** The server has said that the session is over, or the reader lets it end: to sign in, and back here. */
export function endLostSession(): void {
  if (!isSignedIn(believedSession())) return;
  loseSession();
  onSessionEnd('lost');
}

let isEnding = false;

/**
 * What a refused call means for the session (SHELL-12): 403 always ends it; 401 only where we believed to be signed in,
 * since a wrong password is a 401 too.
 */
export async function endRefusedSession(error: ApiError): Promise<void> {
  if (isEnding || (error.status === 401 && !isSignedIn(believedSession()))) return;
  isEnding = true;
  // The guard of the login page asks the server, which has to know by then.
  if (error.status === 403) await endOnServer();
  if (error.status === 401) loseSession();
  else clearState();
  onSessionEnd(error.status === 401 ? 'lost' : 'unauthorised');
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
