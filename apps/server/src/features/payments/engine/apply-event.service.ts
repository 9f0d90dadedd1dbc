import { channel } from 'node:diagnostics_channel';
import type { TenantDb } from '../../../db/client.ts';
import { lockOrders } from '../../orders/orders.exports.ts';
import { holdFreeOrders, plannedOrders, releaseOrders } from '../payment-orders.queries.ts';
import { holdsOrders, isUnpaidEnd, nextState, type PaymentEvent, type PaymentState } from '../payment-states.rules.ts';
import { insertEvent, lockPayment, type PaymentChanges, type PaymentRow, updatePayment } from '../payments.queries.ts';
import { eventTypeOf, recordPaymentEvents } from '../resources/payment-events.service.ts';
import { nextCheck } from './check-times.rules.ts';
import type { Engine } from './engine.types.ts';

export interface PaymentEventInput {
  event: PaymentEvent;
  changes?: PaymentChanges;
  /** Codes and provider ids; never a secret, a card number or a name. */
  detail?: Record<string, unknown>;
}

/** A change of an attempt's state, for figures: the key of its provider, and the state that it came to. */
export interface StateChange {
  provider: string;
  state: PaymentState;
}

const stateChanges = channel('quayside.payment-state');

/**
 * Tells every change of a state that this process makes, for figures and never for books: it is told before the
 * commit, so that a transaction that fails is told too.
 */
export const watchStateChanges = (listener: (change: StateChange) => void): void =>
  stateChanges.subscribe((change) => listener(change as StateChange));

/**
 * Locks an attempt and works on it, in one transaction. No other work on the attempt happens meanwhile. Never call a
 * provider within: the lock would last as long as its answer.
 */
export function withLock<Result>(
  { db, tenant }: Pick<Engine, 'db' | 'tenant'>,
  paymentId: number,
  work: (trx: TenantDb, payment: PaymentRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => work(trx, await lockPayment(trx, tenant.id, paymentId)));
}

/**
 * Locks an attempt, lets `decide` choose the event, and commits both. An attempt whose state refuses the event, or for
 * which there is none, stays as it is.
 */
export function applyIfAllowed(
  engine: Engine,
  paymentId: number,
  decide: (payment: PaymentRow) => PaymentEventInput | null,
): Promise<PaymentRow> {
  return withLock(engine, paymentId, async (trx, payment) => {
    const eventInput = decide(payment);
    return (eventInput && (await applyEvent(trx, engine, payment, eventInput))) ?? payment;
  });
}

/**
 * Applies an event to a locked attempt: state, event, hold, next check, and the event for the marina's programs.
 * This is the one place where a state changes. Allocations change before.
 * @returns the changed attempt; null if its state refuses the event
 */
export async function applyEvent(
  trx: TenantDb,
  { tenant, clock }: { tenant: Pick<Engine['tenant'], 'id' | 'settings'>; clock: Pick<Engine['clock'], 'now'> },
  payment: PaymentRow,
  { event, changes = {}, detail = {} }: PaymentEventInput,
): Promise<PaymentRow | null> {
  const state = nextState(payment.state, event);
  if (state === null) return null;
  const now = clock.now();
  const news = { ...changes, state, ended_by: isUnpaidEnd(state) ? event : null, updated_at: now };
  const changed = { ...payment, ...news } as PaymentRow;
  await updatePayment(trx, tenant.id, payment.id, { ...news, check_at: nextCheck(changed, now) });
  const moved = { event, from_state: payment.state, to_state: state, detail, created_at: now };
  await insertEvent(trx, tenant.id, payment.id, moved);
  await moveHold(trx, { tenant }, payment, state);
  const type = eventTypeOf(event, payment, changed);
  if (type) await recordPaymentEvents(trx, tenant, { type, ids: [payment.id] }, now);
  stateChanges.publish({ provider: payment.provider_key, state } satisfies StateChange);
  return changed;
}

/**
 * Makes the hold follow the state. A caller that sends an attempt has checked before that its orders are free.
 * Money that comes without us holds the orders that are free.
 */
async function moveHold(
  trx: TenantDb,
  { tenant }: { tenant: Pick<Engine['tenant'], 'id'> },
  { id, account_id: accountId, state: before }: PaymentRow,
  after: PaymentState,
): Promise<void> {
  if (holdsOrders(before) && !holdsOrders(after)) await releaseOrders(trx, tenant.id, id);
  if (holdsOrders(before) || !holdsOrders(after)) return;
  const orderIds = (await plannedOrders(trx, tenant.id, id)).map(({ order_id }) => order_id);
  await lockOrders(trx, tenant.id, accountId, orderIds);
  await holdFreeOrders(trx, tenant.id, id);
}
