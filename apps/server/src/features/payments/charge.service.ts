import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantDb } from '../../db/client.ts';
import { CallError } from '../../http/errors.ts';
import type { PaymentAttempt } from '../../providers/payments/payment-attempt.ts';
import type { ProviderStatus } from '../../providers/payments/provider-status.ts';
import { lockOrdersForPayment } from '../orders/orders.service.ts';
import { applyEvent } from './apply-event.ts';
import { crashPoint } from './crash-points.ts';
import type { Engine } from './engine.ts';
import { findById, lockPayment, type PaymentRow, plannedOrders } from './payments.queries.ts';
import { asAttempt } from './providers.service.ts';
import { settle } from './settle.service.ts';
import { amountChanged, notPayable, totalOf } from './start-payment.service.ts';

/** How long a second request waits for the one that charges. */
const waitMs = 3_000;
const waitStepMs = 200;

export interface ChargeRequest {
  /** Takes the money, by the provider. Called once at most. */
  take: (attempt: PaymentAttempt) => Promise<ProviderStatus>;
  /** In which the attempt has to be: its bank or its provider's page has said yes. */
  from: 'authenticated' | 'redirected';
  rememberCard: boolean;
  /** Of the caller, for the refusal's text. */
  language: string;
}

type Sending = { sent: true } | { sent: false; refusal: CallError | null };

/**
 * Charges an attempt that its customer has agreed to, at most once, however many ask for it at once: only who stores it as `sent` calls
 * the provider. The others get what it came to.
 * @throws CallError AMOUNT_CHANGED, ORDER_NOT_PAYABLE where the orders have changed since: nothing is charged then
 */
export async function charge(
  engine: Engine,
  payment: PaymentRow,
  request: ChargeRequest,
): Promise<{ payment: PaymentRow; isOurs: boolean }> {
  const sending = await markSent(engine, payment, request);
  if (!sending.sent) {
    if (sending.refusal) throw sending.refusal;
    return { payment: await outcomeOf(engine, payment), isOurs: false };
  }
  crashPoint('after-sent-commit');
  const status = await callProvider(engine, payment, request);
  crashPoint('after-charge-call');
  return { payment: await settle(engine, payment.id, status, { of: 'charge' }), isOurs: true };
}

/** What became of an attempt that somebody else charges, as far as that is known shortly. */
export async function outcomeOf({ db, tenant }: Engine, payment: PaymentRow): Promise<PaymentRow> {
  let found = await findById(db, tenant.id, payment.id);
  for (let waited = 0; found.state === 'sent' && waited < waitMs; waited += waitStepMs) {
    await sleep(waitStepMs);
    found = await findById(db, tenant.id, payment.id);
  }
  return found;
}

async function markSent(engine: Engine, { id }: PaymentRow, request: ChargeRequest): Promise<Sending> {
  const { db, tenant, clock } = engine;
  return db.transaction().execute(async (trx): Promise<Sending> => {
    const payment = await lockPayment(trx, tenant.id, id);
    const now = clock.now();
    if (payment.state !== request.from) return { sent: false, refusal: null };
    if (payment.expires_at <= now) return { sent: false, refusal: new CallError('PAYMENT_STATE') };
    const refusal = await refuseChangedOrders(trx, engine, payment, request.language);
    if (refusal) {
      const changes = { error_code: refusal.code };
      await applyEvent(trx, engine, payment, { event: 'cancelled', changes, detail: { code: refusal.code } });
      return { sent: false, refusal };
    }
    const changes = { sent_at: now, remember_card: request.rememberCard };
    await applyEvent(trx, engine, payment, { event: 'sent', changes });
    crashPoint('before-sent-commit');
    return { sent: true };
  });
}

/** Prices the orders once more: since the attempt was made the office may have changed them. */
async function refuseChangedOrders(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  language: string,
): Promise<CallError | null> {
  const planned = await plannedOrders(trx, engine.tenant.id, payment.id);
  const ids = planned.map(({ order_id }) => order_id);
  const { account_id: accountId, merchant_ref_number: heldBy } = payment;
  const orders = await lockOrdersForPayment(trx, engine.tenant, accountId, ids, engine.clock.now(), heldBy);
  const unpayable = orders.find(({ payable }) => !payable);
  if (unpayable) return notPayable(unpayable);
  const dueById = new Map(orders.map(({ id, outstandingMinor }) => [id, outstandingMinor]));
  if (planned.every(({ order_id, amount_minor }) => dueById.get(order_id) === amount_minor)) return null;
  return amountChanged(engine, totalOf(orders), language);
}

/** From here on nothing may end in "declined" but the provider's own word. */
async function callProvider(engine: Engine, payment: PaymentRow, { take }: ChargeRequest): Promise<ProviderStatus> {
  try {
    return await take(asAttempt(payment, engine));
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    engine.log.error({ payment: payment.merchant_ref_number, reason }, 'the provider’s adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}
