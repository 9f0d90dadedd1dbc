import { sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';

export interface Hit {
  db: TenantDb;
  tenantId: number;
  bucket: string;
  /** The window in which it was counted. Taking the hit back must not change a later window. */
  windowStartedAt: Date;
}

interface Bucket {
  tenantId: number;
  /** The limit's name, and the hash of whom it counts. */
  bucket: string;
}

/**
 * Counts a hit in one statement, so that parallel requests can't bypass it.
 * @param opened a window that began at this time or earlier has ended
 */
export async function addHit(
  db: TenantDb,
  { tenantId, bucket, opened, now }: Bucket & { opened: Date; now: Date },
): Promise<{ hits: number; window_started_at: Date } | undefined> {
  const { rows } = await sql<{ hits: number; window_started_at: Date }>`
    insert into rate_limits as r (tenant_id, bucket, window_started_at, hits)
    values (${tenantId}, ${bucket}, ${now}, 1)
    on conflict (tenant_id, bucket) do update set
      hits = case when r.window_started_at <= ${opened} then 1 else r.hits + 1 end,
      window_started_at = case when r.window_started_at <= ${opened} then ${now} else r.window_started_at end
    returning hits, window_started_at`.execute(db);
  return rows[0];
}

/**
 * Takes the next turn of a queue, in one statement. The row's time is the last turn that was given.
 * @returns the turn; undefined if it would come later than `latest`
 */
export async function takeTurn(
  db: TenantDb,
  { tenantId, bucket, everyMs, latest, now }: Bucket & { everyMs: number; latest: Date; now: Date },
): Promise<Date | undefined> {
  const every = sql`${everyMs} * interval '1 millisecond'`;
  const { rows } = await sql<{ window_started_at: Date }>`
    insert into rate_limits as r (tenant_id, bucket, window_started_at, hits)
    values (${tenantId}, ${bucket}, ${now}::timestamptz + ${every}, 1)
    on conflict (tenant_id, bucket) do update set
      window_started_at = greatest(r.window_started_at, ${now}::timestamptz) + ${every}
      where greatest(r.window_started_at, ${now}::timestamptz) + ${every} <= ${latest}
    returning window_started_at`.execute(db);
  return rows[0]?.window_started_at;
}

/** Deletes a counter or a queue. */
export async function deleteBucket(db: TenantDb, { tenantId, bucket }: Bucket): Promise<void> {
  await db.deleteFrom('rate_limits').where('tenant_id', '=', tenantId).where('bucket', '=', bucket).execute();
}

/** Returns the hits of the window that began after `since`. */
export function findBucket(db: TenantDb, { tenantId, bucket, since }: Bucket & { since: Date }) {
  return db
    .selectFrom('rate_limits')
    .select(['hits', 'window_started_at'])
    .where('tenant_id', '=', tenantId)
    .where('bucket', '=', bucket)
    .where('window_started_at', '>', since)
    .executeTakeFirst();
}

/** Takes hits back. @param windowStartedAt the window; absent: the open one */
export async function takeBack({
  db,
  tenantId,
  bucket,
  windowStartedAt,
}: Omit<Hit, 'windowStartedAt'> & Partial<Hit>): Promise<void> {
  let query = db
    .updateTable('rate_limits')
    .set((row) => ({ hits: row('hits', '-', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('bucket', '=', bucket)
    .where('hits', '>', 0);
  if (windowStartedAt) query = query.where('window_started_at', '=', windowStartedAt);
  await query.execute();
}

/** Deletes counters whose window ended long ago. */
export async function sweepRateLimits(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('tenant_id', '=', tenantId)
    .where('window_started_at', '<', before)
    .execute();
}
