import type { TenantDb } from '../../../db/client.ts';
import type { Aftermath } from '../../../providers/payments/provider-status.ts';
import { recordOrderEvents } from '../../orders/orders.exports.ts';
import { takeOffOrders } from '../../orders/orders.service.ts';
import { allocatePlanned } from '../engine/allocate.service.ts';
import { applyEvent, type PaymentEventInput, withLock } from '../engine/apply-event.service.ts';
import { nextCheck } from '../engine/check-times.rules.ts';
import type { Engine } from '../engine/engine.types.ts';
import { onNoOrderMinor } from '../available/available-amount.rules.ts';
import { alertMarina, type AlertKind } from '../mails/alert-marina.service.ts';
import { enqueueReceipt } from '../mails/receipt-mails.service.ts';
import { type AllocationRow, allocationsOf } from '../payment-orders.queries.ts';
import { hasAftermath, hasReceipt, type PaymentEvent, type PaymentState } from '../payment-states.rules.ts';
import { findById, type PaymentRow, updatePayment } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { checkRefundsAgain, reduceAllocations, refundAllocations } from './after-payment.queries.ts';
import { failedHereMinor } from './failed-refunds.service.ts';
import { spreadRefund, spreadReversal } from './spread-refund.rules.ts';

type Known = Extract<Aftermath, { kind: 'known' }>;

/** The provider's answer, with what failed of the refunds that were made here, in minor units. */
type Found = (Known & { failedHereMinor: number }) | Extract<Aftermath, { kind: 'unknown' }>;

/**
 * Asks the provider for the later fate of money that it took, and commits the answer. Refunds stay allocated: nothing
 * is owed again because of them. A reversed amount is taken off its orders, and no more than that. If the bank returns
 * it, it is allocated again to what they still owe.
 * @returns false if the provider gave no answer, so that it has to be asked again
 */
export async function lookAfter(engine: Engine, payment: PaymentRow): Promise<boolean> {
  const { db, tenant, clock, log } = engine;
  const found = await ask(engine, payment);
  if (found?.kind === 'known') {
    if (await commit(engine, payment, found)) return true;
    return lookAfter(engine, await findById(db, tenant.id, payment.id));
  }
  if (found)
    log.warn(
      { payment: payment.merchant_ref_number, reason: found.reason },
      'could not ask about the money of a payment',
    );
  const check_at = found ? nextCheck(payment, clock.now()) : null;
  await updatePayment(db, tenant.id, payment.id, { check_at });
  return found === null;
}

/** Asks the provider; null if nobody can say. */
async function ask(engine: Engine, payment: PaymentRow): Promise<Found | null> {
  if (payment.provider_payment_id === null) return null;
  try {
    const { fetchAftermath } = await providerOf(engine, payment);
    const found = await fetchAftermath?.(asAttempt(payment, engine), payment.provider_payment_id);
    if (found?.kind !== 'known') return found ?? null;
    const isFailed = hasRefundFailed(payment, sumsOf(payment, found));
    const minor = isFailed ? await failedHereMinor(engine, payment) : 0;
    return minor === null
      ? { kind: 'unknown', reason: 'it does not say which refund failed' }
      : { ...found, failedHereMinor: minor };
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : 'fault' };
  }
}

/**
 * Commits an answer, unless another one was committed since the question.
 * DANGER: that other answer may be newer. What a bank took since would be given back to the orders.
 * @returns false if nothing was committed
 */
async function commit(engine: Engine, asked: PaymentRow, found: Extract<Found, { kind: 'known' }>): Promise<boolean> {
  const { tenant, clock } = engine;
  return withLock(engine, asked.id, async (trx, payment) => {
    if (compared.some((column) => payment[column] !== asked[column])) return false;
    const sums = sumsOf(payment, found);
    const event = hasAftermath(payment.state) ? eventOf(payment, sums) : null;
    if (event === null) {
      await updatePayment(trx, tenant.id, payment.id, { check_at: nextCheck(payment, clock.now()) });
      return true;
    }
    const changed = await applyEvent(trx, engine, payment, await eventInputOf(trx, engine, payment, event, sums));
    await recordOrderEvents(trx, tenant, clock.now());
    for (const kind of alertsFor(payment, sums)) await alertMarina(trx, engine, payment, kind, { ...sums });
    if (changed && sums.reversedMinor < payment.reversed_minor) await tellReturned(trx, engine, changed);
    if (changed && hasRefundFailed(payment, sums))
      await tellFailedRefund(trx, engine, changed, payment.refunded_minor - found.failedHereMinor);
    return true;
  });
}

/** The columns in which every new answer shows. */
const compared = ['state', 'refunded_minor', 'disputed_minor', 'reversed_minor'] as const;

/** The parts of a payment, in minor units. The marina still has the rest. */
interface ReturnedSums {
  refundedMinor: number;
  disputedMinor: number;
  reversedMinor: number;
}

/** Returns the parts. The reversed part counts first: nobody can refund or dispute what the bank has taken. */
function sumsOf(payment: PaymentRow, found: Known): ReturnedSums {
  const { amount_minor, disputed_minor, reversed_minor } = payment;
  const reversedMinor = Math.min(found.reversedMinor ?? reversed_minor, amount_minor);
  const rest = amount_minor - reversedMinor;
  return {
    refundedMinor: Math.min(found.refundedMinor, rest),
    disputedMinor: Math.min(found.disputedMinor ?? disputed_minor, rest),
    reversedMinor,
  };
}

