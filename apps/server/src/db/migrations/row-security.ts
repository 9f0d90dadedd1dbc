import { type Kysely, sql } from 'kysely';

/**
 * Puts tables behind the tenant's wall: the application's role reads and writes only rows of the tenant that its
 * connection is set to, and none if no tenant is set. FORCE binds the owner too, so that its views and functions
 * can't leak.
 */
export async function protectByTenant(db: Kysely<unknown>, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
    await sql`
      create policy tenant on ${sql.table(table)}
        using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)
        with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)
    `.execute(db);
  }
}
