import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface NewEventRow {
  id: string;
  type: string;
  reference: string | null;
  object: object;
  version: string;
}

/** Inserts events in one statement, in their order. They get their numbers when the transaction commits. */
export async function insertEvents(
  trx: TenantDb,
  tenantId: number,
  rows: readonly NewEventRow[],
  now: Date,
): Promise<void> {
  await sql`
    insert into events (tenant_id, id, type, reference, object, version, occurred_at)
    select ${tenantId}::int, (r.row ->> 'id')::uuid, r.row ->> 'type', r.row ->> 'reference', r.row -> 'object',
      r.row ->> 'version', ${now}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (row, place)
    order by r.place`.execute(trx);
}

export type EventRow = Awaited<ReturnType<typeof listEventsAfter>>[number];

/** Lists committed events in their order. One that has no number yet is not committed. */
export async function listEventsAfter(
  db: TenantDb,
  tenantId: number,
  { after, take, types }: { after: number; take: number; types: readonly string[] | undefined },
) {
  return db
    .selectFrom('events')
    .select(['id', 'sequence', 'type', 'reference', 'object', 'version', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', after)
    .$if(types !== undefined, (query) => query.where('type', '=', sql<string>`any(${types ?? []}::text[])`))
    .orderBy('sequence')
    .limit(take)
    .execute();
}

/** Returns the number of the newest committed event; 0 if there was none. */
export async function lastSequence(db: TenantDb, tenantId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last from counters where tenant_id = ${tenantId} and name = 'event'`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Returns the number of the oldest event that is kept, or else of the next one. */
export async function firstSequence(db: TenantDb, tenantId: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    select coalesce(
      (select min(sequence) from events where tenant_id = ${tenantId}),
      (select last + 1 from counters where tenant_id = ${tenantId} and name = 'event'),
      1
    )::bigint as first`.execute(db);
  return rows[0]?.first ?? 1;
}

/** Deletes the oldest events, up to the first one that is not older than `before`. So no gap appears between others. */
export async function deleteEvents(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await sql`
    delete from events
    where tenant_id = ${tenantId} and sequence < coalesce(
      (select sequence from events
        where tenant_id = ${tenantId} and sequence is not null and occurred_at >= ${before}
        order by sequence limit 1),
      (select last + 1 from counters where tenant_id = ${tenantId} and name = 'event'))`.execute(db);
}
