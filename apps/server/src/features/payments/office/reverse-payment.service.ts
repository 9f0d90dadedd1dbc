import type { TenantDb } from '../../../db/client.ts';
import { takeOffOrders } from '../../orders/orders.service.ts';
import { reduceAllocations } from '../after-payment/after-payment.queries.ts';
import { applyEvent } from '../engine/apply-event.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { allocationsOf } from '../payment-orders.queries.ts';
import { lockPayment } from '../payments.queries.ts';

/**
 * Reverses a payment that the office recorded: a cheque that bounced, a direct debit that came back, a mistake. Its
 * orders owe the money again. A repeated call changes nothing. The caller records the events of the orders.
 * @param reversedOn the day at the site, `YYYY-MM-DD`
 * @returns false if it was reversed before
 */
export async function reverseOfficePayment(
  trx: TenantDb,
  { tenant, clock }: { tenant: Pick<Engine['tenant'], 'id' | 'settings'>; clock: Pick<Engine['clock'], 'now'> },
  paymentId: number,
  reversedOn: string,
): Promise<boolean> {
  const payment = await lockPayment(trx, tenant.id, paymentId);
  if (payment.state === 'reversed') return false;
  const allocations = await allocationsOf(trx, tenant.id, [paymentId]);
  const parts = allocations.map(({ id, order_id, amount_minor }) => ({
    id,
    order_id,
    amount_minor,
    minor: amount_minor,
  }));
  await takeOffOrders(trx, tenant.id, parts);
  await reduceAllocations(trx, tenant.id, parts);
  const takenOff = parts.map(({ order_id, minor }) => `${order_id}: ${minor}`);
  const changed = await applyEvent(trx, { tenant, clock }, payment, {
    event: 'reversed',
    changes: {
      allocated_minor: 0,
      refunded_minor: 0,
      disputed_minor: 0,
      reversed_minor: payment.amount_minor,
      reversed_on: reversedOn,
    },
    detail: { reversedMinor: payment.amount_minor, ...(takenOff.length > 0 ? { takenOff } : {}) },
  });
  if (!changed) throw new Error(`payment ${paymentId} can't be reversed from ${payment.state}`);
  return true;
}
