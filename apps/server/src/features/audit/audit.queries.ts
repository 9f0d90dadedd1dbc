import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';

/** Adds an entry to the end of a tenant's chain. The chain's lock is held until the transaction ends. */
export const insertEntry = fixedQuery(
  (_, { tenantId, content }: { tenantId: number; content: string }) => sql`select ${appending(tenantId, content)}`,
);

/** Adds an entry as a part of a larger statement, which must do it last. @param content from `auditText` */
export const appending = (tenantId: number, content: string): RawBuilder<number> =>
  sql`append_audit(${tenantId}, ${content})`;

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

/** Finds the first entry of an event about one object of an account, here or in a trail that came with an export. */
export async function findEntryAbout(
  db: TenantDb,
  tenantId: number,
  about: { event: string; accountId: number; subjectId: string },
) {
  const within = (table: 'audit_entries' | 'earlier_audit_entries') =>
    db
      .selectFrom(table)
      .select(['sequence', 'hash'])
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', about.accountId)
      .where('event', '=', about.event)
      .where(sql<string>`content -> 'subject' ->> 'id'`, '=', about.subjectId)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
  return (await within('audit_entries')) ?? within('earlier_audit_entries');
}

/** Returns the next `limit` entries of the trails that came with an export, after one of them. */
export async function listEarlierAfter(
  db: TenantDb,
  tenantId: number,
  { trail, sequence }: { trail: number; sequence: number },
  limit: number,
): Promise<(EntryRow & { trail: number; written_as: number })[]> {
  return db
    .selectFrom('earlier_audit_entries')
    .select(['trail', 'sequence', 'written_as', sql<string>`content::text`.as('content'), 'previous_hash', 'hash'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`(trail, sequence) > (${trail}, ${sequence})`)
    .orderBy('trail')
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Returns the end of a chain; undefined if it is empty. */
export async function findHead(db: TenantDb, tenantId: number) {
  return db.selectFrom('audit_heads').select(['sequence', 'hash']).where('tenant_id', '=', tenantId).executeTakeFirst();
}
