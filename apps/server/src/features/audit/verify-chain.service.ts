import { createHash } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { type EntryRow, findHead, listEarlierAfter, listEntriesAfter } from './audit.queries.ts';

export type Verification =
  | { intact: true; entries: number; lastHash: string }
  /** `sequence` is the first entry that is missing, or differs from what was recorded. */
  | { intact: false; sequence: number; reason: 'missing' | 'changed' | 'torn' | 'unknown' };

interface Link {
  sequence: number;
  hash: Buffer;
}

const start: Link = { sequence: 0, hash: Buffer.alloc(32) };

const pageSize = 2_000;

/**
 * Checks a tenant's chain from its first entry, in one snapshot, and returns the first broken entry. It is `missing`,
 * or `changed`: its content does not fit its hash. It is `torn` if it does not follow the entry before it, and
 * `unknown` if it stands after the recorded end of the chain.
 */
export async function verifyChain(db: TenantDb, tenantId: number): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      let last = start;
      for (;;) {
        const page = await listEntriesAfter(trx, tenantId, last.sequence, pageSize);
        for (const row of page) {
          const reason = findBreak(tenantId, last, row);
          if (reason) return { intact: false, sequence: last.sequence + 1, reason };
          last = row;
        }
        if (page.length < pageSize) return compareWithEnd(last, await findHead(trx, tenantId));
      }
    });
}

/** An entry of a trail that another installation wrote. */
export interface EarlierEntry extends EntryRow {
  /** 1 is the oldest trail. */
  trail: number;
  /** The number of the marina in the installation that wrote it. */
  written_as: number;
}

/** Checks the entries of earlier trails, which come one after the other. */
export class TrailCheck {
  #trail = 0;
  #last = start;

  /** @returns what is wrong with an entry; null if it follows the one before it */
  check(entry: EarlierEntry): ReturnType<typeof findBreak> {
    if (entry.trail === this.#trail + 1) [this.#trail, this.#last] = [entry.trail, start];
    const reason = entry.trail === this.#trail ? findBreak(entry.written_as, this.#last, entry) : 'missing';
    this.#last = entry;
    return reason;
  }
}

/** Checks the trails that came with an export. @returns each trail with its entries, up to the first broken one */
export async function verifyEarlierTrails(
  db: TenantDb,
  tenantId: number,
): Promise<{ trail: number; verification: Verification }[]> {
  const check = new TrailCheck();
  const trails: { trail: number; verification: Verification }[] = [];
  for (let last = { trail: 0, sequence: 0 }; ; ) {
    const page = await listEarlierAfter(db, tenantId, last, pageSize);
    for (const entry of page) {
      const { trail, sequence } = entry;
      const reason = check.check(entry);
      if (reason) return [...trails, { trail, verification: { intact: false, sequence, reason } }];
      if (trail !== last.trail) trails.push({ trail, verification: { intact: true, entries: 0, lastHash: '' } });
      const lastHash = entry.hash.toString('hex');
      trails[trails.length - 1] = { trail, verification: { intact: true, entries: sequence, lastHash } };
      last = entry;
    }
    if (page.length < pageSize) return trails;
  }
}

function findBreak(tenantId: number, last: Link, row: EntryRow): 'missing' | 'changed' | 'torn' | null {
  if (row.sequence !== last.sequence + 1) return 'missing';
  if (!row.previous_hash.equals(last.hash)) return 'torn';
  return hashOf(tenantId, row).equals(row.hash) ? null : 'changed';
}

/** Computes the hash as the database's `append_audit` does. */
const hashOf = (tenantId: number, { sequence, content, previous_hash }: EntryRow) =>
  createHash('sha256').update(previous_hash).update(`${tenantId}:${sequence}:${content}`).digest();

function compareWithEnd(last: Link, head: Link | undefined): Verification {
  const end = head ?? start;
  if (end.sequence > last.sequence) return { intact: false, sequence: last.sequence + 1, reason: 'missing' };
  if (end.sequence < last.sequence) return { intact: false, sequence: end.sequence + 1, reason: 'unknown' };
  if (!end.hash.equals(last.hash)) return { intact: false, sequence: last.sequence, reason: 'torn' };
  return { intact: true, entries: last.sequence, lastHash: last.hash.toString('hex') };
}
