import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';

export interface SessionValues {
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

/** Stores a session. */
export const insertSession = fixedQuery((db, values: SessionValues) =>
  db.insertInto('sessions').values(sessionRow(values)),
);

/** Returns the row of a new session. */
export const sessionRow = (values: SessionValues) => ({
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
});

/** Returns the session with a token, and its account. */
export const sessionsByToken = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer }) =>
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

/** Notes that a session was used. */
export async function touchSession(db: TenantDb, tenantId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Stores the browser's Accept header for documents. */
export async function setSessionAccept(
  db: TenantDb,
  tenantId: number,
  tokenHash: Buffer,
  accept: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ accept_header: accept })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

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

/** Deletes sessions that have ended or were not used for too long, and returns them. */
export async function deleteEndedSessions(
  db: TenantDb,
  tenantId: number,
  { now, idleSince }: { now: Date; idleSince: { remembered: Date; others: Date } },
) {
  return db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where((row) =>
      row.or([
        row('expires_at', '<=', now),
        row('last_seen_at', '<', idleSince.remembered),
        row.and([row('remember', '=', false), row('last_seen_at', '<', idleSince.others)]),
      ]),
    )
    .returning(['name', 'account_id', 'staff_name', 'expires_at'])
    .execute();
}
