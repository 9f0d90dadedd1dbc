import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** A place on a list that nobody holds any more. */
interface Place {
  list: number;
  position: number | null;
}

/**
 * Takes entries off their lists. Those behind them move up by one, as the entries that a move passes do.
 * @param which a condition on the entries `t`
 * @returns the number of entries that went
 */
export async function takeOffLists(trx: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<number> {
  await lockListsOf(trx, tenantId, which);
  const { rows: gone } = await sql<Place>`
    delete from waiting_list_entries t where t.tenant_id = ${tenantId} and ${which}
    returning t.waiting_list_id as list, t.position`.execute(trx);
  const ranked = gone.filter(({ position }) => position !== null);
  if (ranked.length > 0) await closeGaps(trx, tenantId, ranked);
  return gone.length;
}

/** Lets one change of the ranks of a list follow the other, as `lockList` does. */
async function lockListsOf(trx: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from waiting_lists w where w.tenant_id = ${tenantId} and w.id in (
      select t.waiting_list_id from waiting_list_entries t where t.tenant_id = ${tenantId} and ${which})
    order by w.id for no key update`.execute(trx);
}

/** Moves each entry up by the number of gaps before it. A position that another entry still holds is no gap. */
async function closeGaps(trx: TenantDb, tenantId: number, gone: readonly Place[]): Promise<void> {
  const lists = gone.map(({ list }) => list);
  const positions = gone.map(({ position }) => position);
  await sql`
    with left_places as (
      select distinct list, position from unnest(${lists}::int[], ${positions}::int[]) as g (list, position)
    ), ranked as (
      select t.waiting_list_id as list, t.account_id, t.position, 0 as gap from waiting_list_entries t
      where t.tenant_id = ${tenantId} and t.waiting_list_id = any(${lists}::int[])
      union all
      select g.list, null, g.position, 1 from left_places g
      where not exists (
        select from waiting_list_entries t
        where t.tenant_id = ${tenantId} and t.waiting_list_id = g.list and t.position = g.position)
    ), moved as (
      select list, account_id, sum(gap) over (partition by list order by position) as gaps
      from ranked where position is not null
    )
    update waiting_list_entries t set position = t.position - m.gaps from moved m
    where t.tenant_id = ${tenantId} and t.waiting_list_id = m.list and t.account_id = m.account_id
      and m.gaps > 0`.execute(trx);
}
