import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';
import type { Database } from '../../db/schema/schema.ts';

/** The facts of a login that signing in needs. */
export interface LoginRow {
  id: number;
  /** null: it signs in only through a provider, or somebody else has proven the address that it never confirmed. */
  email: string | null;
  password_hash: string | null;
  /** The time at which the address was confirmed; null: not yet. */
  email_confirmed_at: Date | null;
  /** The account's address on file at registration, in small letters, until the login's own is confirmed. */
  address_on_file: string | null;
  /** The language of the last sign-in; null: none yet. */
  language: string | null;
  /** The first of its open accounts; null if it has none (decision C3.1: the portal shows one). */
  account_id: number | null;
  account_guid: string | null;
}

/** Finds a login. @param wanted its e-mail address, trimmed and lower-cased, or its id */
export async function findLogin(
  db: TenantDb,
  tenantId: number,
  wanted: { email: string } | { id: number },
): Promise<LoginRow | undefined> {
  const [row] = await ('id' in wanted
    ? loginById(db, { tenantId, id: wanted.id })
    : loginByEmail(db, { tenantId, email: wanted.email }));
  return row;
}

const loginById = fixedQuery((db, values: { tenantId: number; id: number }) =>
  loginsOf(db, values.tenantId).where('l.id', '=', values.id),
);
const loginByEmail = fixedQuery((db, values: { tenantId: number; email: string }) =>
  loginsOf(db, values.tenantId).where('l.email', '=', values.email),
);

/** Finds a login that is not confirmed yet, by its account's address on file at registration. */
export async function findUnconfirmedLogin(
  db: TenantDb,
  tenantId: number,
  addressOnFile: string,
): Promise<LoginRow | undefined> {
  return loginsOf(db, tenantId)
    .where('l.address_on_file', '=', addressOnFile)
    .where('l.email_confirmed_at', 'is', null)
    .executeTakeFirst();
}

function loginsOf(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('logins as l')
    .leftJoin(
      (from) =>
        from
          .selectFrom('login_accounts as la')
          .innerJoin('accounts as a', (join) =>
            join.onRef('a.tenant_id', '=', 'la.tenant_id').onRef('a.id', '=', 'la.account_id'),
          )
          .select(['la.tenant_id', 'la.login_id', 'a.id', 'a.guid'])
          .where('a.closed_at', 'is', null)
          .as('own'),
      (join) => join.onRef('own.tenant_id', '=', 'l.tenant_id').onRef('own.login_id', '=', 'l.id'),
    )
    .select(['l.id', 'l.email', 'l.password_hash', 'l.email_confirmed_at', 'l.address_on_file', 'l.language'])
    .select(['own.id as account_id', 'own.guid as account_guid'])
    .where('l.tenant_id', '=', tenantId)
    .orderBy('own.id')
    .limit(sql.lit(1));
}

/** Returns the names of the logins of an open account, the oldest first. */
export async function loginNamesOf(db: TenantDb, tenantId: number, accountGuid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('logins as l')
    .innerJoin('login_accounts as la', (join) =>
      join.onRef('la.tenant_id', '=', 'l.tenant_id').onRef('la.login_id', '=', 'l.id'),
    )
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'la.tenant_id').onRef('a.id', '=', 'la.account_id'),
    )
    .select('l.email')
    .where('l.tenant_id', '=', tenantId)
    .where('a.guid', '=', accountGuid)
    .where('a.closed_at', 'is', null)
    .where('l.password_hash', 'is not', null)
    .orderBy('l.id')
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}

/** Returns the logins of an account, the oldest first. */
export async function listLogins(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('logins as l')
    .innerJoin('login_accounts as la', (join) =>
      join.onRef('la.tenant_id', '=', 'l.tenant_id').onRef('la.login_id', '=', 'l.id'),
    )
    .select(['l.id', 'l.email', 'l.email_confirmed_at', 'l.language'])
    .select((row) => row('l.password_hash', 'is not', null).as('has_password'))
    .where('l.tenant_id', '=', tenantId)
    .where('la.account_id', '=', accountId)
    .orderBy('l.id')
    .execute();
}

/** Inserts a login. @returns false if another login has the e-mail address */
export async function insertLogin(
  db: TenantDb,
  login: Insertable<Database['logins']>,
  accountId: number,
): Promise<boolean> {
  const stored = await db
    .insertInto('logins')
    .values(login)
    .onConflict((on) => on.columns(['tenant_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  await db
    .insertInto('login_accounts')
    .values({ tenant_id: login.tenant_id, login_id: login.id, account_id: accountId })
    .execute();
  return true;
}

/** A login's address: a confirmed one, or one whose owner has yet to prove that they read mail there. */
export type NewAddress =
  | { email: string; confirmedAt: Date; onFile?: null }
  | { email: string | null; confirmedAt: null; onFile: string | null };

/** Locks the login that has an address and never confirmed it, unless it is the one that takes it. */
export async function holdUnconfirmed(
  trx: TenantDb,
  tenantId: number,
  { email, takerId }: { email: string; takerId: number | null },
) {
  return trx
    .selectFrom('logins')
    .select(['id', 'address_on_file', 'language'])
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .where('id', '!=', takerId ?? 0)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes a login's address. */
export async function updateAddress(
  trx: TenantDb,
  tenantId: number,
  id: number,
  { email, confirmedAt, onFile = null }: NewAddress,
): Promise<void> {
  await trx
    .updateTable('logins')
    .set({ email, email_confirmed_at: confirmedAt, address_on_file: onFile })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** A login that a transaction locks. */
export interface HeldLogin {
  tenantId: number;
  loginId: number;
  /** The hash that it must still have; null: any, or none. */
  passwordHash: string | null;
}

/** Locks a login's row until the transaction ends. @returns false if it has another password, or does not exist */
export const holdLogin = async (trx: TenantDb, login: HeldLogin): Promise<boolean> =>
  (await loginsHeld(trx, login)).length > 0;

const loginsHeld = fixedQuery((_, login: HeldLogin) => heldLogin(login));

/**
 * Finds a login and locks its row. PostgreSQL waits for another transaction's lock before it compares the password, so
 * a new one is seen.
 */
export const heldLogin = ({ tenantId, loginId, passwordHash }: HeldLogin): RawBuilder<{ id: number }> => sql`
  select id from logins
  where tenant_id = ${tenantId} and id = ${loginId}
    and (${passwordHash}::text is null or password_hash = ${passwordHash})
  for no key update`;

/** Stores a password's hash. @returns the login's e-mail address */
export async function updatePassword(trx: TenantDb, tenantId: number, id: number, hash: string) {
  const { email } = await trx
    .updateTable('logins')
    .set({ password_hash: hash })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}

/** Returns the token that names a registered account, if `loginId` is one of its logins. */
export async function findOpaqueToken(
  db: TenantDb,
  tenantId: number,
  accountId: number,
  loginId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('login_accounts as la', (join) =>
      join.onRef('la.tenant_id', '=', 'a.tenant_id').onRef('la.account_id', '=', 'a.id'),
    )
    .select('a.opaque_token')
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', accountId)
    .where('la.login_id', '=', loginId)
    .executeTakeFirst();
  return row?.opaque_token;
}
