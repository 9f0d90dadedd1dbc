import type { Part } from '@quayside/contract/paging.ts';
import type { StayFilter } from '@quayside/contract/stays.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface StayRow {
  id: number;
  boat_name: string;
  arrives_on: string;
  departs_on: string | null;
  asset_name: string;
  type: string;
}

export interface StaysOf {
  tenantId: number;
  accountId: number;
  filter: StayFilter;
  now: Date;
}

/** A stay's last day, and one after all days where it is open. */
const lastDay = sql`coalesce(departs_on, 'infinity'::date)`;

/**
 * The stays that a filter means, by the day at the account's site; both the first and the last day belong to one.
 */
const filters: Record<StayFilter, RawBuilder<unknown>> = {
  All: sql`true`,
  Current: sql`arrives_on <= (select day from today) and ${lastDay} >= (select day from today)`,
  Upcoming: sql`arrives_on > (select day from today)`,
  Historical: sql`${lastDay} < (select day from today)`,
};

/** A part of an account's stays, and how many there are in all, in one statement. */
export async function staysOfAccount(
  db: TenantDb,
  { tenantId, accountId, filter, now }: StaysOf,
  { skip, take }: Part,
): Promise<{ stays: StayRow[]; total: number }> {
  const direction = filter === 'Upcoming' ? sql`asc` : sql`desc`;
  const among = sql`from stays where tenant_id = ${tenantId} and account_id = ${accountId} and ${filters[filter]}`;
  const { rows } = await sql<StayRow & { total: number }>`
    with today as (
      select (${now}::timestamptz at time zone s.time_zone)::date as day
      from accounts a join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
      where a.tenant_id = ${tenantId} and a.id = ${accountId}
    )
    select counted.total, page.*
    from (select count(*)::int as total ${among}) as counted
    left join (
      select id, boat_name, arrives_on, departs_on, asset_name, type ${among}
      order by arrives_on ${direction}, id ${direction} limit ${take} offset ${skip}
    ) as page on true
    order by page.arrives_on ${direction}, page.id ${direction}`.execute(db);
  return { stays: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

export async function hasStays(db: TenantDb, tenantId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from stays where tenant_id = ${tenantId} and account_id = ${accountId}) as found`.execute(db);
  return rows[0]?.found === true;
}
