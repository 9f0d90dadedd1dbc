import { setTimeout as sleep } from 'node:timers/promises';
import type { CallError } from '../../../http/errors.ts';
import type { PaymentAttempt } from '../../../providers/payments/payment-attempt.ts';
import type { ProviderStatus } from '../../../providers/payments/provider-status.ts';
import { findById, type PaymentRow } from '../payments.queries.ts';
import { asAttempt } from '../providers/providers.service.ts';
import { withLock } from './apply-event.service.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';
import { holdOrders } from './hold-orders.service.ts';
import { settle } from './settle.service.ts';

/** The time for which a second request waits for the one that charges. */
const waitMs = 3_000;
const waitStepMs = 200;

export interface ChargeRequest {
  /** Makes the provider take the money. Called once at most. */
  take: (attempt: PaymentAttempt) => Promise<ProviderStatus>;
  /** The state that the attempt must have: its bank or its provider's page has agreed. */
  from: 'authenticated' | 'agreeing';
  rememberCard: boolean;
  /** The caller's language, for the refusal's text. */
  language: string;
}

type Sending = { sent: true } | { sent: false; refusal: CallError | null };

/**
 * Charges an attempt that its customer has agreed to, at most once. Of many simultaneous requests, only the one that
 * stores the attempt as `sent`, and so takes its orders, calls the provider. The others get the outcome.
 * @throws CallError AMOUNT_CHANGED, ORDER_NOT_PAYABLE if the orders have changed since; PAYMENT_IN_PROGRESS if
 * another attempt was sent first. Nothing is charged then, and this attempt is over
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

/** Returns the outcome of an attempt that another request charges, as far as it is known after a short wait. */
export async function outcomeOf({ db, tenant }: Engine, payment: PaymentRow): Promise<PaymentRow> {
  let found = await findById(db, tenant.id, payment.id);
  for (let waited = 0; found.state === 'sent' && waited < waitMs; waited += waitStepMs) {
    await sleep(waitStepMs);
    found = await findById(db, tenant.id, payment.id);
  }
  return found;
}

async function markSent(engine: Engine, { id }: PaymentRow, request: ChargeRequest): Promise<Sending> {
  const { clock } = engine;
  return withLock(engine, id, async (trx, payment): Promise<Sending> => {
    if (payment.state !== request.from) return { sent: false, refusal: null };
    const changes = { sent_at: clock.now(), remember_card: request.rememberCard };
    const { language } = request;
    const { refusal } = await holdOrders(trx, engine, payment, { eventInput: { event: 'sent', changes }, language });
    if (refusal) return { sent: false, refusal };
    crashPoint('before-sent-commit');
    return { sent: true };
  });
}

/** Calls the provider. After this, only the provider's own word may end the attempt as declined. */
async function callProvider(engine: Engine, payment: PaymentRow, { take }: ChargeRequest): Promise<ProviderStatus> {
  try {
    return await take(asAttempt(payment, engine));
  } catch (error) {
    engine.log.error({ payment: payment.merchant_ref_number, err: error }, 'the provider’s adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}