/** A reversal also lowers the refunded part, because the bank then has that money from the marina. */
const hasRefundFailed = (payment: PaymentRow, { refundedMinor, reversedMinor }: ReturnedSums): boolean =>
  refundedMinor < payment.refunded_minor && reversedMinor <= payment.reversed_minor;

/**
 * Tells the office of a refund that the marina made at its provider and that failed. The server asks about those that
 * were made here again: that ends a failed one, and tells the office and its programs.
 * @param expectedMinor what would be refunded if only refunds that were made here had failed, in minor units
 */
async function tellFailedRefund(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  expectedMinor: number,
): Promise<void> {
  await checkRefundsAgain(trx, engine.tenant.id, payment.id, engine.clock.now());
  const failedMinor = expectedMinor - payment.refunded_minor;
  if (failedMinor > 0) await alertMarina(trx, engine, payment, 'refund-not-made', { failedMinor });
}

/** Tells of money that a bank returned: the customer of a payment that is whole again, and the office of the rest. */
async function tellReturned(trx: TenantDb, engine: Engine, payment: PaymentRow): Promise<void> {
  const surplusMinor = onNoOrderMinor(payment);
  if (surplusMinor > 0) await alertMarina(trx, engine, payment, 'surplus', { surplusMinor });
  if (hasReceipt(payment.state)) await enqueueReceipt(trx, engine.tenant, payment, engine.clock.now());
}

type Since = Extract<
  PaymentEvent,
  'partlyRefunded' | 'refunded' | 'reversed' | 'partlyReversed' | 'disputed' | 'restored'
>;

const states = {
  partlyRefunded: 'partRefunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: 'reversed',
  partlyReversed: 'partReversed',
  restored: 'allocated',
} as const satisfies Record<Since, PaymentState>;

/** Returns the event; null if nothing is new to us. */
function eventOf(payment: PaymentRow, sums: ReturnedSums): Since | null {
  const event = eventFor(payment, sums);
  const isNews =
    states[event] !== payment.state ||
    sums.refundedMinor !== payment.refunded_minor ||
    sums.disputedMinor !== payment.disputed_minor ||
    sums.reversedMinor !== payment.reversed_minor;
  return isNews ? event : null;
}

function eventFor({ amount_minor }: PaymentRow, { refundedMinor, disputedMinor, reversedMinor }: ReturnedSums): Since {
  if (reversedMinor >= amount_minor) return 'reversed';
  if (disputedMinor > 0) return 'disputed';
  if (reversedMinor > 0) return 'partlyReversed';
  if (refundedMinor >= amount_minor) return 'refunded';
  return refundedMinor > 0 ? 'partlyRefunded' : 'restored';
}

/** Returns the alerts: the office hears of each part that has grown. */
function alertsFor(payment: PaymentRow, { refundedMinor, disputedMinor, reversedMinor }: ReturnedSums): AlertKind[] {
  const kinds: AlertKind[] = [];
  if (refundedMinor > payment.refunded_minor) kinds.push('refunded');
  if (disputedMinor > payment.disputed_minor) kinds.push('disputed');
  if (reversedMinor > payment.reversed_minor)
    kinds.push(reversedMinor >= payment.amount_minor ? 'reversed' : 'partly-reversed');
  return kinds;
}

async function eventInputOf(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  event: Since,
  sums: ReturnedSums,
): Promise<PaymentEventInput> {
  const { tenant } = engine;
  const { refundedMinor, disputedMinor, reversedMinor } = sums;
  const moreMinor = reversedMinor - payment.reversed_minor;
  const before = await allocationsOf(trx, tenant.id, [payment.id]);
  const takenOff = await takeBack(trx, engine, payment, before, moreMinor);
  // Returned money comes first. Then the refunds are spread again, over the new allocations.
  if (moreMinor < 0) await allocatePlanned(trx, engine, payment, -moreMinor);
  const after = moreMinor === 0 ? before : await allocationsOf(trx, tenant.id, [payment.id]);
  const allocated_minor = after.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const { amount_minor } = payment;
  const shares = spreadRefund(after, { amount_minor, allocated_minor, reversed_minor: reversedMinor }, refundedMinor);
  await refundAllocations(trx, tenant.id, shares);
  return {
    event,
    changes: {
      allocated_minor,
      refunded_minor: refundedMinor,
      disputed_minor: disputedMinor,
      reversed_minor: reversedMinor,
    },
    detail: { refundedMinor, disputedMinor, reversedMinor, ...(takenOff.length > 0 ? { takenOff } : {}) },
  };
}

/** Takes a further part of a payment off its orders. @returns the orders with the amounts taken off, in minor units */
async function takeBack(
  trx: TenantDb,
  { tenant }: Engine,
  payment: PaymentRow,
  allocations: readonly AllocationRow[],
  moreMinor: number,
): Promise<string[]> {
  if (moreMinor <= 0) return [];
  const parts = spreadReversal(allocations, payment, moreMinor).flatMap(({ id, minor }) => {
    const allocation = allocations.find((each) => each.id === id);
    return allocation ? [{ id, minor, order_id: allocation.order_id, amount_minor: minor }] : [];
  });
  await takeOffOrders(trx, tenant.id, parts);
  await reduceAllocations(trx, tenant.id, parts);
  return parts.map(({ order_id, minor }) => `${order_id}: ${minor}`);
}
