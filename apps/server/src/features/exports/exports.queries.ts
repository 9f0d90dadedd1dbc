import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

interface OfYear {
  tenantId: number;
  accountId: number;
  year: number;
}

export async function timeZoneOfSite(db: TenantDb, tenantId: number, siteId: number): Promise<string> {
  const site = db.selectFrom('sites').select('time_zone').where('tenant_id', '=', tenantId).where('id', '=', siteId);
  return (await site.executeTakeFirstOrThrow()).time_zone;
}

const firstDay = (year: number) => `${String(year).padStart(4, '0')}-01-01`;
const lastDay = (year: number) => `${String(year).padStart(4, '0')}-12-31`;

/** Returns the orders that have an invoice issued in the year, the earliest first. */
export async function invoicedOrders(db: TenantDb, { tenantId, accountId, year }: OfYear) {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'invoice_number'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('invoice_number', 'is not', null)
    .where('invoiced_on', '>=', firstDay(year))
    .where('invoiced_on', '<=', lastDay(year))
    .orderBy('invoiced_on')
    .orderBy('id')
    .execute();
}

/** The condition that a payment was made in the year, on the clocks of its site. The first bound serves the index. */
const madeIn = (year: number) => sql`
  p.created_at >= ${firstDay(year)}::timestamp at time zone 'UTC' - interval '1 day'
  and p.created_at < ${lastDay(year)}::timestamp at time zone 'UTC' + interval '2 days'
  and extract(year from p.created_at at time zone s.time_zone) = ${year}`;

const ofAccount = ({ tenantId, accountId }: OfYear) => sql`p.tenant_id = ${tenantId} and p.account_id = ${accountId}`;

/** Returns the payments of the year in these states, the earliest first. */
export async function paymentsOfYear(db: TenantDb, of: OfYear, states: readonly string[]): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments p join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id
    where ${ofAccount(of)} and p.state = any(${states}) and ${madeIn(of.year)}
    order by p.created_at, p.id`.execute(db);
  return rows;
}

/** Returns the sums of a year in one currency, in minor units. @param states the states of a payment that took money */
export async function sumsOfYear(
  db: TenantDb,
  of: OfYear,
  { currency, states }: { currency: string; states: readonly string[] },
): Promise<{ ordered: number; paid: number }> {
  const { rows } = await sql<{ ordered: number; paid: number }>`
    select
      (select coalesce(sum(gross_minor), 0)::bigint from orders
        where tenant_id = ${of.tenantId} and account_id = ${of.accountId} and currency = ${currency}
          and cancelled_at is null
          and tax_point_date between ${firstDay(of.year)}::date and ${lastDay(of.year)}::date) as ordered,
      (select coalesce(sum(p.amount_minor - p.refunded_minor - p.reversed_minor), 0)::bigint
        from payments p join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id
        where ${ofAccount(of)} and p.currency = ${currency} and p.state = any(${states}) and ${madeIn(of.year)}) as paid
    `.execute(db);
  return rows[0] ?? { ordered: 0, paid: 0 };
}
