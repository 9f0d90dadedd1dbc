import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { minute } from '../../lib/time/durations.ts';
import type { EndpointRow } from './endpoints.queries.ts';
import { isLongOutage } from './pauses.rules.ts';

/** An event that is older than this when its delivery is added waited for the endpoint: newer ones go first. */
const lateMs = minute;

/** The condition for the events of an endpoint's types. A test event goes to its own endpoint alone. */
const isFor = ({ types, reference }: Pick<EndpointRow, 'types' | 'reference'>) => sql<boolean>`case
  when e.type = 'webhook.test' then e.object ->> 'endpoint' = ${reference}
  else cardinality(${types}::text[]) = 0 or e.type = any(${types}::text[]) end`;

/**
 * Adds a delivery of each event that came since the last ones, up to `most` events. Those of a time when the endpoint
 * failed or was off are late.
 * @returns the number of the last event that was looked at; null if there is none
 */
export async function addDeliveries(
  trx: TenantDb,
  endpoint: EndpointRow,
  { now, most }: { now: Date; most: number },
): Promise<number | null> {
  const { tenant_id: tenantId, id, sent_up_to: after, failing_since } = endpoint;
  const lateBefore = failing_since === null ? new Date(now.getTime() - lateMs) : now;
  const { rows } = await sql<{ last: number | null }>`
    with new as (
      select e.id, e.sequence, e.occurred_at, ${isFor(endpoint)} as wanted from events e
      where e.tenant_id = ${tenantId} and e.sequence > ${after} order by e.sequence limit ${most}
    ), added as (
      insert into webhook_deliveries (tenant_id, endpoint_id, event_id, begun_at, next_at, is_late)
      select ${tenantId}::int, ${id}::int, new.id, ${now}::timestamptz, ${now}::timestamptz,
        new.occurred_at < ${lateBefore}::timestamptz
      from new where wanted order by sequence
      on conflict do nothing
    )
    select max(sequence)::bigint as last from new`.execute(trx);
  return rows[0]?.last ?? null;
}

/** Sends the events of a span again. @returns how many */
export async function repeatDeliveries(
  trx: TenantDb,
  endpoint: EndpointRow,
  { from, to }: { from: number; to: number },
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_deliveries (tenant_id, endpoint_id, event_id, begun_at, next_at, is_late)
    select e.tenant_id, ${endpoint.id}::int, e.id, ${now}::timestamptz, ${now}::timestamptz, true
    from events e
    where e.tenant_id = ${endpoint.tenant_id} and e.sequence between ${from} and ${to} and ${isFor(endpoint)}
    order by e.sequence
    on conflict (tenant_id, endpoint_id, event_id) do update
      set state = 'waiting', attempts = 0, is_late = true,
        begun_at = excluded.begun_at, next_at = excluded.next_at`.execute(trx);
  return Number(numAffectedRows);
}

export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number];

/** Returns the deliveries whose time has come: new events before late ones, of each the first ones first. */
export async function dueDeliveries(
  db: TenantDb,
  tenantId: number,
  { endpointId, now, limit }: { endpointId: number; now: Date; limit: number },
) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('events as e', (join) => join.onRef('e.tenant_id', '=', 'd.tenant_id').onRef('e.id', '=', 'd.event_id'))
    .select(['d.id', 'd.attempts', 'd.begun_at', 'e.id as event_id', 'e.sequence', 'e.type', 'e.reference'])
    .select(['e.object', 'e.version', 'e.occurred_at'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.endpoint_id', '=', endpointId)
    .where('d.state', '=', 'waiting')
    .where('d.next_at', '<=', now)
    .orderBy('d.is_late')
    .orderBy('d.next_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/**
 * Makes what waits due now, and lets it be tried for three days again. Events that failed for good join it if the
 * endpoint has accepted nothing for so long: they failed only because of that.
 */
export async function renewDeliveries(
  trx: TenantDb,
  { tenant_id: tenantId, id, failing_since: since }: Pick<EndpointRow, 'tenant_id' | 'id' | 'failing_since'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, begun_at: now, next_at: now, is_late: true })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', id)
    .where((eb) => {
      const waits = eb('state', '=', 'waiting');
      return isLongOutage(since, now)
        ? eb.or([waits, eb.and([eb('state', '=', 'failed'), eb('last_at', '>=', since)])])
        : waits;
    })
    .execute();
}

/** Returns the time of the next delivery that waits; null if none does. */
export async function nextDelivery(db: TenantDb, tenantId: number, endpointId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_at')
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at ?? null;
}

/** Returns since when the oldest event waits for its delivery; null if none does. */
export async function waitingSince(db: TenantDb, tenantId: number, endpointId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.min('begun_at').as('since'))
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.since ?? null;
}

/** Returns the answer to the last request that failed and is tried again, such as "HTTP 503". Empty: there is none. */
export async function lastProblem(db: TenantDb, tenantId: number, endpointId: number): Promise<string> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(['status', 'problem'])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('last_at', 'is not', null)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.problem ?? (row?.status ? `HTTP ${row.status}` : '');
}

export interface Outcome {
  state: 'waiting' | 'delivered' | 'failed';
  next_at: Date | null;
  last_at: Date;
  status: number | null;
  duration_ms: number;
  answer: string | null;
  problem: string | null;
}

/** Stores the outcome of an attempt, unless another sender has stored one since. */
export async function storeOutcome(
  db: TenantDb,
  tenantId: number,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...outcome, attempts: attempts + 1, ...(outcome.state === 'waiting' && { is_late: true }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute();
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Lists deliveries, the newest first. */
export async function listDeliveries(
  db: TenantDb,
  tenantId: number,
  filter: { endpointId: number; before: number | null; state: DeliveryState | undefined; take: number },
) {
  const { endpointId, before, state, take } = filter;
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('events as e', (join) => join.onRef('e.tenant_id', '=', 'd.tenant_id').onRef('e.id', '=', 'd.event_id'))
    .select(['d.id', 'd.event_id', 'e.type', 'e.sequence', 'd.state', 'd.attempts', 'd.next_at', 'd.last_at'])
    .select(['d.status', 'd.duration_ms', 'd.answer', 'd.problem'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.endpoint_id', '=', endpointId)
    .$if(before !== null, (query) => query.where('d.id', '<', before ?? 0))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state ?? 'waiting'))
    .orderBy('d.id', 'desc')
    .limit(take)
    .execute();
}

type DeliveryState = 'waiting' | 'delivered' | 'failed';
