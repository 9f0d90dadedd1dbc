import { expressChannel, type PaymentOfOrder, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context, PayerContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { loadAccount } from '../account/account.service.ts';
import { takenOffOrder } from './after-payment/after-payment.queries.ts';
import { applyEvent, applyIfAllowed, type PaymentEventInput, withLock } from './engine/apply-event.service.ts';
import type { Engine } from './engine/engine.types.ts';
import { allocatedOrders, allocationsOf, plannedOrders } from './payment-orders.queries.ts';
import { hasAftermath, type PaymentState } from './payment-states.rules.ts';
import { presentPayment, presentPaymentOfOrder } from './payments.presenter.ts';
import {
  findById,
  findByExpressReference,
  findByReference,
  findNewestOfOrder,
  findOwnerOfPayment,
  namesOfOrders,
  type PaymentRow,
  paymentsOfOrder,
  updatePayment,
} from './payments.queries.ts';
import { refusalReasonOf } from './providers/providers.service.ts';

export type { PaymentRow } from './payments.queries.ts';

/** Loads an attempt of the payer. @throws CallError NOT_FOUND, for somebody else's too */
export async function loadPayment(ctx: PayerContext, merchantRefNumber: string): Promise<PaymentRow> {
  const payment = await findByReference(ctx.db, ctx.tenant.id, ctx, merchantRefNumber);
  if (!payment) throw notFound();
  return payment;
}

/** Loads an express attempt of the payer, by our reference or by the provider's. @throws CallError NOT_FOUND */
export async function loadExpressPayment(ctx: PayerContext, reference: string): Promise<PaymentRow> {
  const { db, tenant } = ctx;
  const payment =
    (await findByExpressReference(db, tenant.id, ctx, reference)) ??
    (await findByReference(db, tenant.id, ctx, reference));
  if (payment?.channel !== expressChannel) throw notFound();
  return payment;
}

/**
 * Finds the account of an attempt, and the browser that started it by a pay link. DANGER: the caller's access is not
 * checked yet.
 */
export async function findOwnerOf({ db, tenant }: Pick<Context, 'db' | 'tenant'>, name: string | number) {
  return findOwnerOfPayment(db, tenant.id, name);
}

/** Returns the orders to which a payment is, or will be, allocated. */
export async function ordersOf({ db, tenant }: Pick<Context, 'db' | 'tenant'>, payment: PaymentRow) {
  const isAllocated = hasAftermath(payment.state);
  return (isAllocated ? allocatedOrders : plannedOrders)(db, tenant.id, payment.id);
}

/** Loads an attempt by its number. DANGER: the caller must have checked its owner. */
export async function paymentById({ db, tenant }: Pick<Context, 'db' | 'tenant'>, id: number): Promise<PaymentRow> {
  return findById(db, tenant.id, id);
}

/** Shows an attempt to its customer. */
export async function showPayment(ctx: PayerContext, payment: PaymentRow): Promise<ProcessedPayment> {
  const orders = await ordersOf(ctx, payment);
  const ids = orders.map(({ order_id }) => order_id);
  const names = await namesOfOrders(ctx.db, ctx.tenant.id, ids);
  const account = await loadAccount(ctx, payment.account_id);
  const refusalReason = await refusalReasonOf(ctx, payment);
  return presentPayment(ctx, payment, { orders, names, account, refusalReason, now: ctx.clock.now() });
}

/** Shows the payer's newest attempt for an order, unless it failed. */
export async function showNewestPayment(ctx: PayerContext, orderId: number): Promise<ProcessedPayment | null> {
  const payment = await findNewestOfOrder(ctx.db, ctx.tenant.id, ctx, orderId);
  return payment ? showPayment(ctx, payment) : null;
}

/**
 * Shows the payments that were allocated to an order, the newest first, with the amounts that a bank took off it
 * again. The caller must have checked that the order may be seen.
 */
export async function showPaymentsOfOrder(
  ctx: Pick<Context, 'db' | 'tenant' | 'language'>,
  of: { orderId: number; accountId: number },
): Promise<PaymentOfOrder[]> {
  const { db, tenant } = ctx;
  const payments = await paymentsOfOrder(db, tenant.id, of);
  const ids = payments.map(({ id }) => id);
  const allocations = Map.groupBy(await allocationsOf(db, tenant.id, ids), (allocation) => allocation.payment_id);
  const takenOff = await takenOffOrder(db, tenant.id, of.orderId, payments);
  return payments
    .map((payment) => ({
      payment,
      allocations: allocations.get(payment.id) ?? [],
      takenOffMinor: takenOff.get(payment.id) ?? 0,
    }))
    .filter((parts) => parts.allocations.length > 0 || parts.takenOffMinor > 0)
    .map(({ payment, ...parts }) => presentPaymentOfOrder(ctx, payment, parts));
}

/**
 * Locks an attempt, lets `decide` choose the event, and commits both.
 * @throws CallError PAYMENT_STATE if the attempt's state refuses it; nothing is stored then
 */
export async function changeAttempt(
  engine: Engine,
  paymentId: number,
  decide: (trx: TenantDb, payment: PaymentRow) => Promise<PaymentEventInput>,
): Promise<PaymentRow> {
  return withLock(engine, paymentId, async (trx, payment) => {
    const changed = await applyEvent(trx, engine, payment, await decide(trx, payment));
    if (!changed) throw new CallError('PAYMENT_STATE');
    return changed;
  });
}

/** Changes an attempt that may have moved on meanwhile: then it stays as it is. */
export async function changeAttemptFrom(
  engine: Engine,
  paymentId: number,
  state: PaymentState,
  eventInput: PaymentEventInput,
): Promise<PaymentRow> {
  return applyIfAllowed(engine, paymentId, (payment) => (payment.state === state ? eventInput : null));
}

/** Notes if a card was kept. Never touches the payment's state. */
export async function noteCardSaved(db: TenantDb, tenantId: number, paymentId: number, saved: boolean): Promise<void> {
  await updatePayment(db, tenantId, paymentId, { card_saved: saved });
}
