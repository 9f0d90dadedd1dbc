import { type Kysely, sql } from 'kysely';

/**
 * Puts a table behind the tenant's wall: the application's role sees and writes only rows of the tenant that its
 * connection is set to, and with none set nothing at all. FORCE binds the owner too, so that a view or a function of
 * the owner's can't leak.
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
