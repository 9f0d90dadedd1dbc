import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { isAvailable } from '../available/available.queries.ts';
import { type PaymentState, statesWhere, unsentStates } from '../payment-states.rules.ts';
import { stateLiterals, paymentColumns, type PaymentRow } from '../payments.queries.ts';

/** A payment with what the office asks about it. */
export type PaymentLookup = PaymentRow & Omit<Awaited<ReturnType<typeof selectPayment>>, keyof PaymentRow>;

/** Finds a payment with its customer, its site's clocks and the office's own facts. */
export const findPaymentLookup = async (db: TenantDb, tenantId: number, id: number): Promise<PaymentLookup> =>
  (await selectPayment(db, tenantId, id)) as PaymentLookup;

const selectPayment = (db: TenantDb, tenantId: number, id: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.id', '=', 'p.site_id'))
    .select(paymentColumns.map((column) => `p.${column}` as const))
    .select(['p.office_method', 'p.office_reference', 'p.bank_reference', 'p.check_at', 's.time_zone'])
    .select(['a.reference as account_reference', 'a.title', 'a.firstname', 'a.lastname'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();

/** Lists the orders that a payment was made for, with the part that is on each. */
export async function ordersOfPayment(db: TenantDb, tenantId: number, paymentId: number) {
  const { rows } = await sql<{ id: number; reference: string | null; chosen_minor: number; on_minor: number }>`
    select o.id, o.reference, coalesce(po.amount_minor, 0)::bigint as chosen_minor,
      coalesce(l.amount_minor, 0)::bigint as on_minor
    from (select * from payment_orders where tenant_id = ${tenantId} and payment_id = ${paymentId}) po
    full join (select * from payment_allocations where tenant_id = ${tenantId} and payment_id = ${paymentId}) l
      on l.order_id = po.order_id
    join orders o on o.tenant_id = ${tenantId} and o.id = coalesce(po.order_id, l.order_id)
    order by o.id`.execute(db);
  return rows;
}

/** Lists the steps of a payment, the first one first. */
export const stepsOfPayment = (db: TenantDb, tenantId: number, paymentId: number) =>
  db
    .selectFrom('payment_events')
    .select(['event', 'created_at'])
    .select(sql<PaymentState>`to_state`.as('to_state'))
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('sequence')
    .execute();

/** Lists the ids of the alerts and refunds of a payment: their mails name them. */
export async function mailSubjectsOf(db: TenantDb, tenantId: number, paymentId: number) {
  const { rows } = await sql<{ payload: { paymentAlertId: number } | { paymentRefundId: number } }>`
    select jsonb_build_object('paymentAlertId', id) as payload from payment_alerts
    where tenant_id = ${tenantId} and payment_id = ${paymentId}
    union all
    select jsonb_build_object('paymentRefundId', id) from payment_refunds
    where tenant_id = ${tenantId} and payment_id = ${paymentId}`.execute(db);
  return rows.map(({ payload }) => payload);
}

/** Lists the payments and attempts for an order, the first one first, without those that were never sent. */
export async function paymentsForOrder(db: TenantDb, tenantId: number, orderId: number) {
  const { rows } = await sql<PaymentForOrder>`
    select p.id, p.currency, p.state, p.amount_minor, p.allocated_minor, p.refunded_minor, p.disputed_minor,
      p.reversed_minor, p.error_code, p.created_at, s.time_zone, coalesce(l.amount_minor, 0)::bigint as on_minor
    from payments p
    join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id
    left join payment_allocations l on l.tenant_id = p.tenant_id and l.payment_id = p.id and l.order_id = ${orderId}
    where p.tenant_id = ${tenantId} and p.state not in (${stateLiterals(unsentStates)}) and p.id = any(array(
      select payment_id from payment_orders where tenant_id = ${tenantId} and order_id = ${orderId}
      union select payment_id from payment_allocations where tenant_id = ${tenantId} and order_id = ${orderId}))
    order by p.id`.execute(db);
  return rows;
}

interface PaymentForOrder {
  id: number;
  currency: string;
  state: PaymentState;
  amount_minor: number;
  allocated_minor: number;
  refunded_minor: number;
  disputed_minor: number;
  reversed_minor: number;
  error_code: string | null;
  created_at: Date;
  time_zone: string;
  /** The part that is on the order. */
  on_minor: number;
}

/** Finds the payments with this id at their provider. The condition on `provider_key` leads to the index. */
export async function paymentsByProviderId(db: TenantDb, tenantId: number, providerPaymentId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'account_id', 'currency', 'state', 'channel', 'amount_minor', 'merchant_ref_number'])
    .select('office_reference as reference')
    .where('tenant_id', '=', tenantId)
    .where('provider_key', 'in', (row) =>
      row.selectFrom('payment_providers').select('key').where('tenant_id', '=', tenantId),
    )
    .where('provider_payment_id', '=', providerPaymentId)
    .execute();
}

/** A payment that is not settled for the office. */
export interface OpenPayment {
  id: number;
  currency: string;
  state: PaymentState;
  amount_minor: number;
  allocated_minor: number;
  refunded_minor: number;
  disputed_minor: number;
  reversed_minor: number;
  created_at: Date;
  time_zone: string;
  account_id: number;
  account_reference: string | null;
}

/** The states in which money may be moving, or is held back by a dispute. */
const unsettled = [...statesWhere(({ holds }) => holds), 'disputed'] as const;

/** Lists the payments that are not settled: under way, disputed, or with money on no order. The oldest first. */
export async function openPayments(db: TenantDb, tenantId: number): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select p.id, p.currency, p.state, p.amount_minor, p.allocated_minor, p.refunded_minor, p.disputed_minor,
      p.reversed_minor, p.created_at, s.time_zone, p.account_id, a.reference as account_reference
    from payments p
    join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id
    join accounts a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where p.tenant_id = ${tenantId} and (p.state in (${stateLiterals(unsettled)}) or ${isAvailable})
    order by p.id`.execute(db);
  return rows;
}
