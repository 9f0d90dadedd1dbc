import { type Kysely, sql } from 'kysely';

/**
 * Remembers the account's address on file for a login that was registered with another address. Until that one is
 * confirmed, a link to a new password goes to the address on file (0019).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logins add column address_on_file text`.execute(db);
  await fillIn(db);
  await sql`
    create index logins_by_address_on_file on logins (tenant_id, address_on_file)
      where address_on_file is not null`.execute(db);
}

/** Logins that are not confirmed yet get the address that is on file now, of the first of their accounts. */
async function fillIn(db: Kysely<unknown>): Promise<void> {
  const tables = ['logins', 'login_accounts', 'accounts'];
  // The owner is no tenant, and sees no row behind the tenant's wall.
  for (const table of tables) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`
    update logins l set address_on_file = own.email
    from (
      select distinct on (la.tenant_id, la.login_id) la.tenant_id, la.login_id, lower(trim(a.email)) as email
      from login_accounts la join accounts a on a.tenant_id = la.tenant_id and a.id = la.account_id
      where trim(a.email) <> ''
      order by la.tenant_id, la.login_id, la.account_id
    ) own
    where own.tenant_id = l.tenant_id and own.login_id = l.id
      and l.email_confirmed_at is null and l.email <> own.email`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
}
