import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import { recordOrderEvents } from '../../orders/orders.exports.ts';
import { allocateToOrder } from '../../orders/orders.service.ts';
import { alertMarina } from '../mails/alert-marina.service.ts';
import { enqueueReceipt } from '../mails/receipt-mails.service.ts';
import { addAllocations, allocationsOf, plannedOrders } from '../payment-orders.queries.ts';
import { type PaymentRow } from '../payments.queries.ts';
import { applyEvent, withLock } from './apply-event.service.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';

/**
 * Allocates an approved payment to its orders and enqueues the receipt, in one transaction. An amount that no order
 * can take stays available on the payment, and the marina gets an alert. A repeated call changes nothing.
 */
export async function allocate(engine: Engine, paymentId: number): Promise<PaymentRow> {
  const { tenant, clock } = engine;
  const allocated = await withLock(engine, paymentId, async (trx, payment) => {
    if (payment.state !== 'approved') return payment;
    const mostMinor = payment.amount_minor - payment.reversed_minor - payment.allocated_minor;
    const allocatedMinor = payment.allocated_minor + (await allocatePlanned(trx, engine, payment, mostMinor));
    const changed = await applyEvent(trx, engine, payment, {
      event: 'allocated',
      changes: { allocated_minor: allocatedMinor },
      detail: { allocatedMinor },
    });
    await recordOrderEvents(trx, tenant, clock.now());
    const surplusMinor = payment.amount_minor - payment.reversed_minor - allocatedMinor;
    if (surplusMinor > 0) await alertMarina(trx, engine, payment, 'surplus', { surplusMinor });
    await enqueueReceipt(trx, tenant, payment, clock.now());
    crashPoint('before-allocate-commit');
    return changed ?? payment;
  });
  crashPoint('after-allocate-commit');
  return allocated;
}

/**
 * Allocates an amount of a locked payment to what its orders still owe.
 * @param mostMinor in minor units
 * @returns the minor units that they took
 */
export async function allocatePlanned(
  trx: TenantDb,
  { tenant, clock }: Pick<Engine, 'tenant' | 'clock'>,
  payment: Pick<PaymentRow, 'id'>,
  mostMinor: number,
): Promise<number> {
  const before = await allocationsOf(trx, tenant.id, [payment.id]);
  let remainingMinor = mostMinor;
  const allocations: { order_id: number; amount_minor: number }[] = [];
  for (const { order_id, amount_minor } of await plannedOrders(trx, tenant.id, payment.id)) {
    // Returned money goes to the order that lost it. Another one may owe more than before.
    const earlierMinor = before.find((allocation) => allocation.order_id === order_id)?.amount_minor ?? 0;
    const openMinor = Math.min(amount_minor - earlierMinor, remainingMinor);
    const allocatedMinor = openMinor > 0 ? await allocateToOrder(trx, tenant.id, order_id, openMinor) : 0;
    if (allocatedMinor > 0) allocations.push({ order_id, amount_minor: allocatedMinor });
    remainingMinor -= allocatedMinor;
  }
  const first = await takeNumbers(trx, tenant.id, 'payment-allocation', allocations.length);
  const rows = allocations.map((each, index) => ({ ...each, id: first + index }));
  await addAllocations(trx, tenant.id, payment.id, rows, clock.now());
  return mostMinor - remainingMinor;
}
