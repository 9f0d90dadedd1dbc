import type { UserSession } from '@quayside/contract/identity.ts';
import type { z } from 'zod';

interface ShownSession {
  loginId: number | null;
  isAccountUser: boolean;
  name: string;
  accountGuid: string;
}

const visitor: z.input<typeof UserSession> = {
  isAuthenticated: false,
  isAccountUser: false,
  userId: null,
  accountGuid: null,
  sessionName: null,
};

/** A session as the portal may know it, or a visitor's. */
export function presentSession(session: ShownSession | null): { userSession: z.input<typeof UserSession> } {
  if (!session) return { userSession: visitor };
  const { isAccountUser, loginId, accountGuid, name } = session;
  return { userSession: { isAuthenticated: true, isAccountUser, userId: loginId, accountGuid, sessionName: name } };
}
