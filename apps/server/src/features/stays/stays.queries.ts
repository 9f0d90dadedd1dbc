import type { Part } from '@quayside/contract/shared/paging.ts';
import type { StayFilter } from '@quayside/contract/account/stays.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fromNearerEnd } from '../../db/sql/nearer-end.ts';

export interface StayRow {
  id: number;
  boat_id: number | null;
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

interface Filter {
  /** The condition, by the day at the account's site. The first and the last day both belong to a stay. */
  holds: RawBuilder<unknown>;
  total: RawBuilder<unknown>;
}

/**
 * In a long history nearly all stays are over, so they are never counted here: the number of all stays is stored, and
 * the few that aren't over are counted from an index by the last day.
 */
const filters: Record<StayFilter, Filter> = {
  All: { holds: sql`true`, total: sql`(select stays from stored)` },
  Current: {
    holds: sql`arrives_on <= (select day from today)`,
    total: sql`(select count(*) from not_over where arrives_on <= (select day from today))`,
  },
  Upcoming: {
    holds: sql`arrives_on > (select day from today)`,
    total: sql`(select count(*) from not_over where arrives_on > (select day from today))`,
  },
  Historical: {
    holds: sql`last_day < (select day from today)`,
    total: sql`(select stays from stored) - (select count(*) from not_over)`,
  },
};

/** Returns a part of an account's stays, and their total number, in one statement. */
export async function staysOfAccount(
  db: TenantDb,
  { tenantId, accountId, filter, now }: StaysOf,
  part: Part,
): Promise<{ stays: StayRow[]; total: number }> {
  const { holds, total } = filters[filter];
  // Upcoming stays are sorted soonest first, all others latest first.
  const [direction, opposite] = filter === 'Upcoming' ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const ofAccount = sql`tenant_id = ${tenantId} and account_id = ${accountId}`;
  const isOfFew = filter === 'Current' || filter === 'Upcoming';
  const found = isOfFew ? sql`not_over where ${holds}` : sql`stays where ${ofAccount} and ${holds}`;
  const page = fromNearerEnd(
    {
      rows: sql`select id, boat_id, boat_name, arrives_on, departs_on, asset_name, type from ${found}`,
      order: sql`arrives_on ${direction}, id ${direction}`,
      backwards: sql`arrives_on ${opposite}, id ${opposite}`,
      total: sql`(select total from counted)`,
    },
    part,
  );
  const { rows } = await sql<StayRow & { total: number }>`
    with today as materialized (
      select (${now}::timestamptz at time zone s.time_zone)::date as day
      from accounts a join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
      where a.tenant_id = ${tenantId} and a.id = ${accountId}
    ), not_over as materialized (
      select * from stays where ${ofAccount} and last_day >= (select day from today)
    ), stored as (
      select coalesce((select stays from stay_totals where ${ofAccount}), 0) as stays
    ), counted as materialized (
      select (${total})::int as total
    )
    select counted.total, page.* from counted left join (${page}) as page on true
    order by page.arrives_on ${direction}, page.id ${direction}`.execute(db);
  return { stays: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

export async function hasStays(db: TenantDb, tenantId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from stays where tenant_id = ${tenantId} and account_id = ${accountId}) as found`.execute(db);
  return rows[0]?.found === true;
}
