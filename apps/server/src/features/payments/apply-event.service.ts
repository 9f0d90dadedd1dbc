import type { TenantDb } from '../../db/client.ts';
import { nextCheck } from './check-times.rules.ts';
import type { Engine } from './engine.rules.ts';
import { lockOrdersOfPayment } from '../orders/orders.service.ts';
import { holdsOrders, isUnpaidEnd, nextState, type PaymentEvent, type PaymentState } from './payment-states.rules.ts';
import { insertEvent, type PaymentChanges, type PaymentRow, updatePayment } from './payments.queries.ts';
import { holdFreeOrders, plannedOrders, releaseOrders } from './payment-orders.queries.ts';

export interface PaymentEventInput {
  event: PaymentEvent;
  changes?: PaymentChanges;
  /** Codes and provider ids; never a secret, a card number or a name. */
  detail?: Record<string, unknown>;
}

/**
 * Applies an event to a locked attempt: state, event, reservation, next check. This is the one place where a state
 * changes.
 * @returns the changed attempt; null if its state refuses the event
 */
export async function applyEvent(
  trx: TenantDb,
  { tenant, clock }: Engine,
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
  await moveReservation(trx, { tenant }, payment, state);
  return changed;
}

/**
 * Makes the reservation follow the state. A caller that sends an attempt has checked before that its orders are free.
 * Money that comes without us holds the orders that are free.
 */
async function moveReservation(
  trx: TenantDb,
  { tenant }: Pick<Engine, 'tenant'>,
  { id, account_id: accountId, state: before }: PaymentRow,
  after: PaymentState,
): Promise<void> {
  if (holdsOrders(before) && !holdsOrders(after)) await releaseOrders(trx, tenant.id, id);
  if (holdsOrders(before) || !holdsOrders(after)) return;
  const orderIds = (await plannedOrders(trx, tenant.id, id)).map(({ order_id }) => order_id);
  await lockOrdersOfPayment(trx, tenant.id, accountId, orderIds);
  await holdFreeOrders(trx, tenant.id, id);
}
