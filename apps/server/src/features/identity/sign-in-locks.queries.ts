import { hash as digest } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';
import { type AddHits, makeAdding } from '../../http/limits/rate-limit.queries.ts';
import { day, minute } from '../../lib/time/durations.ts';

/** Ten failures lock a pair. Each further lock in a row is twice as long as the one before (decision C8.2). */
const lockRule = {
  failures: 10,
  windowMs: 15 * minute,
  firstLockMs: 15 * minute,
  longestLockMs: day,
} as const;

/** The pair whose failures count together: a login's name, known or not, and the origin of the tries. */
export interface Pair {
  /** Trimmed and lower-cased. */
  name: string;
  /** A network, or a device that has signed in with the name before. So nobody locks out people elsewhere. */
  source: string;
}

const hash = (text: string) => digest('sha256', text, 'buffer');

/** Returns a key for a pair within a tenant, which does not reveal the pair. */
export const keyOf = (tenantId: number, { name, source }: Pair) =>
  `${tenantId}:${hash(name).toString('base64')}:${hash(source).toString('base64')}`;

/** Returns the hashes under which a pair is stored. */
export const hashesOf = ({ name, source }: Pair) => ({ nameHash: hash(name), sourceHash: hash(source) });

/** Counts hits of a pair unless it is locked, in one statement. */
export const addUnlessLocked =
  (pair: Pair): AddHits =>
  (db, addition) =>
    addIfOpen(db, { ...addition, values: hashesOf(pair) });

const addIfOpen = makeAdding(
  ({ tenantId, nameHash, sourceHash, now }) => sql`
    not exists (
      select from sign_in_locks
      where tenant_id = ${tenantId} and name_hash = ${nameHash} and source_hash = ${sourceHash}
        and locked_until > ${now})`,
);

/**
 * Counts a failure. A try counts after it has failed and never before: one that a full disk or a crash cut off is no
 * failure.
 * @returns true if this one locked the pair
 */
export async function countFailure(
  db: TenantDb,
  tenantId: number,
  { name, source }: Pair,
  now: Date,
): Promise<boolean> {
  const { failures, firstLockMs, longestLockMs } = lockRule;
  const windowStart = new Date(now.getTime() - lockRule.windowMs);
  const locked = sql`l.locked_until > ${now}`;
  const over = sql`(l.locked_until <= ${now} or l.window_started_at <= ${windowStart})`;
  const locking = sql`l.failures + 1 >= ${failures}`;
  const lockMs = sql`least(${firstLockMs}::float8 * power(2, least(l.locks, 20)), ${longestLockMs}::float8)`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_locks as l (tenant_id, name_hash, source_hash, failures, window_started_at)
    values (${tenantId}, ${hash(name)}, ${hash(source)}, 1, ${now})
    on conflict (tenant_id, name_hash, source_hash) do update set
      failures = case when ${locked} then ${failures} + 1 when ${over} then 1 else l.failures + 1 end,
      window_started_at = case when not coalesce(${locked}, false) and ${over} then ${now} else l.window_started_at end,
      locked_until = case
        when ${locked} then l.locked_until
        when ${over} then null
        when ${locking} then ${now}::timestamptz + ${lockMs} * interval '1 millisecond'
      end,
      locks = case when ${locked} or ${over} or not ${locking} then l.locks else l.locks + 1 end
    returning failures`.execute(db);
  return rows[0]?.failures === failures;
}

interface PairValues {
  tenantId: number;
  nameHash: Buffer;
  sourceHash: Buffer;
}

/** Clears a pair's count after the right password, and the doubling with it. */
export async function clearTries(db: TenantDb, tenantId: number, pair: Pair): Promise<void> {
  await deleteTries(db, { tenantId, ...hashesOf(pair) });
}

const deleteTries = fixedQuery((db, values: PairValues) =>
  db
    .deleteFrom('sign_in_locks')
    .where('tenant_id', '=', values.tenantId)
    .where('name_hash', '=', values.nameHash)
    .where('source_hash', '=', values.sourceHash),
);

/** Returns the number of networks and browsers for which a login's name is locked, and the end of the last lock. */
export async function locksOf(db: TenantDb, tenantId: number, name: string, now: Date) {
  return db
    .selectFrom('sign_in_locks')
    .select(({ fn }) => [fn.countAll<number>().as('places'), fn.max('locked_until').as('until')])
    .where('tenant_id', '=', tenantId)
    .where('name_hash', '=', hash(name))
    .where('locked_until', '>', now)
    .executeTakeFirstOrThrow();
}

/** Opens every lock of a login's name after a new password. */
export async function openLocks(db: TenantDb, tenantId: number, name: string): Promise<void> {
  await db.deleteFrom('sign_in_locks').where('tenant_id', '=', tenantId).where('name_hash', '=', hash(name)).execute();
}

/** Deletes counts without any effect: a day after the lock, and its doubling with it. */
export async function sweepLocks(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lockRule.longestLockMs);
  await db
    .deleteFrom('sign_in_locks')
    .where('tenant_id', '=', tenantId)
    .where('window_started_at', '<', before)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<', before)]))
    .execute();
}
