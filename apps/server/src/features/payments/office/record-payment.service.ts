import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import type { Tenant } from '../../../http/context.ts';
import { orderName, recordOrderEvents } from '../../orders/orders.exports.ts';
import { paymentReference } from '../payments.presenter.ts';
import { namedOrderRows, liveAttempts, lockOpenOrders, findOfficePayment } from './office-payments.queries.ts';
import { contentHashOf, type OfficePayment, recordOfficePayments } from './record-payments.service.ts';

/** The payment, or the reason why it is not recorded. */
export type Recorded = { id: number; isNew: boolean; refusal: null } | { refusal: string };

/**
 * Records one payment that the office took. A repeated call with the same content changes nothing. It is refused
 * while money of its orders may be moving in the portal, so that no order is paid twice.
 */
export async function recordOfficePayment(
  trx: TenantDb,
  tenant: Tenant,
  payment: OfficePayment,
  now: Date,
): Promise<Recorded> {
  const open = await lockOpenOrders(trx, tenant.id, [payment.accountId], now);
  const earlier = await findOfficePayment(trx, tenant.id, payment.reference);
  if (earlier) return repeated(payment, earlier);
  const { orderIds } = payment;
  const refusal = orderIds === null ? null : await refuseOrders(trx, tenant.id, payment, orderIds);
  if (refusal !== null) return { refusal };
  const [live] = await liveAttempts(trx, tenant.id, orderIds ?? open.map(({ id }) => id));
  if (live) {
    const name = await nameOf(trx, tenant.id, live.order_id);
    const next = orderIds === null ? 'Name other orders, or try' : 'Try';
    return {
      refusal:
        `order ${name} is being paid in the portal (${live.merchant_ref_number}). ` +
        `${next} again when that payment has ended.`,
    };
  }
  await recordOfficePayments(trx, tenant, [payment], { now, takeNumbers });
  await recordOrderEvents(trx, tenant, now);
  const stored = await findOfficePayment(trx, tenant.id, payment.reference);
  if (!stored) throw new Error('a payment that was just recorded is not there');
  return { id: stored.id, isNew: true, refusal: null };
}

function repeated(
  payment: OfficePayment,
  earlier: NonNullable<Awaited<ReturnType<typeof findOfficePayment>>>,
): Recorded {
  if (earlier.request_hash?.equals(contentHashOf(payment))) return { id: earlier.id, isNew: false, refusal: null };
  const next = earlier.reversed_on === null ? '. Reverse that one, and record' : ', which was reversed: record';
  return {
    refusal:
      `"${payment.reference}" is recorded with other content, as payment ${paymentReference(earlier.id)}${next} ` +
      'this one under another reference.',
  };
}

async function refuseOrders(
  trx: TenantDb,
  tenantId: number,
  { accountId, currency }: OfficePayment,
  orderIds: readonly number[],
): Promise<string | null> {
  for (const order of await namedOrderRows(trx, tenantId, orderIds)) {
    const name = `order ${orderName(order)}`;
    if (order.account_id !== accountId) return `${name} is of another account. Name that account, or other orders.`;
    if (order.cancelled_at !== null)
      return `${name} is cancelled. Name other orders, or none: what no order takes stays available.`;
    if (order.currency !== currency) return `${name} is in ${order.currency}, and the payment in ${currency}.`;
  }
  return null;
}

async function nameOf(trx: TenantDb, tenantId: number, orderId: number): Promise<string> {
  const [order] = await namedOrderRows(trx, tenantId, [orderId]);
  return orderName({ id: orderId, reference: order?.reference ?? null });
}
