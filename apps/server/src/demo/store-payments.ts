import type { TenantDb } from '../db/client.ts';
import { insertRows } from '../db/sql/insert-rows.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import { officeHour } from './calendar.ts';
import { paidParts } from './outcomes.ts';
import type { StoredOrder } from './store-customers.ts';

/** A customer's payment at the office on one day. */
interface OfficePayment {
  accountId: number;
  siteId: number;
  on: string;
  isRefunded: boolean;
  parts: { orderId: number; amount: number }[];
}

/**
 * Stores the payments that the office received over the years. Their orders count them already. No card provider knows
 * of them, so its books agree with ours. Their channel is None, as for every payment that is not made online.
 */
export async function storePayments(
  trx: TenantDb,
  tenantId: number,
  orders: readonly StoredOrder[],
  currency: string,
): Promise<void> {
  const payments = paymentsOf(orders);
  const firstPayment = await takeNumbers(trx, tenantId, 'payment', payments.length);
  const numbered = payments.map((payment, index) => ({ ...payment, id: firstPayment + index }));
  const rows = numbered.map((payment) => paymentRow(payment, tenantId, currency));
  await insertRows(trx, tenantId, 'payments', rows);
  const parts = numbered.flatMap(({ id, on, isRefunded, parts: some }) =>
    some.map((part) => ({ paymentId: id, on, isRefunded, ...part })),
  );
  await storeParts(trx, tenantId, parts);
}

/** The part of a payment that is for one order. */
interface Part {
  paymentId: number;
  on: string;
  isRefunded: boolean;
  orderId: number;
  amount: number;
}

async function storeParts(trx: TenantDb, tenantId: number, parts: readonly Part[]): Promise<void> {
  const first = await takeNumbers(trx, tenantId, 'payment-allocation', parts.length);
  const planned = parts.map(({ paymentId, orderId, amount }) => ({
    payment_id: paymentId,
    order_id: orderId,
    amount_minor: amount,
    live: false,
  }));
  const allocations = parts.map(({ paymentId, orderId, amount, on, isRefunded }, index) => ({
    id: first + index,
    payment_id: paymentId,
    order_id: orderId,
    amount_minor: amount,
    refunded_minor: isRefunded ? amount : 0,
    created_at: officeHour(on, 240),
  }));
  await insertRows(trx, tenantId, 'payment_orders', planned);
  await insertRows(trx, tenantId, 'payment_allocations', allocations);
}

/** Returns one payment for everything that a customer paid on a day. */
function paymentsOf(orders: readonly StoredOrder[]): OfficePayment[] {
  const payments = new Map<string, OfficePayment>();
  for (const { id, accountId, siteId, order } of orders)
    for (const { on, amount } of paidParts(order)) {
      const isRefunded = order.isRefunded ?? false;
      const name = `${on} ${accountId} ${isRefunded}`;
      const payment = payments.get(name) ?? { accountId, siteId, on, isRefunded, parts: [] };
      payment.parts.push({ orderId: id, amount });
      payments.set(name, payment);
    }
  return [...payments.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

function paymentRow(
  { id, accountId, siteId, on, isRefunded, parts }: OfficePayment & { id: number },
  tenantId: number,
  currency: string,
) {
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  const at = officeHour(on, 240);
  return {
    id,
    account_id: accountId,
    site_id: siteId,
    merchant_ref_number: `OFFICE-${tenantId}-${String(id).padStart(6, '0')}`,
    provider_key: 'office',
    channel: 'None',
    state: isRefunded ? 'refunded' : 'allocated',
    currency,
    amount_minor: amount,
    allocated_minor: amount,
    refunded_minor: isRefunded ? amount : 0,
    is_test: false,
    created_at: at,
    updated_at: at,
    expires_at: at,
    sent_at: at,
    transaction_at: at,
  };
}
