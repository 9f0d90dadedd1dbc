import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/fixed-query.ts';

/** Decision C8.2. Each further lock in a row is twice as long as the one before. */
const lockRule = {
  failures: 10,
  windowMs: 15 * 60_000,
  firstLockMs: 15 * 60_000,
  longestLockMs: 24 * 60 * 60_000,
} as const;

const hashName = (loginName: string) => createHash('sha256').update(loginName).digest();

/** `last`: it may go on, and where it fails the login is locked from then on. */
type Try = 'allowed' | 'last' | 'refused';

/**
 * Counts a try to sign in as a failure before it is known to be one, in one statement, so that parallel guesses can't
 * slip past; answers whether it may go on. The same for a name that no login has. `forgiveTries` undoes it on success.
 * @param loginName trimmed and lower-cased
 */
export async function takeTry(db: TenantDb, tenantId: number, loginName: string, now: Date): Promise<Try> {
  const { failures, firstLockMs, longestLockMs } = lockRule;
  const windowStart = new Date(now.getTime() - lockRule.windowMs);
  const locked = sql`l.locked_until > ${now}`;
  const over = sql`(l.locked_until <= ${now} or l.window_started_at <= ${windowStart})`;
  const locking = sql`l.failures + 1 >= ${failures}`;
  const lockMs = sql`least(${firstLockMs}::float8 * power(2, least(l.locks, 20)), ${longestLockMs}::float8)`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_locks as l (tenant_id, name_hash, failures, window_started_at)
    values (${tenantId}, ${hashName(loginName)}, 1, ${now})
    on conflict (tenant_id, name_hash) do update set
      failures = case when ${locked} then ${failures} + 1 when ${over} then 1 else l.failures + 1 end,
      window_started_at = case when not coalesce(${locked}, false) and ${over} then ${now} else l.window_started_at end,
      locked_until = case
        when ${locked} then l.locked_until
        when ${over} then null
        when ${locking} then ${now}::timestamptz + ${lockMs} * interval '1 millisecond'
      end,
      locks = case when ${locked} or ${over} or not ${locking} then l.locks else l.locks + 1 end
    returning failures`.execute(db);
  const counted = rows[0]?.failures ?? failures + 1;
  if (counted > failures) return 'refused';
  return counted === failures ? 'last' : 'allowed';
}

/** The right password clears the count, and the doubling with it. */
export async function forgiveTries(db: TenantDb, tenantId: number, loginName: string): Promise<void> {
  await triesDeleted(db, { tenantId, nameHash: hashName(loginName) });
}

const triesDeleted = fixedQuery((db, values: { tenantId: number; nameHash: Buffer }) =>
  db.deleteFrom('sign_in_locks').where('tenant_id', '=', values.tenantId).where('name_hash', '=', values.nameHash),
);

/** Forgets counts that nothing follows from any more: a day after the lock, and its doubling with it. */
export async function sweepLocks(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lockRule.longestLockMs);
  await db
    .deleteFrom('sign_in_locks')
    .where('tenant_id', '=', tenantId)
    .where('window_started_at', '<', before)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<', before)]))
    .execute();
}
