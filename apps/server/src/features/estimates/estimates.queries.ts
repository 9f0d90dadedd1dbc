import type { EstimateFilter, EstimateStatus } from '@quayside/contract/orders/estimates.ts';
import type { MoneySort, Part } from '@quayside/contract/shared/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { holdsWords } from '../../db/sql/search-words.ts';

export interface EstimateRow {
  id: number;
  created_at: Date;
  expires_on: string | null;
  expires_at: Date | null;
  start_date: string | null;
  departure_date: string | null;
  reference: string | null;
  status: EstimateStatus;
  currency: string;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  converted_order_id: number | null;
}

/** An estimate of a list, with its first item. */
export interface ListedEstimateRow extends EstimateRow {
  tariff_name: string | null;
  boat_name: string | null;
}

/** The account of the estimates, and the current time. */
export interface EstimatesOf {
  tenantId: number;
  accountId: number;
  now: Date;
}

export interface EstimateInput {
  /** Times on the clocks of the estimate's site, `YYYY-MM-DD HH:mm:ss`. Both ends belong to the range. */
  from: string | undefined;
  to: string | undefined;
  filter: EstimateFilter;
  search?: string | undefined;
  sort?: MoneySort | undefined;
}

const sorts = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  highest: sql`gross_minor desc, id desc`,
  lowest: sql`gross_minor, id`,
} as const satisfies Record<MoneySort, object>;

/**
 * Returns the status of an estimate `e` at a site `s`: the one rule for lists, filters, page and paper. A converted
 * estimate stays converted. A day is valid until its end at the site, whatever its length; an instant is over when it
 * is reached (decision C4.13).
 */
const status = (now: Date) => sql<EstimateStatus>`case
  when e.converted_order_id is not null then 'Converted'
  when e.expires_at <= ${now}::timestamptz then 'Expired'
  when e.expires_on < (${now}::timestamptz at time zone s.time_zone)::date then 'Expired'
  else 'Active' end`;

const withStatus = ({ tenantId, accountId, now }: EstimatesOf) => sql`
  select e.id, e.created_at, e.expires_on, e.expires_at, e.start_date, e.departure_date, e.reference, e.currency,
    e.gross_minor, e.net_minor, e.vat_minor, e.converted_order_id, s.time_zone, ${status(now)} as status
  from estimates e join sites s on s.tenant_id = e.tenant_id and s.id = e.site_id
  where e.tenant_id = ${tenantId} and e.account_id = ${accountId}`;

/** Returns a part of the estimates, the newest first unless sorted, and their total number, in one statement. */
export async function estimatesOfAccount(
  db: TenantDb,
  of: EstimatesOf,
  filter: EstimateInput,
  { skip, take }: Part,
): Promise<{ estimates: ListedEstimateRow[]; total: number }> {
  const order = sorts[filter.sort ?? 'newest'];
  const { rows } = await sql<{ total: number; estimate: null } | (ListedEstimateRow & { total: number })>`
    with matching as materialized (
      select e.* from (${withStatus(of)}) as e
      where ${among(filter)} and ${holdsWords(words(of.tenantId), filter.search)}
    )
    select counted.total, page.*, first.tariff_name, first.boat_name
    from (select count(*)::int as total from matching) as counted
    left join (
      select *, row_number() over (order by ${order}) as place from matching order by ${order} limit ${take} offset
      ${skip}
    ) as page on true
    left join lateral (
      select l.tariff_name, l.boat_name from estimate_lines l
      where l.tenant_id = ${of.tenantId} and l.estimate_id = page.id order by l.line limit 1
    ) as first on true
    order by page.place`.execute(db);
  return {
    estimates: rows.filter((row): row is ListedEstimateRow & { total: number } => 'id' in row && row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

const words = (tenantId: number) => sql`concat_ws(' ', e.id, e.reference, (
  select string_agg(concat_ws(' ', l.tariff_name, l.boat_name), ' ') from estimate_lines l
  where l.tenant_id = ${tenantId} and l.estimate_id = e.id
))`;

function among({ from, to, filter }: EstimateInput): RawBuilder<unknown> {
  const conditions = [
    ...(filter === 'All' ? [] : [sql`e.status = ${filter}`]),
    ...(from === undefined ? [] : [sql`e.created_at >= ${from}::timestamp at time zone e.time_zone`]),
    // The last second counts to its end.
    ...(to === undefined
      ? []
      : [sql`e.created_at < (${to}::timestamp + interval '1 second') at time zone e.time_zone`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The row, with the customer and the site for the paper. */
export interface EstimateWithSiteRow extends EstimateRow {
  site_id: number;
  title: string;
  firstname: string;
  lastname: string;
  time_zone: string;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
}

/**
 * Finds one estimate with its customer and the site that answers for it.
 * @param accountId the account that must own it; null for a mail, which was queued for its owner
 */
export async function findEstimate(
  db: TenantDb,
  { tenantId, id, accountId, now }: { tenantId: number; id: number; accountId: number | null; now: Date },
): Promise<EstimateWithSiteRow | undefined> {
  const { rows } = await sql<EstimateWithSiteRow>`
    select e.id, e.created_at, e.expires_on, e.expires_at, e.start_date, e.departure_date, e.reference,
      e.currency, e.gross_minor, e.net_minor, e.vat_minor, e.converted_order_id, ${status(now)} as status,
      a.title, a.firstname, a.lastname, e.site_id, s.time_zone, s.name as site_name, s.address as site_address,
      s.telephone as site_telephone, s.email as site_email
    from estimates e
    join sites s on s.tenant_id = e.tenant_id and s.id = e.site_id
    join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where e.tenant_id = ${tenantId} and e.id = ${id}
      and (${accountId}::int is null or e.account_id = ${accountId})`.execute(db);
  return rows[0];
}

export type EstimateLineRow = Awaited<ReturnType<typeof linesOfEstimate>>[number];

export async function linesOfEstimate(db: TenantDb, tenantId: number, estimateId: number) {
  return db
    .selectFrom('estimate_lines')
    .select([
      'tariff_name',
      'quantity',
      'gross_unit_minor',
      'gross_minor',
      'net_minor',
      'vat_minor',
      'boat_name',
      'boat_length',
    ])
    .where('tenant_id', '=', tenantId)
    .where('estimate_id', '=', estimateId)
    .orderBy('line')
    .execute();
}

/** Returns the first and last day, each at its estimate's site, and the number of estimates. */
export async function estimateDateRange(db: TenantDb, tenantId: number, accountId: number) {
  const { rows } = await sql<{ from: string | null; to: string | null; count: number }>`
    select min((e.created_at at time zone s.time_zone)::date) as "from",
      max((e.created_at at time zone s.time_zone)::date) as "to", count(*)::int as count
    from estimates e join sites s on s.tenant_id = e.tenant_id and s.id = e.site_id
    where e.tenant_id = ${tenantId} and e.account_id = ${accountId}`.execute(db);
  return rows[0] ?? { from: null, to: null, count: 0 };
}
