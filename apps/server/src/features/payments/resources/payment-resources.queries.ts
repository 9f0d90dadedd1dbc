import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { type Page, rowsOfPage } from '../../integration-rows/integration-rows.exports.ts';
import { type PaymentState, statesWhere, unsentStates } from '../payment-states.rules.ts';
import { stateLiterals } from '../payments.queries.ts';
import { refundsAsJson } from './movements.queries.ts';

/** A part of a payment for an order, as the database writes it as JSON. */
interface PartJson {
  order: string | null;
  order_number: number;
  amount_minor: number;
}

const partOfOrder = sql`json_build_object(
  'order', o.reference, 'order_number', o.id, 'amount_minor', l.amount_minor)`;

const allocations = sql<PartJson[]>`(
  select coalesce(json_agg(${partOfOrder} order by l.id), '[]')
  from payment_allocations l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where l.tenant_id = p.tenant_id and l.payment_id = p.id and l.amount_minor > 0)`;

const chosen = sql<PartJson[]>`(
  select coalesce(json_agg(${partOfOrder} order by l.order_id), '[]')
  from payment_orders l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where l.tenant_id = p.tenant_id and l.payment_id = p.id)`;

/** The payments as programs see them, with the orders that they are for and on. */
function payments(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.merchant_ref_number', 'p.office_reference', 'p.office_method', 'p.site_id', 'p.channel'])
    .select(['p.currency', 'p.amount_minor', 'p.allocated_minor', 'p.refunded_minor', 'p.disputed_minor'])
    .select([
      'p.reversed_minor',
      'p.is_test',
      'p.created_at',
      'p.updated_at',
      'p.transaction_at',
      'a.id as account_id',
      'a.reference as account',
    ])
    .select([sql<PaymentState>`p.state`.as('state'), chosen.as('chosen'), allocations.as('allocations')])
    .select(refundsAsJson(tenantId).as('refunds'))
    .where('p.tenant_id', '=', tenantId);
}

export type PaymentResourceRow = Awaited<ReturnType<typeof listPaymentResources>>[number];

export async function listPaymentResources(db: TenantDb, tenantId: number, ids: readonly number[]) {
  return payments(db, tenantId).where('p.id', '=', sql<number>`any(${ids}::int[])`).orderBy('p.id').execute();
}

export interface AllocationRow {
  id: number;
  payment_id: number;
  order: string | null;
  order_id: number;
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  created_at: Date;
  updated_at: Date;
  changed_at: string;
}

/** Reads a page of the parts of payments that are on orders. */
export async function pageOfAllocations(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { order }: { order?: string | undefined },
): Promise<AllocationRow[]> {
  const { where, order: inOrder, limit } = rowsOfPage('l', page);
  const onOrder =
    order === undefined
      ? sql`true`
      : sql`l.order_id = (select id from orders where tenant_id = ${tenantId} and reference = ${order})`;
  const { rows } = await sql<AllocationRow>`
    select l.id, l.payment_id, o.reference as "order", l.order_id, l.amount_minor, l.refunded_minor, p.currency,
      l.created_at, l.updated_at, l.updated_at::text as changed_at
    from payment_allocations l
    join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    join payments p on p.tenant_id = l.tenant_id and p.id = l.payment_id
    where l.tenant_id = ${tenantId} and ${where} and ${onOrder} order by ${inOrder} limit ${limit}`.execute(db);
  return rows;
}

/** An attempt is a payment for programs once its provider was asked for money, or it came to an end without. */
const isShownToPrograms = sql<boolean>`p.state not in (${stateLiterals(unsentStates)})`;

export async function findPaymentResource(
  db: TenantDb,
  tenantId: number,
  id: number,
): Promise<PaymentResourceRow | undefined> {
  return payments(db, tenantId).where('p.id', '=', id).where(isShownToPrograms).executeTakeFirst();
}

interface PaymentFilter {
  account: string | undefined;
  /** The reference of an order that they are on. */
  order: string | undefined;
  /** The reference of an order that they were made for. */
  chosen: string | undefined;
  /** Undefined: all states. */
  states: readonly PaymentState[] | undefined;
  /** The days on which their money moved, both included. */
  from: string | undefined;
  to: string | undefined;
}

/** The day on which the money of the payment `p` moved, at its site. */
const dayOfMoney = sql<string>`coalesce(p.paid_on, (p.transaction_at at time zone (
  select s.time_zone from sites s where s.tenant_id = p.tenant_id and s.id = p.site_id))::date)`;

const hasMoved = sql<boolean>`p.state in (${stateLiterals(statesWhere(({ group }) => group === 'paid'))})`;

/** The condition of days. The wider one of times finds the rows in the index: no site's day is further from UTC's. */
function movedWithin({ from = '-infinity', to = 'infinity' }: Pick<PaymentFilter, 'from' | 'to'>) {
  // Row security lets an index compare only times of one type.
  return sql<boolean>`${hasMoved}
    and p.transaction_at >= (${from}::date - 2)::timestamptz and p.transaction_at < (${to}::date + 2)::timestamptz
    and ${dayOfMoney} between ${from}::date and ${to}::date`;
}

/** Reads a page of payments. References are looked up first, so that a rare one reads few rows. */
export async function pageOfPayments(db: TenantDb, tenantId: number, page: Page, filter: PaymentFilter) {
  const { where, order, limit } = rowsOfPage('p', page);
  const accountId = sql<number>`(
    select id from accounts where tenant_id = ${tenantId} and reference = ${filter.account ?? ''})`;
  const onOrder = sql<number>`any(array(
    select l.payment_id from orders o join payment_allocations l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tenantId} and o.reference = ${filter.order ?? ''} and l.amount_minor > 0))`;
  const forOrder = sql<number>`any(array(
    select l.payment_id from orders o join payment_orders l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${tenantId} and o.reference = ${filter.chosen ?? ''}))`;
  return payments(db, tenantId)
    .select(sql<string>`p.updated_at::text`.as('changed_at'))
    .where(where)
    .where(isShownToPrograms)
    .$if(filter.account !== undefined, (query) => query.where('p.account_id', '=', accountId))
    .$if(filter.order !== undefined, (query) => query.where('p.id', '=', onOrder))
    .$if(filter.chosen !== undefined, (query) => query.where('p.id', '=', forOrder))
    .$if(filter.states !== undefined, (query) => query.where('p.state', 'in', [...(filter.states ?? [])]))
    .$if(filter.from !== undefined || filter.to !== undefined, (query) => query.where(movedWithin(filter)))
    .orderBy(order)
    .limit(limit)
    .execute();
}
