import { type QueryCreator, sql } from 'kysely';
import type { TenantDb } from './client.ts';
import type { Database } from './schema.ts';

export type CounterName =
  | 'site'
  | 'account'
  | 'boat'
  | 'login'
  | 'agreement'
  | 'order'
  | 'invoice'
  | 'estimate'
  | 'stay'
  | 'payment'
  | 'payment-allocation'
  | 'payment-alert'
  | 'mail'
  | 'consent-group'
  | 'contact-message'
  | 'waiting-list'
  | 'file'
  | 'document-type'
  | 'account-document'
  | 'ineligible-card'
  | 'component-card'
  | 'seal-certificate';

/**
 * Takes `count` running numbers of a tenant and answers the first. The counter's row stays locked until the
 * transaction ends, so take numbers late.
 */
export async function takeNumbers(db: TenantDb, tenantId: number, name: CounterName, count = 1): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into counters (tenant_id, name, last) values (${tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set last = counters.last + ${count}
    returning last`.execute(db);
  const last = rows[0]?.last;
  if (last === undefined) throw new Error('the counter answered nothing');
  return last - count + 1;
}

/** Takes one number as part of a larger statement, which then holds the counter for no longer than it must: `last`. */
export const takeNumberWithin = (db: QueryCreator<Database>, tenantId: number, name: CounterName) =>
  db
    .insertInto('counters')
    .values({ tenant_id: tenantId, name, last: 1 })
    .onConflict((on) => on.columns(['tenant_id', 'name']).doUpdateSet({ last: sql<number>`counters.last + 1` }))
    .returning('last');
