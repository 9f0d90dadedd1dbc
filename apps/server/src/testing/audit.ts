import { sql } from 'kysely';
import type { AuditEntry } from '../features/audit/audit-entry.ts';
import type { TestTenant } from './factories.ts';

/** An entry as it is stored. */
export type StoredAudit = Omit<AuditEntry, 'at'> & { at: string };

/** A tenant's audit trail, from its first entry. */
export async function auditOf({ id, db }: TestTenant): Promise<StoredAudit[]> {
  const { rows } = await sql<{ content: StoredAudit }>`
    select content from audit_entries where tenant_id = ${id} order by sequence`.execute(db);
  return rows.map(({ content }) => content);
}
