import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { raiseAllocated } from '../../orders/orders.exports.ts';

/** An order that can still take money. */
export interface OpenOrder {
  id: number;
  account_id: number;
  currency: string;
  due_minor: number;
  /** True if its tax point is after today at its site. */
  is_future: boolean;
}

/**
 * Locks the outstanding orders of accounts, in the order of ids, and returns them, the earliest tax point first.
 * DANGER: a transaction that needs a payment's lock must have it by now.
 */
export async function lockOpenOrders(
  trx: TenantDb,
  tenantId: number,
  accountIds: readonly number[],
  now: Date,
): Promise<OpenOrder[]> {
  const open = sql`tenant_id = ${tenantId} and account_id = any(${accountIds}::int[])
    and gross_minor > allocated_minor and cancelled_at is null`;
  await sql`select id from orders where ${open} order by id for no key update`.execute(trx);
  const { rows } = await sql<OpenOrder>`
    select o.id, o.account_id, o.currency, o.gross_minor - o.allocated_minor as due_minor,
      o.tax_point_date > (${now}::timestamptz at time zone s.time_zone)::date as is_future
    from (select * from orders where ${open}) o
    join sites s on s.tenant_id = o.tenant_id and s.id = o.site_id
    order by o.tax_point_date, o.id`.execute(trx);
  return rows;
}

export interface NewOfficePayment {
  id: number;
  account_id: number;
  site_id: number;
  merchant_ref_number: string;
  office_reference: string;
  office_method: string;
  bank_reference: string | null;
  /** `YYYY-MM-DD` at the site. */
  paid_on: string;
  paid_at: Date;
  currency: string;
  amount_minor: number;
  allocated_minor: number;
  request_hash: Buffer;
}

/** Inserts payments that are allocated already, with the events of their way there. */
export async function insertOfficePayments(
  trx: TenantDb,
  tenantId: number,
  payments: readonly NewOfficePayment[],
  now: Date,
): Promise<void> {
  const rows = payments.map(({ paid_at: at, ...payment }) => ({
    ...payment,
    tenant_id: tenantId,
    provider_key: 'office',
    channel: 'None',
    state: 'allocated',
    is_test: false,
    created_at: at,
    transaction_at: at,
    expires_at: at,
    sent_at: at,
    updated_at: now,
  }));
  await trx.insertInto('payments').values(rows).execute();
  const steps = [
    { event: 'created', from_state: 'created', to_state: 'created' },
    { event: 'approved', from_state: 'created', to_state: 'approved' },
    { event: 'allocated', from_state: 'approved', to_state: 'allocated' },
  ];
  const events = payments.flatMap((payment) =>
    steps.map((step, index) => ({
      ...step,
      tenant_id: tenantId,
      payment_id: payment.id,
      sequence: index + 1,
      detail: JSON.stringify(index === 2 ? { allocatedMinor: payment.allocated_minor } : detailOf(payment)),
      created_at: now,
    })),
  );
  await trx.insertInto('payment_events').values(events).execute();
}

const detailOf = ({ office_method: method, office_reference: reference }: NewOfficePayment) => ({ method, reference });

export interface NewAllocation {
  id: number;
  payment_id: number;
  order_id: number;
  amount_minor: number;
}

/**
 * Inserts allocations and adds them to their orders. An allocation of the same payment and order grows. DANGER: the
 * orders must be locked, and each amount must fit.
 */
export async function putOnOrders(
  trx: TenantDb,
  tenantId: number,
  allocations: readonly NewAllocation[],
  now: Date,
): Promise<void> {
  if (allocations.length === 0) return;
  const planned = allocations.map(({ id: _, ...each }) => ({ ...each, tenant_id: tenantId, live: false }));
  await trx
    .insertInto('payment_orders')
    .values(planned)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'payment_id', 'order_id']).doUpdateSet({
        amount_minor: sql`payment_orders.amount_minor + excluded.amount_minor`,
      }),
    )
    .execute();
  await trx
    .insertInto('payment_allocations')
    .values(allocations.map((each) => ({ ...each, tenant_id: tenantId, created_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'payment_id', 'order_id']).doUpdateSet({
        amount_minor: sql`payment_allocations.amount_minor + excluded.amount_minor`,
      }),
    )
    .execute();
  await raiseAllocated(trx, tenantId, allocations);
}

/** Finds a payment of the office by the marina's own reference. */
export async function findOfficePayment(db: TenantDb, tenantId: number, reference: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'account_id',
      'site_id',
      'state',
      'amount_minor',
      'allocated_minor',
      'paid_on',
      'reversed_on',
      'request_hash',
      'office_reference as reference',
    ])
    .where('tenant_id', '=', tenantId)
    .where('office_reference', '=', reference)
    .executeTakeFirst();
}

/** Returns the attempts that hold any of these orders, because money may be moving: their orders and references. */
export async function liveAttempts(
  db: TenantDb,
  tenantId: number,
  orderIds: readonly number[],
): Promise<{ order_id: number; merchant_ref_number: string }[]> {
  return db
    .selectFrom('payment_orders as po')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'po.tenant_id').onRef('p.id', '=', 'po.payment_id'),
    )
    .select(['po.order_id', 'p.merchant_ref_number'])
    .where('po.tenant_id', '=', tenantId)
    .where('po.order_id', '=', sql<number>`any(${orderIds}::int[])`)
    .where('po.live', '=', true)
    .execute();
}

/** Returns what decides if orders can take money. */
export async function namedOrderRows(db: TenantDb, tenantId: number, orderIds: readonly number[]) {
  return db
    .selectFrom('orders')
    .select(['id', 'reference', 'account_id', 'cancelled_at', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${orderIds}::int[])`)
    .orderBy('id')
    .execute();
}

/** Returns the parts of a payment that are on orders, in the order in which they were put there. */
export async function partsOfPayment(db: TenantDb, tenantId: number, paymentId: number) {
  return db
    .selectFrom('payment_allocations as a')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.id', '=', 'a.order_id'))
    .select(['o.id', 'o.reference', 'a.amount_minor'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.payment_id', '=', paymentId)
    .orderBy('a.id')
    .execute();
}

/** Finds a site with its time zone. Without a number: the home of the account. */
export async function siteOfOffice(db: TenantDb, tenantId: number, accountId: number, siteId: number | null) {
  return db
    .selectFrom('sites as s')
    .select(['s.id', 's.time_zone'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.id', '=', (site) =>
      siteId === null
        ? site.selectFrom('accounts').select('site_id').where('tenant_id', '=', tenantId).where('id', '=', accountId)
        : site.val(siteId),
    )
    .executeTakeFirst();
}
