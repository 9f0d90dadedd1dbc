import { type Kysely, sql } from 'kysely';
import type { AuditEntry } from '../features/audit/audit-entry.rules.ts';
import type { TestTenant } from './factories/factories.ts';

/** An audit entry as it is stored. */
export type StoredAudit = Omit<AuditEntry, 'at'> & { at: string };

/** Returns a tenant's audit trail, from its first entry. */
export async function auditOf({ id, db }: TestTenant): Promise<StoredAudit[]> {
  const { rows } = await sql<{ content: StoredAudit }>`
    select content from audit_entries where tenant_id = ${id} order by sequence`.execute(db);
  return rows.map(({ content }) => content);
}

/** Changes a tenant's audit trail with the owner's rights and without the triggers. */
export async function tamperWithAudit<Database>(
  ownerDb: Kysely<Database>,
  { id }: Pick<TestTenant, 'id'>,
  statements: readonly string[],
): Promise<void> {
  const tables = ['audit_entries', 'audit_heads'];
  await ownerDb.transaction().execute(async (trx) => {
    await sql`select set_config('app.tenant_id', ${String(id)}, true)`.execute(trx);
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  });
}
