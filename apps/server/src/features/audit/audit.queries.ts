import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Adds an entry to the end of a tenant's chain. The chain's lock is held until the transaction ends. */
export async function insertEntry(db: TenantDb, tenantId: number, content: string): Promise<void> {
  await sql`select append_audit(${tenantId}, ${content})`.execute(db);
}

export interface EntryRow {
  sequence: number;
  /** The exact text that was hashed. */
  content: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** Returns the next `limit` entries of a chain after one, in its order. */
export async function listEntriesAfter(
  db: TenantDb,
  tenantId: number,
  sequence: number,
  limit: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('audit_entries')
    .select(['sequence', sql<string>`content::text`.as('content'), 'previous_hash', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Finds the first entry of an event about one object of an account. */
export async function findEntryAbout(
  db: TenantDb,
  tenantId: number,
  about: { event: string; accountId: number; subjectId: string },
) {
  return db
    .selectFrom('audit_entries')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', about.accountId)
    .where('event', '=', about.event)
    .where(sql<string>`content -> 'subject' ->> 'id'`, '=', about.subjectId)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the end of a chain; undefined if it is empty. */
export async function findHead(db: TenantDb, tenantId: number) {
  return db.selectFrom('audit_heads').select(['sequence', 'hash']).where('tenant_id', '=', tenantId).executeTakeFirst();
}
