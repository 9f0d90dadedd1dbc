import type { AgreementSort } from '@quayside/contract/agreements/agreements.ts';
import type { Part } from '@quayside/contract/shared/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { holdsWords } from '../../db/sql/search-words.ts';
import { fromNearerEnd } from '../../db/sql/nearer-end.ts';

/** The agreements to read: the signed ones, those that wait for a signature, or all. */
export type AgreementFilter = 'all' | 'signed' | 'outstanding';

export interface AgreementsOf {
  tenantId: number;
  accountId: number;
  filter: AgreementFilter;
  now: Date;
}

export interface AgreementRow {
  guid: string;
  type: string;
  start_date: string | null;
  end_date: string | null;
  signed_at: Date | null;
  signature_required: boolean;
  created_at: Date;
  order_ids: number[];
}

const filters: Record<AgreementFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  signed: sql`g.signed_at is not null`,
  // Worded exactly like the index.
  outstanding: sql`not (g.signed_at is not null or not g.signature_required)`,
};

/** The account's agreements that were not withdrawn. */
const ofAccount = ({ tenantId, accountId }: AgreementsOf) => sql`
  from agreements g
  where g.tenant_id = ${tenantId} and g.account_id = ${accountId} and g.withdrawn_at is null`;

/** The current day at the agreement's site. */
const siteDay = (now: Date) => sql`(
  select (${now}::timestamptz at time zone s.time_zone)::date
  from sites s where s.tenant_id = g.tenant_id and s.id = g.site_id)`;

/**
 * Leaves out agreements that were withdrawn, or that can't be signed any more at their site. The site's day is a
 * subquery that runs only when it is needed: a join would cost more than the rest of a long list.
 */
const among = (of: AgreementsOf) => sql`${ofAccount(of)}
  and (g.signed_at is not null or g.sign_by is null or g.sign_by >= ${siteDay(of.now)})
  and ${filters[of.filter]}`;

/**
 * Counts agreements. In a long history nearly all are signed: their number is stored. Only those that wait, or are
 * past their last day, are counted here.
 */
function totalOf(of: AgreementsOf): RawBuilder<unknown> {
  const stored = (column: 'agreements' | 'signed') => sql`coalesce((
    select ${sql.ref(column)} from agreement_totals where tenant_id = ${of.tenantId} and account_id = ${of.accountId}
  ), 0)`;
  if (of.filter === 'outstanding') return sql`(select count(*) ${among(of)})`;
  if (of.filter === 'signed') return stored('signed');
  const tooLate = sql`${ofAccount(of)} and g.signed_at is null and g.sign_by < ${siteDay(of.now)}`;
  return sql`${stored('agreements')} - (select count(*) ${tooLate})`;
}

/** Worded exactly like the index. */
const isSettled = sql`(g.signed_at is not null or not g.signature_required)`;
const order = sql`${isSettled}, g.created_at desc, g.id desc`;
const backwards = sql`${isSettled} desc, g.created_at, g.id`;

const listed = (of: AgreementsOf) => sql`
  select g.id, g.guid, g.type, g.start_date, g.end_date, g.signed_at, g.signature_required, g.created_at ${among(of)}`;

/** Read only for the shown agreements, because the skipped ones have orders too. */
const orderIds = (tenantId: number) => sql`array(
  select o.id from orders o where o.tenant_id = ${tenantId} and o.agreement_id = g.id order by o.id
) as order_ids`;

/** Returns a part of the agreements: those that wait for a signature first, then the newest. */
export async function agreementsOfAccount(
  db: TenantDb,
  of: AgreementsOf,
  { skip, take }: Part,
): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    select g.*, ${orderIds(of.tenantId)}
    from (${listed(of)} order by ${order} limit ${take} offset ${skip}) as g order by ${order}`.execute(db);
  return rows;
}

/** Returns a part of the agreements, and their total number, in one statement. */
export async function agreementsWithTotal(
  db: TenantDb,
  of: AgreementsOf,
  part: Part,
): Promise<{ agreements: AgreementRow[]; total: number }> {
  const total = sql`(select total from counted)`;
  const { rows } = await sql<AgreementRow & { total: number }>`
    with counted as materialized (select (${totalOf(of)})::int as total)
    select counted.total, g.*, ${orderIds(of.tenantId)}
    from counted left join (${fromNearerEnd({ rows: listed(of), order, backwards, total }, part)}) as g on true
    order by ${order}`.execute(db);
  return { agreements: rows.filter(({ guid }) => guid !== null), total: rows[0]?.total ?? 0 };
}

/** Words that the agreements hold, and their order. */
export interface AgreementSearch {
  search?: string | undefined;
  sort?: AgreementSort | undefined;
}

const sorts = {
  newest: sql`g.created_at desc, g.id desc`,
  oldest: sql`g.created_at, g.id`,
  name: sql`lower(g.type), g.created_at desc, g.id desc`,
} as const satisfies Record<AgreementSort, object>;

/** Returns a part of the agreements that are searched for or sorted, and their total number. It reads all of them. */
export async function foundAgreements(
  db: TenantDb,
  of: AgreementsOf,
  { search, sort }: AgreementSearch,
  { skip, take }: Part,
): Promise<{ agreements: AgreementRow[]; total: number }> {
  const by = sort === undefined ? order : sorts[sort];
  const words = sql`concat_ws(' ', g.type, array_to_string(g.order_ids, ' '))`;
  const { rows } = await sql<AgreementRow & { total: number }>`
    with found as materialized (
      select g.* from (select g.*, ${orderIds(of.tenantId)} from (${listed(of)}) as g) as g
      where ${holdsWords(words, search)}
    )
    select counted.total, g.*
    from (select count(*)::int as total from found) as counted
    left join (select * from found as g order by ${by} limit ${take} offset ${skip}) as g on true
    order by ${by}`.execute(db);
  return { agreements: rows.filter(({ guid }) => guid !== null), total: rows[0]?.total ?? 0 };
}

/** Counts the matching agreements, from the totals that the database keeps. */
export async function countAgreements(db: TenantDb, of: AgreementsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (${totalOf(of)})::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}
