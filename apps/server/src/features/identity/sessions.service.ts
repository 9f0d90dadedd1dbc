import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/fixed-query.ts';
import type { Session } from '../../http/context.ts';
import { hashToken, makeToken } from '../../lib/secret-token.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Decision C4.3. */
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
  { accountId, loginId, remember, staffName, isOpenedOverTls }: NewSession,
  now: Date,
): Promise<{ token: string; name: string; endsAt: Date }> {
  const token = makeToken();
  const name = randomUUID();
  const ownLife = remember ? sessionLife.rememberedAbsoluteMs : sessionLife.absoluteMs;
  const endsAt = new Date(now.getTime() + (staffName === undefined ? ownLife : sessionLife.staffMs));
  const whose = { loginId, accountId, isAccountUser: loginId !== null, staffName: staffName ?? null };
  const values = { tenantId, tokenHash: hashToken(token), name, ...whose, remember, now, endsAt, isOpenedOverTls };
  await sessionInserted(db, values);
  return { token, name, endsAt };
}

interface SessionValues {
  tenantId: number;
  tokenHash: Buffer;
  name: string;
  loginId: number | null;
  accountId: number;
  isAccountUser: boolean;
  staffName: string | null;
  remember: boolean;
  now: Date;
  endsAt: Date;
  isOpenedOverTls: boolean;
}

const sessionInserted = fixedQuery((db, values: SessionValues) =>
  db.insertInto('sessions').values({
    tenant_id: values.tenantId,
    token_hash: values.tokenHash,
    name: values.name,
    login_id: values.loginId,
    account_id: values.accountId,
    is_account_user: values.isAccountUser,
    staff_name: values.staffName,
    remember: values.remember,
    created_at: values.now,
    last_seen_at: values.now,
    expires_at: values.endsAt,
    authenticated_at: values.now,
    is_opened_over_tls: values.isOpenedOverTls,
  }),
);

/**
 * Ends a session if it was opened without TLS. A session that was opened over TLS stays: its cookie never had the plain
 * name, so nobody loses it because somebody else planted its token. The sweep deletes the row, and records the end of
 * a staff viewing.
 */
export async function endPlainSession(db: TenantDb, tenantId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('is_opened_over_tls', '=', false)
    .where('expires_at', '>', now)
    .execute();
}

export interface FoundSession extends Session {
  accountClosed: boolean;
  /** False also for a session that a version without this knowledge opened. */
  isOpenedOverTls: boolean;
}

const sessionsByToken = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 's.tenant_id').onRef('a.id', '=', 's.account_id'),
    )
    .select([
      's.name',
      's.login_id',
      's.is_account_user',
      's.staff_name',
      's.remember',
      's.last_seen_at',
      's.expires_at',
      's.authenticated_at',
      's.accept_header',
      's.is_opened_over_tls',
      'a.id as account_id',
      'a.guid',
      'a.site_id',
      'a.closed_at',
    ])
    .where('s.tenant_id', '=', values.tenantId)
    .where('s.token_hash', '=', values.tokenHash),
);

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

async function touchSession(db: TenantDb, tenantId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Stores the browser's Accept header for documents. */
export async function noteSessionAccept(
  db: TenantDb,
  tenantId: number,
  { tokenHash, acceptHeader }: Session,
  accept: string,
): Promise<void> {
  if (acceptHeader === accept) return;
  await db
    .updateTable('sessions')
    .set({ accept_header: accept })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Notes that the owner has just proven who they are. @returns false if the session has ended */
export async function renewAuthentication(
  db: TenantDb,
  tenantId: number,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ authenticated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Tells if a session still exists. It then does until the transaction ends. */
export async function holdSession(trx: TenantDb, tenantId: number, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session. @returns false if it had ended already */
export async function endSession(db: TenantDb, tenantId: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the sessions of a login. @param kept the token's hash of one that stays; null for none */
export async function endSessionsOfLogin(
  db: TenantDb,
  tenantId: number,
  loginId: number,
  kept: Buffer | null,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', loginId)
    .$if(kept !== null, (query) => query.where('token_hash', '!=', kept))
    .execute();
}

/** Deletes sessions that have ended, and returns them. */
export async function sweepSessions(db: TenantDb, tenantId: number, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where((row) =>
      row.or([
        row('expires_at', '<=', now),
        row('last_seen_at', '<', before(sessionLife.rememberedIdleMs)),
        row.and([row('remember', '=', false), row('last_seen_at', '<', before(sessionLife.idleMs))]),
      ]),
    )
    .returning(['name', 'account_id', 'staff_name', 'expires_at'])
    .execute();
}
