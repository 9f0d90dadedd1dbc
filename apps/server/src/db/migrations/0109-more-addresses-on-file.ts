import { type Kysely, sql } from 'kysely';

/**
 * Gives logins that wait for their confirmation the address that the office has given for their account, if 0102 gave
 * them none. That one left out an account with the same address as its login: the customer may have changed it, with
 * the same typing mistake. The office's own address is no such risk. Without one, a forgotten password had no way back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = ['logins', 'login_accounts', 'accounts'];
  // The owner is no tenant, and sees no row behind the tenant's wall.
  for (const table of tables) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`
    update logins l set address_on_file = own.email
    from (
      select distinct on (la.tenant_id, la.login_id) la.tenant_id, la.login_id,
        lower(trim(a.imported_details ->> 'email')) as email
      from login_accounts la join accounts a on a.tenant_id = la.tenant_id and a.id = la.account_id
      where trim(a.imported_details ->> 'email') <> ''
      order by la.tenant_id, la.login_id, la.account_id
    ) own
    where own.tenant_id = l.tenant_id and own.login_id = l.id
      and l.email_confirmed_at is null and l.address_on_file is null`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
}
