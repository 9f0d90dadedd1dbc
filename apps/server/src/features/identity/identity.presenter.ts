import type { UserSession } from '@quayside/contract/identity.ts';
import type { z } from 'zod';

interface ShownSession {
  loginId: number | null;
  isAccountUser: boolean;
  name: string;
  accountGuid: string;
  /** Of staff who view a customer's portal. */
  endsAt?: Date;
}

const visitor: z.input<typeof UserSession> = {
  isAuthenticated: false,
  isAccountUser: false,
  userId: null,
  accountGuid: null,
  sessionName: null,
  viewingUntil: null,
};

/** A session as the portal may know it, or a visitor's. */
export function presentSession(session: ShownSession | null): { userSession: z.input<typeof UserSession> } {
  if (!session) return { userSession: visitor };
  const { isAccountUser, loginId, accountGuid, name, endsAt } = session;
  const viewingUntil = isAccountUser ? null : (endsAt?.toISOString() ?? null);
  const who = { userId: loginId, accountGuid, sessionName: name };
  return { userSession: { isAuthenticated: true, isAccountUser, ...who, viewingUntil } };
}
