import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

/** A line of an order, as the database writes it as JSON. Amounts are minor units. */
export interface LineJson {
  name: string;
  quantity: number;
  unit: string | null;
  unit_minor: number;
  total_minor: number;
  vat_percent: number | null;
  starts_on: string | null;
  ends_on: string | null;
  location: string | null;
  boat: string | null;
}

const lines = sql<LineJson[]>`(
  select coalesce(json_agg(json_build_object(
    'name', l.name, 'quantity', l.quantity, 'unit', l.unit, 'unit_minor', l.gross_unit_minor,
    'total_minor', l.gross_minor, 'vat_percent', l.vat_percent, 'starts_on', l.start_date, 'ends_on', l.departure_date,
    'location', l.location,
    'boat', l.boat_name) order by l.line), '[]')
  from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id)`;

const creditedOrder = sql<string | null>`(
  select c.reference from orders c where c.tenant_id = o.tenant_id and c.id = o.credits_order_id)`;

/** All orders, each with its lines. */
function allOrders(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('orders as o')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.site_id'))
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.id', '=', 'o.account_id'),
    )
    .leftJoin('agreements as g', (join) =>
      join.onRef('g.tenant_id', '=', 'o.tenant_id').onRef('g.id', '=', 'o.agreement_id'),
    )
    .select(['o.id', 'o.site_id', 'o.order_type', 'o.boat_name', 'o.tax_point_date', 'o.currency', 'o.gross_minor'])
    .select(['o.allocated_minor', 'o.credited_minor', 'o.invoice_number', 'o.invoiced_on', 'o.updated_at'])
    .select([
      's.time_zone',
      'a.reference as account',
      'g.reference as agreement',
      creditedOrder.as('credited_order'),
      'o.credits_order_id',
      'o.reference',
      madeHere('o').as('is_new'),
      sql<boolean>`coalesce(o.paid_up_at = now(), false)`.as('is_paid_up'),
      sql<string>`(o.created_at at time zone s.time_zone)::date`.as('created_on'),
      sql<string | null>`(o.cancelled_at at time zone s.time_zone)::date`.as('cancelled_on'),
      sql<string>`o.updated_at::text`.as('changed_at'),
      lines.as('lines'),
    ])
    .where('o.tenant_id', '=', tenantId);
}

/** The orders that programs can name. */
const orders = (db: TenantDb, tenantId: number) =>
  allOrders(db, tenantId).where('o.reference', 'is not', null).$narrowType<{ reference: string }>();

/** An order with its lines. Programs can name it if it has a reference. */
export type OrderResourceRow<Reference extends string | null = string> = Omit<
  Awaited<ReturnType<typeof listChangedOrders>>[number],
  'reference'
> & { reference: Reference };

/** Lists the orders that this transaction has made or changed, by their ids. */
export async function listChangedOrders(trx: TenantDb, tenantId: number, after: number, limit: number) {
  return allOrders(trx, tenantId)
    .where(changedHere('o'))
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

export async function findOrderResource(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<OrderResourceRow | undefined> {
  return orders(db, tenantId).where('o.reference', '=', reference).executeTakeFirst();
}

export interface OrderFilter {
  account?: string | undefined;
  site?: number | undefined;
  status?: 'open' | 'paid' | 'cancelled' | undefined;
  type?: string | undefined;
}

const statuses: Record<NonNullable<OrderFilter['status']>, RawBuilder<boolean>> = {
  open: sql`o.gross_minor > o.allocated_minor and o.cancelled_at is null`,
  paid: sql`o.gross_minor <= o.allocated_minor and o.cancelled_at is null`,
  cancelled: sql`o.cancelled_at is not null`,
};

export async function listOrderResourceRows(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account, site, status, type }: OrderFilter,
) {
  const { where, order, limit } = rowsOfPage('o', page);
  return orders(db, tenantId)
    .where(where)
    .where(rowsOfAccount('o', tenantId, account))
    .$if(site !== undefined, (query) => query.where('o.site_id', '=', sql<number>`${site ?? 0}::bigint`))
    .$if(type !== undefined, (query) => query.where('o.order_type', '=', type ?? ''))
    .$if(status !== undefined, (query) => query.where(statuses[status ?? 'open']))
    .orderBy(order)
    .limit(limit)
    .execute();
}
