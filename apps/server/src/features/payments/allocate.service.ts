import { takeNumbers } from '../../db/numbers.ts';
import { allocateToOrder } from '../orders/orders.service.ts';
import type { TenantDb } from '../../db/client.ts';
import { enqueueReceipt } from '../receipts/enqueue-receipt.ts';
import { alertMarina } from './alert-marina.ts';
import { applyEvent } from './apply-event.ts';
import { crashPoint } from './crash-points.ts';
import type { Engine } from './engine.ts';
import { insertAllocations, lockPayment, type PaymentRow, plannedOrders, releaseOrders } from './payments.queries.ts';

/**
 * Puts an approved payment on its orders and enqueues the receipt, in one transaction. What no order takes any more
 * stays available on the payment, and the marina is told. Doing it again changes nothing.
 */
export async function allocate(engine: Engine, paymentId: number): Promise<PaymentRow> {
  const { db, tenant, clock } = engine;
  const allocated = await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, tenant.id, paymentId);
    if (payment.state !== 'approved') return payment;
    const allocatedMinor = await allocateToOrders(trx, engine, payment);
    await releaseOrders(trx, tenant.id, paymentId);
    const done = await applyEvent(trx, engine, payment, {
      event: 'allocated',
      changes: { allocated_minor: allocatedMinor },
      detail: { allocatedMinor },
    });
    const surplusMinor = payment.amount_minor - allocatedMinor;
    if (surplusMinor > 0) await alertMarina(trx, engine, payment, 'surplus', { surplusMinor });
    await enqueueReceipt(trx, tenant, payment, clock.now());
    crashPoint('before-allocate-commit');
    return done ?? payment;
  });
  crashPoint('after-allocate-commit');
  return allocated;
}

async function allocateToOrders(trx: TenantDb, { tenant, clock }: Engine, payment: PaymentRow): Promise<number> {
  const taken: { order_id: number; amount_minor: number }[] = [];
  for (const { order_id, amount_minor } of await plannedOrders(trx, tenant.id, payment.id)) {
    const fits = await allocateToOrder(trx, tenant.id, order_id, amount_minor);
    if (fits > 0) taken.push({ order_id, amount_minor: fits });
  }
  if (taken.length === 0) return 0;
  const first = await takeNumbers(trx, tenant.id, 'payment-allocation', taken.length);
  const rows = taken.map((each, index) => ({ ...each, id: first + index }));
  await insertAllocations(trx, tenant.id, payment.id, rows, clock.now());
  return taken.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
}
