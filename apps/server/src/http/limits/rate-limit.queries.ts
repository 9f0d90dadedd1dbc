import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';

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

/** A counter, as a hit finds it. */
export interface Counter {
  bucket: string;
  /** A window that began at this time or earlier has ended. */
  opened: Date;
  /** The number of hits beyond which the counters after it don't count. */
  max: number;
}

/** A counter after a hit. */
export interface HitRow {
  bucket: string;
  hits: number;
  window_started_at: Date;
}

type Values = Record<string, unknown>;

/** A condition without which nothing counts, written with the statement's values (`fixedQuery`). */
type Condition = (values: Values) => RawBuilder<boolean>;

interface Addition {
  tenantId: number;
  counters: readonly Counter[];
  now: Date;
  /** The values of the condition. */
  values?: Values;
}

/** Counts hits, and returns the rows of the counters that counted. */
export type AddHits = (db: TenantDb, addition: Addition) => Promise<HitRow[]>;

/**
 * Makes a function that counts a hit of each counter, in their order, until one is beyond its limit. It uses one
 * statement, so that parallel requests can't bypass it.
 */
export function makeAdding(condition: Condition): AddHits {
  const statements = new Map<number, ReturnType<typeof buildAddition>>();
  return async (db, { tenantId, counters, now, values = {} }) => {
    const statement = statements.get(counters.length) ?? buildAddition(counters.length, condition);
    statements.set(counters.length, statement);
    const named = counters.flatMap((counter, index) =>
      Object.entries(counter).map(([name, value]) => [`${name}${index}`, value] as const),
    );
    return statement(db, { tenantId, now, ...values, ...Object.fromEntries(named) });
  };
}

/** Counts hits without a condition. */
export const addAlways = makeAdding(() => sql`true`);

/** Builds the statement for a number of counters. Each reads the row of the one before, so they are locked in turn. */
const buildAddition = (count: number, condition: Condition) =>
  fixedQuery((_, values: Values) => {
    const places = Array.from({ length: count }, (_, index) => index);
    const table = (index: number) => sql.id(`hit${index}`);
    const hits = places.map((index) => {
      const [bucket, opened] = [values[`bucket${index}`], values[`opened${index}`]];
      const before = index - 1;
      const counts =
        index === 0
          ? sql`where ${condition(values)}`
          : sql`from ${table(before)} where hits <= ${values[`max${before}`]}::int`;
      return sql`${table(index)} as (
        insert into rate_limits as r (tenant_id, bucket, window_started_at, hits)
        select ${values.tenantId}::int, ${bucket}::text, ${values.now}::timestamptz, 1 ${counts}
        on conflict (tenant_id, bucket) do update set
          hits = case when r.window_started_at <= ${opened} then 1 else r.hits + 1 end,
          window_started_at = case when r.window_started_at <= ${opened} then ${values.now}
            else r.window_started_at end
        returning bucket, hits, window_started_at)`;
    });
    const rows = places.map((index) => sql`select bucket, hits, window_started_at from ${table(index)}`);
    return sql<HitRow>`with ${sql.join(hits)} ${sql.join(rows, sql` union all `)}`;
  });

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

/** Takes a hit back, in the window in which it was counted. */
export async function takeBack({ db, tenantId, bucket, windowStartedAt }: Hit): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ hits: row('hits', '-', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('bucket', '=', bucket)
    .where('hits', '>', 0)
    .where('window_started_at', '=', windowStartedAt)
    .execute();
}

/** Counters of a tenant, in the order in which they are counted. */
export interface Buckets {
  tenantId: number;
  buckets: readonly string[];
}

/** Takes a hit of each counter back, in the open window. */
export const subtractHits = fixedQuery((_, values: Buckets) => subtracting(values, sql`true`));

/**
 * Takes hits back as a part of a larger statement. It locks the counters in their order, so that two requests don't
 * wait for each other.
 */
export const subtracting = ({ tenantId, buckets }: Buckets, condition: RawBuilder<unknown>): RawBuilder<never> => sql`
  update rate_limits as r set hits = r.hits - 1
  from (
    select bucket from rate_limits where ${condition} and tenant_id = ${tenantId} and bucket = any(${buckets})
    order by array_position(${buckets}::text[], bucket) for no key update
  ) as own
  where r.tenant_id = ${tenantId} and r.bucket = own.bucket and r.hits > 0`;

/** Deletes counters whose window ended long ago. */
export async function sweepRateLimits(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('tenant_id', '=', tenantId)
    .where('window_started_at', '<', before)
    .execute();
}
