import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../client.ts';
import type { Database } from '../schema/schema.ts';

/** The names of all counters. Each feature adds its own (`declare module`). */
export interface Counters {}

export type CounterName = keyof Counters;

/** Transactions that hold the audit trail's lock, which comes after every counter. */
const audited = new WeakSet<TenantDb>();

/** Refuses numbers to the rest of a transaction, because it now holds the last lock in the order of locks. */
export const takeNoMoreNumbers = (trx: TenantDb): void => void audited.add(trx);

/**
 * Takes `count` running numbers of a tenant and returns the first. The counter's row stays locked until the
 * transaction ends, so take numbers late, but before the audit trail is written.
 * @throws Error after the audit trail: two transactions with opposite orders would wait for each other
 */
export async function takeNumbers(db: TenantDb, tenantId: number, name: CounterName, count = 1): Promise<number> {
  expectBeforeAudit(db, name);
  const { rows } = await sql<{ last: number }>`
    insert into counters (tenant_id, name, last) values (${tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set last = counters.last + ${count}
    returning last`.execute(db);
  const last = rows[0]?.last;
  if (last === undefined) throw new Error('the counter returned nothing');
  return last - count + 1;
}

/** Takes `count` running numbers for a transaction and returns the first. */
export type TakeNumbers = (trx: TenantDb, tenantId: number, name: CounterName, count: number) => Promise<number>;

/**
 * Returns a `takeNumbers` for long transactions. It takes the numbers outside of them, so that nobody waits for the
 * counter. Numbers of a transaction that fails stay unused. DANGER: the transaction must take none of these counters'
 * numbers in another way, or it waits for itself.
 * @param dbOf returns a handle of a marina outside of the transaction
 */
export const takeNumbersApart =
  (dbOf: (tenantId: number) => TenantDb): TakeNumbers =>
  async (trx, tenantId, name, count) => {
    expectBeforeAudit(trx, name);
    const counted = sql`(select ${count}::int as count from tenants where id = ${tenantId}) as wanted`;
    const db = dbOf(tenantId);
    const { rows } = await sql<{ last: number }>`${takeCountedNumbers(db, tenantId, name, counted)}`.execute(db);
    const last = rows[0]?.last;
    // Nobody else sees a marina that the transaction has just made, or waits for its counters.
    return last === undefined ? takeNumbers(trx, tenantId, name, count) : last - count + 1;
  };

function expectBeforeAudit(db: TenantDb, name: CounterName): void {
  if (audited.has(db)) throw new Error(`a number of "${name}" after the audit trail: take it before`);
}

/**
 * Takes as many numbers as `counted` says in its column `count`, as part of a larger statement, and returns the last
 * one. It takes none and returns no row if that is 0.
 * @throws Error after the audit trail
 */
export function takeCountedNumbers(
  db: TenantDb,
  tenantId: number,
  name: CounterName,
  counted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  expectBeforeAudit(db, name);
  return sql`
    insert into counters (tenant_id, name, last)
    select ${tenantId}::int, ${name}::text, count from ${counted} where count > 0
    on conflict (tenant_id, name) do update set last = counters.last + excluded.last
    returning last`;
}

/** Takes one number, `last`, as part of a larger statement. The counter is locked no longer than it must be. */
export const takeNumberWithin = (db: QueryCreator<Database>, tenantId: number, name: CounterName) =>
  db
    .insertInto('counters')
    .values({ tenant_id: tenantId, name, last: 1 })
    .onConflict((on) => on.columns(['tenant_id', 'name']).doUpdateSet({ last: sql<number>`counters.last + 1` }))
    .returning('last');

/** Makes sure that the next number of a counter is above `last`, which something has already. */
export async function keepNumbersAbove(
  trx: TenantDb,
  tenantId: number,
  name: CounterName,
  last: number,
): Promise<void> {
  await sql`
    insert into counters (tenant_id, name, last) values (${tenantId}, ${name}, ${last})
    on conflict (tenant_id, name) do update set last = greatest(counters.last, excluded.last)`.execute(trx);
}

/** Forgets the running numbers of a marina that has no rows. */
export async function forgetNumbers(trx: TenantDb, tenantId: number): Promise<void> {
  await trx.deleteFrom('counters').where('tenant_id', '=', tenantId).execute();
}
