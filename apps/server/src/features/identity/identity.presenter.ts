import type { SessionEnd, UserSession } from '@quayside/contract/identity/identity.ts';
import type { z } from 'zod';
import type { Session } from '../../http/context.ts';

interface ShownSession {
  loginId: number | null;
  isAccountUser: boolean;
  name: string;
  accountGuid: string;
  /** The end of a staff viewing. */
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

/** Presents a session as the portal may know it, or a visitor's. */
export function presentSession(session: ShownSession | null): { userSession: z.input<typeof UserSession> } {
  if (!session) return { userSession: visitor };
  const { isAccountUser, loginId, accountGuid, name, endsAt } = session;
  const viewingUntil = isAccountUser ? null : (endsAt?.toISOString() ?? null);
  const who = { userId: loginId, accountGuid, sessionName: name };
  return { userSession: { isAuthenticated: true, isAccountUser, ...who, viewingUntil } };
}

/** Presents how long a session goes on by itself. A visitor has none. */
export function presentSessionEnd(
  session: Pick<Session, 'idleEndsAt' | 'endsAt'> | null,
  now: Date,
): z.input<typeof SessionEnd> {
  if (!session) return { secondsLeft: null, canBeExtended: false };
  const { idleEndsAt, endsAt } = session;
  const end = Math.min(idleEndsAt.getTime(), endsAt.getTime());
  return { secondsLeft: Math.max(1, Math.ceil((end - now.getTime()) / 1_000)), canBeExtended: idleEndsAt < endsAt };
}
