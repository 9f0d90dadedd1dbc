import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import type { Session } from '../../http/context.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { day, minute } from '../../lib/time/durations.ts';
import {
  deleteEndedSessions,
  insertSession,
  type SessionValues,
  sessionsByToken,
  setSessionAccept,
  touchSession,
} from './sessions.queries.ts';

/**
 * The lifetime of a session without a request, and in all (decision C4.3). The portal and single sign-on always
 * remember (decision C4.4). Signing in at a pay link does not; other programs choose.
 */
export const sessionLife = {
  idleMs: 30 * minute,
  rememberedIdleMs: 14 * day,
  absoluteMs: 12 * 60 * minute,
  rememberedAbsoluteMs: 30 * day,
  /** The length of a staff viewing (decision C6.2). */
  staffMs: 30 * minute,
  /** `last_seen_at` is written at most this often, so that reading a list needs no write. */
  touchMs: minute,
} as const;

export interface NewSession {
  accountId: number;
  /** null: staff view a customer's portal. */
  loginId: number | null;
  remember: boolean;
  /** The name of the staff who view a customer's portal; absent in a customer's own session. */
  staffName?: string;
  /** True if the browser gets its cookie over TLS. Only then TLS requests accept the session. */
  isOpenedOverTls: boolean;
}

/** Stores a session and returns its token, which is told once and stored nowhere. */
export async function startSession(
  db: TenantDb,
  tenantId: number,
  wanted: NewSession,
  now: Date,
): Promise<{ token: string; name: string; endsAt: Date }> {
  const { token, values } = planSession(tenantId, wanted, now);
  await insertSession(db, values);
  return { token, name: values.name, endsAt: values.endsAt };
}

/** Makes a session's token, and the values to store, which the token can't be found from. */
export function planSession(
  tenantId: number,
  { accountId, loginId, remember, staffName, isOpenedOverTls }: NewSession,
  now: Date,
): { token: string; values: SessionValues } {
  const token = makeToken();
  const ownLife = remember ? sessionLife.rememberedAbsoluteMs : sessionLife.absoluteMs;
  const endsAt = new Date(now.getTime() + (staffName === undefined ? ownLife : sessionLife.staffMs));
  const whose = { loginId, accountId, isAccountUser: loginId !== null, staffName: staffName ?? null };
  const values = { tenantId, tokenHash: hashToken(token), name: randomUUID(), ...whose, remember, now, endsAt };
  return { token, values: { ...values, isOpenedOverTls } };
}

export interface FoundSession extends Session {
  accountClosed: boolean;
  /** False also for a session that a version without this knowledge opened. */
  isOpenedOverTls: boolean;
}

/**
 * Finds the session of a cookie's token, if it has neither been idle too long nor ended.
 * @param staysAwake true if this request extends the session
 */
export async function findSession(
  db: TenantDb,
  tenantId: number,
  token: string,
  now: Date,
  staysAwake = true,
): Promise<FoundSession | null> {
  const tokenHash = hashToken(token);
  const [row] = await sessionsByToken(db, { tenantId, tokenHash });
  if (!row) return null;
  const idle = now.getTime() - row.last_seen_at.getTime();
  const idleMs = row.remember ? sessionLife.rememberedIdleMs : sessionLife.idleMs;
  if (row.expires_at <= now || idle > idleMs) return null;
  const isTouched = staysAwake && idle > sessionLife.touchMs;
  if (isTouched) await touchSession(db, tenantId, tokenHash, now);
  const seenAt = isTouched ? now : row.last_seen_at;
  return {
    tokenHash,
    name: row.name,
    loginId: row.login_id,
    isAccountUser: row.is_account_user,
    authenticatedAt: row.authenticated_at,
    idleEndsAt: new Date(seenAt.getTime() + idleMs),
    staffName: row.staff_name,
    endsAt: row.expires_at,
    acceptHeader: row.accept_header,
    account: { id: row.account_id, guid: row.guid, siteId: row.site_id },
    accountClosed: row.closed_at !== null,
    isOpenedOverTls: row.is_opened_over_tls,
  };
}

/** Stores the browser's Accept header for documents. */
export async function noteSessionAccept(
  db: TenantDb,
  tenantId: number,
  { tokenHash, acceptHeader }: Session,
  accept: string,
): Promise<void> {
  if (acceptHeader === accept) return;
  await setSessionAccept(db, tenantId, tokenHash, accept);
}

/** Deletes sessions that have ended, and returns them. */
export async function sweepSessions(db: TenantDb, tenantId: number, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const idleSince = { remembered: before(sessionLife.rememberedIdleMs), others: before(sessionLife.idleMs) };
  return deleteEndedSessions(db, tenantId, { now, idleSince });
}
