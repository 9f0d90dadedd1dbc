import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { daysBefore } from '../../lib/time/durations.ts';
import { isRegistered } from '../account/account.exports.ts';

export interface RenewalCodeRow {
  account_id: number;
  expires_at: Date;
  spent_at: Date | null;
  tries: number;
  guid: string;
  firstname: string;
  email: string;
  closed_at: Date | null;
  site_name: string;
  /** True if the account has a login. */
  registered: unknown;
}

/** Finds a code with the account that it opens. */
export async function findRenewalCode(
  db: TenantDb,
  tenantId: number,
  codeHash: Buffer,
): Promise<RenewalCodeRow | undefined> {
  return db
    .selectFrom('renewal_codes as c')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.account_id'),
    )
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select([
      'c.account_id',
      'c.expires_at',
      'c.spent_at',
      'c.tries',
      'a.guid',
      'a.firstname',
      'a.email',
      'a.closed_at',
      's.name as site_name',
    ])
    .select(isRegistered)
    .where('c.tenant_id', '=', tenantId)
    .where('c.code_hash', '=', codeHash)
    .executeTakeFirst();
}

/**
 * Inserts rows in one statement, however many they are. An account that is closed gets none, also if it was closed a
 * moment ago.
 * @returns the numbers of the accounts that got one
 */
export async function insertRenewalCodes(
  db: TenantDb,
  tenantId: number,
  codes: readonly { accountId: number; codeHash: Buffer }[],
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
): Promise<Set<number>> {
  const accountIds = codes.map(({ accountId }) => accountId);
  const hashes = codes.map(({ codeHash }) => codeHash);
  const { rows } = await sql<{ account_id: number }>`
    insert into renewal_codes (tenant_id, code_hash, account_id, created_at, expires_at)
    select ${tenantId}::int, code.hash, code.account_id, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    from unnest(${hashes}::bytea[], ${accountIds}::int[]) as code (hash, account_id)
      join accounts a on a.tenant_id = ${tenantId} and a.id = code.account_id
    where a.closed_at is null
    for key share of a
    returning account_id`.execute(db);
  return new Set(rows.map(({ account_id }) => account_id));
}

/** An account that a letter with a code goes to. */
export type UnregisteredAccount = Awaited<ReturnType<typeof findUnregisteredAccounts>>[number];

/**
 * Returns open accounts without a login, by id; at most a thousand.
 * @param again true to include those with a code that is still valid
 */
export async function findUnregisteredAccounts(
  db: TenantDb,
  tenantId: number,
  { after, now, again }: { after: number; now: Date; again: boolean },
) {
  return db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.reference', 'a.title', 'a.firstname', 'a.lastname', 'a.email', 'a.address1', 'a.address2'])
    .select(['a.town', 'a.county', 'a.postcode', 'a.country_code'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '>', after)
    .where('a.closed_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('login_accounts as la')
            .select('la.login_id')
            .whereRef('la.tenant_id', '=', 'a.tenant_id')
            .whereRef('la.account_id', '=', 'a.id'),
        ),
      ),
    )
    .$if(!again, (accounts) =>
      accounts.where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('renewal_codes as c')
              .select('c.account_id')
              .whereRef('c.tenant_id', '=', 'a.tenant_id')
              .whereRef('c.account_id', '=', 'a.id')
              .where('c.spent_at', 'is', null)
              .where('c.expires_at', '>', now),
          ),
        ),
      ),
    )
    .orderBy('a.id')
    .limit(1000)
    .execute();
}

/** Finds an open account by the marina's own reference, with the end of its last open code. */
export async function findRegistration(db: TenantDb, tenantId: number, reference: string, now: Date) {
  return db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.reference', 'a.email'])
    .select(isRegistered)
    .select((row) =>
      row
        .selectFrom('renewal_codes as c')
        .select(({ fn }) => fn.max('c.expires_at').as('last'))
        .whereRef('c.tenant_id', '=', 'a.tenant_id')
        .whereRef('c.account_id', '=', 'a.id')
        .where('c.spent_at', 'is', null)
        .where('c.expires_at', '>', now)
        .as('valid_until'),
    )
    .where('a.tenant_id', '=', tenantId)
    .where('a.reference', '=', reference)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Finds an open account without a login. */
export async function findUnregistered(db: TenantDb, tenantId: number, accountId: number) {
  const account = await db
    .selectFrom('accounts as a')
    .select('a.email')
    .select(isRegistered)
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', accountId)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst();
  return account && !account.registered ? account : undefined;
}

/** Marks a code as used. It opens nothing any more. */
export async function spendRenewalCode(trx: TenantDb, tenantId: number, codeHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable('renewal_codes')
    .set({ spent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Counts a failed use of a code. Beyond a few it opens nothing any more. */
export async function countFailedUse(db: TenantDb, tenantId: number, codeHash: Buffer): Promise<void> {
  await db
    .updateTable('renewal_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Deletes codes that ended a year ago. Until then somebody who types one hears if they are registered already. */
export async function sweepRenewalCodes(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('renewal_codes')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<=', daysBefore(now, 365))
    .execute();
}
