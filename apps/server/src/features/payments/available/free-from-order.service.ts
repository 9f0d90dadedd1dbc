import type { TenantDb } from '../../../db/client.ts';
import { reduceAllocations, refundAllocations } from '../after-payment/after-payment.queries.ts';
import { spreadRefund } from '../after-payment/spread-refund.rules.ts';
import { liveAttempts } from '../office/office-payments.queries.ts';
import { allocationsOf } from '../payment-orders.queries.ts';
import { findById, insertEvent, updatePayment } from '../payments.queries.ts';
import { freedParts } from './freed-parts.rules.ts';
import { allocationsOfOrder, lockNamedOrder, lockPaymentsOfOrder } from './available.queries.ts';

/** An order that is locked together with all payments on it. */
export type LockedOrder = Awaited<ReturnType<typeof lockNamedOrder>>;

/** The transaction saw a payment that came onto the order while it waited for the locks. Run it again. */
export class PaymentCameMeanwhile extends Error {
  override name = 'PaymentCameMeanwhile';
}

/**
 * Locks the payments on an order, then the order. @throws PaymentCameMeanwhile
 * @returns the order, and the attempt that holds it because money may be moving; null if there is none
 */
export async function lockOrderWithPayments(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
): Promise<{ order: LockedOrder; live: string | null }> {
  const locked = await lockPaymentsOfOrder(trx, tenantId, orderId);
  const order = await lockNamedOrder(trx, tenantId, orderId);
  const allocations = await allocationsOfOrder(trx, tenantId, orderId);
  if (allocations.some(({ payment_id }) => !locked.includes(payment_id))) throw new PaymentCameMeanwhile();
  const [live] = await liveAttempts(trx, tenantId, [orderId]);
  return { order, live: live?.merchant_ref_number ?? null };
}

/**
 * Takes an amount that was paid off a locked order: it becomes available on its payments, the latest first. What was
 * refunded of the order goes first, and does not become available. The caller keeps the order's own sum right.
 * @returns the ids of the payments
 */
export async function freeFromOrder(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
  freeMinor: number,
  now: Date,
): Promise<number[]> {
  const parts = freedParts(await allocationsOfOrder(trx, tenantId, orderId), freeMinor);
  for (const { allocation, minor } of parts) {
    const { id, payment_id: paymentId } = allocation;
    await reduceAllocations(trx, tenantId, [{ id, minor }]);
    const payment = await findById(trx, tenantId, paymentId);
    const allocated_minor = payment.allocated_minor - minor;
    await updatePayment(trx, tenantId, paymentId, { allocated_minor, updated_at: now });
    const rest = await allocationsOf(trx, tenantId, [paymentId]);
    // A refund counts first for the part that is on no order now.
    const shares = spreadRefund(rest, { ...payment, allocated_minor }, payment.refunded_minor);
    await refundAllocations(trx, tenantId, shares);
    await insertEvent(trx, tenantId, paymentId, {
      event: 'credited',
      from_state: payment.state,
      to_state: payment.state,
      detail: { order: orderId, freedMinor: minor },
      created_at: now,
    });
  }
  return parts.map(({ allocation }) => allocation.payment_id);
}
