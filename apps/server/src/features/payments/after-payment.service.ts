import type { TenantDb } from '../../db/client.ts';
import type { Aftermath } from '../../providers/payments/payment-provider.ts';
import { takeOffOrders } from '../orders/orders.service.ts';
import { refundAllocations, removeAllocations } from './after-payment.queries.ts';
import { alertMarina } from './alert-marina.ts';
import { allocate } from './allocate.service.ts';
import { applyEvent, type Happening } from './apply-event.ts';
import { nextCheck } from './check-times.ts';
import type { Engine } from './engine.ts';
import { isPaid, type PaymentEvent, type PaymentState } from './payment-states.ts';
import { allocationsOf, lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts';
import { asAttempt, providerOf } from './providers.service.ts';
import { spreadRefund } from './spread-refund.ts';

type Known = Extract<Aftermath, { kind: 'known' }>;

/** Whether money was taken and has been put on its orders, whatever became of it since. */
export const hasAftermath = (state: PaymentState): boolean => isPaid(state) && state !== 'approved';

/**
 * Asks the provider what became of money that it took, and commits its answer. What was given back stays on its orders:
 * nothing is owed anew by that. What a bank has taken back is taken off them.
 * @returns whether the provider knew an answer
 */
export async function lookAfter(engine: Engine, payment: PaymentRow): Promise<boolean> {
  const { db, tenant, clock, log } = engine;
  const found = await ask(engine, payment);
  if (found?.kind === 'known') {
    const changed = await commit(engine, payment.id, found);
    // A bank gave back what it had taken.
    if (changed.state === 'approved') await allocate(engine, payment.id);
    return true;
  }
  if (found) log.warn({ payment: payment.merchant_ref_number, reason: found.reason }, 'could not ask after a payment');
  const check_at = found ? nextCheck(payment, clock.now()) : null;
  await updatePayment(db, tenant.id, payment.id, { check_at });
  return found === null;
}

/** null: there is nobody who could say. */
async function ask(engine: Engine, payment: PaymentRow): Promise<Aftermath | null> {
  if (payment.provider_payment_id === null) return null;
  try {
    const { fetchAftermath } = await providerOf(engine, payment);
    return (await fetchAftermath?.(asAttempt(payment, engine), payment.provider_payment_id)) ?? null;
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : 'fault' };
  }
}

async function commit(engine: Engine, paymentId: number, found: Known): Promise<PaymentRow> {
  const { db, tenant, clock } = engine;
  return db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, tenant.id, paymentId);
    const event = hasAftermath(payment.state) ? eventOf(payment, found) : null;
    if (event === null) {
      await updatePayment(trx, tenant.id, paymentId, { check_at: nextCheck(payment, clock.now()) });
      return payment;
    }
    const changed = await applyEvent(trx, engine, payment, await happeningOf(trx, engine, payment, event, found));
    if (event !== 'restored') await alertMarina(trx, engine, payment, alerts[event], { ...found });
    return changed ?? payment;
  });
}

type Since = Extract<PaymentEvent, 'partlyRefunded' | 'refunded' | 'reversed' | 'disputed' | 'restored'>;

const alerts = {
  partlyRefunded: 'refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: 'reversed',
} as const satisfies Record<Exclude<Since, 'restored'>, string>;

const states = {
  partlyRefunded: 'partRefunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: 'reversed',
  restored: 'allocated',
} as const satisfies Record<Since, PaymentState>;

/** What has happened; null where nothing has, as far as we know already. */
function eventOf(payment: PaymentRow, { refundedMinor, claim }: Known): Since | null {
  const event = claim !== 'none' ? claim : refundEvent(payment, refundedMinor);
  const isNews = states[event] !== payment.state || (event !== 'reversed' && refundedMinor !== payment.refunded_minor);
  return isNews ? event : null;
}

function refundEvent({ amount_minor }: PaymentRow, refundedMinor: number): Since {
  if (refundedMinor >= amount_minor) return 'refunded';
  return refundedMinor > 0 ? 'partlyRefunded' : 'restored';
}

async function happeningOf(
  trx: TenantDb,
  { tenant }: Engine,
  payment: PaymentRow,
  event: Since,
  found: Known,
): Promise<Happening> {
  if (event === 'restored' && payment.state === 'reversed') return { event, changes: { refunded_minor: 0 } };
  const allocations = await allocationsOf(trx, tenant.id, [payment.id]);
  if (event === 'reversed') {
    await takeOffOrders(trx, tenant.id, allocations);
    await removeAllocations(trx, tenant.id, payment.id);
    const takenOff = allocations.map(({ order_id, amount_minor }) => `${order_id}: ${amount_minor}`);
    return { event, changes: { allocated_minor: 0, refunded_minor: 0 }, detail: { takenOff } };
  }
  const refundedMinor = Math.min(found.refundedMinor, payment.amount_minor);
  await refundAllocations(trx, tenant.id, spreadRefund(allocations, payment, refundedMinor));
  return { event, changes: { refunded_minor: refundedMinor }, detail: { refundedMinor } };
}
