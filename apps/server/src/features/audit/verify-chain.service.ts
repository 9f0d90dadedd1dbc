import { createHash } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { type EntryRow, findHead, listEntriesAfter } from './audit.queries.ts';

export type Verification =
  | { intact: true; entries: number; lastHash: string }
  /** `sequence` is the first entry that is missing, or differs from what was recorded. */
  | { intact: false; sequence: number; reason: 'missing' | 'changed' | 'torn' | 'unknown' };

interface Link {
  sequence: number;
  hash: Buffer;
}

const pageSize = 2_000;

/**
 * Checks a tenant's chain from its first entry, in one snapshot, and returns the first broken entry: `missing` if it
 * is gone, `changed` if its content does not fit its hash, `torn` if it does not follow the one before, `unknown` if
 * the chain goes on past its recorded end.
 */
export async function verifyChain(db: TenantDb, tenantId: number): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      let last: Link = { sequence: 0, hash: Buffer.alloc(32) };
      for (;;) {
        const page = await listEntriesAfter(trx, tenantId, last.sequence, pageSize);
        for (const row of page) {
          const reason = judge(tenantId, last, row);
          if (reason) return { intact: false, sequence: last.sequence + 1, reason };
          last = row;
        }
        if (page.length < pageSize) return compareWithEnd(last, await findHead(trx, tenantId));
      }
    });
}

function judge(tenantId: number, last: Link, row: EntryRow): 'missing' | 'changed' | 'torn' | null {
  if (row.sequence !== last.sequence + 1) return 'missing';
  if (!row.previous_hash.equals(last.hash)) return 'torn';
  return hashOf(tenantId, row).equals(row.hash) ? null : 'changed';
}

/** Computes the hash as the database's `append_audit` does. */
const hashOf = (tenantId: number, { sequence, content, previous_hash }: EntryRow) =>
  createHash('sha256').update(previous_hash).update(`${tenantId}:${sequence}:${content}`).digest();

function compareWithEnd(last: Link, head: Link | undefined): Verification {
  const end = head ?? { sequence: 0, hash: Buffer.alloc(32) };
  if (end.sequence > last.sequence) return { intact: false, sequence: last.sequence + 1, reason: 'missing' };
  if (end.sequence < last.sequence) return { intact: false, sequence: end.sequence + 1, reason: 'unknown' };
  if (!end.hash.equals(last.hash)) return { intact: false, sequence: last.sequence, reason: 'torn' };
  return { intact: true, entries: last.sequence, lastHash: last.hash.toString('hex') };
}
