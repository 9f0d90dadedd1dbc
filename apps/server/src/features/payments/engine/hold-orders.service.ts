import type { TenantDb } from '../../../db/client.ts';
import { CallError } from '../../../http/errors.ts';
import { lockOrdersForPayment } from '../../orders/orders.service.ts';
import { plannedOrders } from '../payment-orders.queries.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { applyEvent, type PaymentEventInput } from './apply-event.service.ts';
import type { Engine } from './engine.types.ts';
import { totalOf } from './partial-payment.rules.ts';
import { amountChanged, notPayable } from './start-payment.service.ts';

/** An attempt that now holds its orders, or the reason why it can't: then it was given up. */
export type Held = { payment: PaymentRow; refusal: null } | { payment: null; refusal: CallError };

/**
 * Moves a locked attempt to a state in which money may move, and so takes its orders. If several attempts have the same
 * orders, the first gets them. The orders are priced again, because the office may have changed them.
 * @param eventInput leads to a state that holds orders
 * @param language of the caller, for the refusal's text
 */
export async function holdOrders(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  { eventInput, language }: { eventInput: PaymentEventInput; language: string },
): Promise<Held> {
  const refusal =
    payment.expires_at <= engine.clock.now()
      ? new CallError('PAYMENT_STATE')
      : await findRefusal(trx, engine, payment, language);
  if (refusal === null) {
    const heldPayment = await applyEvent(trx, engine, payment, eventInput);
    return heldPayment ? { payment: heldPayment, refusal } : { payment: null, refusal: new CallError('PAYMENT_STATE') };
  }
  // The reconciler ends an expired attempt, after it has asked the provider.
  if (refusal.code !== 'PAYMENT_STATE') {
    const code = endCodeOf(refusal);
    await applyEvent(trx, engine, payment, { event: 'cancelled', changes: { error_code: code }, detail: { code } });
  }
  return { payment: null, refusal };
}

/** Finds the reason why the attempt can't hold its orders. Null if it can. Locks the orders. */
async function findRefusal(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  language: string,
): Promise<CallError | null> {
  const { tenant, clock } = engine;
  const planned = await plannedOrders(trx, tenant.id, payment.id);
  const ids = planned.map(({ order_id }) => order_id);
  const orders = await lockOrdersForPayment(trx, tenant, payment.account_id, ids, clock.now());
  // The refusal does not name the other attempt: the caller need not be its owner.
  if (orders.some(({ hold }) => hold !== null)) return new CallError('PAYMENT_IN_PROGRESS');
  const unpayable = orders.find(({ payable }) => !payable);
  if (unpayable) return notPayable(unpayable);
  const dueById = new Map(orders.map(({ id, outstandingMinor }) => [id, outstandingMinor]));
  if (planned.every(({ order_id, amount_minor, due_minor }) => dueById.get(order_id) === (due_minor ?? amount_minor)))
    return null;
  return amountChanged(engine, totalOf(orders), language);
}

/** Returns the code with which the attempt itself records its end, in case nobody reads the refusal. */
const endCodeOf = ({ code, options: { variant } }: CallError): string =>
  code === 'ORDER_NOT_PAYABLE' && variant === 'paid' ? 'ORDER_PAID' : code;
