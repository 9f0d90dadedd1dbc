import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import type { RefundAnswer, Refunds } from '../../../providers/payments/refunds.ts';
import { ProviderSettingsError } from '../../../providers/payments/registry.ts';
import { lookAfter } from '../after-payment/after-payment.service.ts';
import { withLock } from '../engine/apply-event.service.ts';
import { crashPoint } from '../engine/crash-points.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { hasAftermath } from '../payment-states.rules.ts';
import { findById, type PaymentRow } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { findRefundByReference, insertRefund, type RefundRow, refundsOfPayment } from './refunds.queries.ts';
import { leftToRefund, recentTwin } from './refunds.rules.ts';
import { settleRefund } from './settle-refund.service.ts';

/** A refund that the office asks for. */
export interface RefundRequest {
  paymentId: number;
  /** In minor units; null: all that is left. */
  amountMinor: number | null;
  reason: string;
  /** The caller's own reference: the same one is one refund. Null: a new one. */
  reference: string | null;
}

/** Why nothing is refunded. Each caller has words of its own, because each has other ways out. */
export type RefundRefusal =
  /** No provider has the money. */
  | { is: 'of-office' }
  /** Its provider refunds in its own pages only, or its settings are gone. */
  | { is: 'not-refundable-here' }
  | { is: 'not-paid' }
  | { is: 'provider-away' }
  /** The reference is of another refund: one of ours, or one that its provider knows. */
  | { is: 'reference-taken'; reference: string }
  | { is: 'under-way' }
  /** In minor units: what is left, and what a bank holds in a dispute. */
  | { is: 'more-than-left'; leftMinor: number; disputedMinor: number }
  /** The same amount was refunded a moment ago, and no reference says that this is another refund. */
  | { is: 'twin'; reference: string };

export type Refunded =
  /** @property isTooEarly true if its provider refuses for now, and makes it later */
  { refund: RefundRow; isNew: boolean; isTooEarly?: boolean; refusal: null } | { refusal: RefundRefusal };

type Record = (trx: TenantDb, refund: { reference: string; amountMinor: number }) => Promise<void>;

/**
 * Refunds money of a payment through its provider. The refund is stored before the provider is called, so a lost
 * answer is asked about later and never sent a second time. No more is refunded than was taken.
 * @param record writes the audit trail, as the last statement of the transaction that stores the refund
 */
export async function refundPayment(engine: Engine, request: RefundRequest, record: Record): Promise<Refunded> {
  const { db, tenant } = engine;
  const earlier =
    request.reference === null ? undefined : await findRefundByReference(db, tenant.id, request.reference);
  if (earlier) return repeated(request, earlier);
  const payment = await findById(db, tenant.id, request.paymentId);
  if (payment.channel === 'None') return { refusal: { is: 'of-office' } };
  const provider = await refunderOf(engine, payment);
  if (provider === null) return { refusal: { is: 'not-refundable-here' } };
  const { provider_payment_id: providerPaymentId } = payment;
  if (!hasAftermath(payment.state) || providerPaymentId === null) return { refusal: { is: 'not-paid' } };
  const reference = request.reference ?? `QSR-${randomUUID()}`;
  const before = await provider.refunds.find(asAttempt(payment, engine), { providerPaymentId, reference });
  // Refunds that the marina made at the provider count too, and claims of banks.
  if (before.kind === 'unknown' || !(await lookAfter(engine, payment))) return { refusal: { is: 'provider-away' } };
  if (before.refunds.some((each) => each.reference === reference)) {
    // Somebody may have asked for the same refund since it was looked for.
    const meanwhile = await findRefundByReference(db, tenant.id, reference);
    return meanwhile ? repeated(request, meanwhile) : { refusal: { is: 'reference-taken', reference } };
  }
  const earlierIds = before.refunds.map(({ refundId }) => refundId);
  const isNamed = request.reference !== null;
  const stored = await store(engine, provider, { ...request, reference, isNamed, earlierIds }, record);
  if (stored.refusal !== null || !stored.isNew) return stored;
  crashPoint('after-refund-commit');
  const { refund } = stored;
  const answer = await call(engine, provider.refunds, payment, { refund, providerPaymentId });
  crashPoint('after-refund-call');
  const isTooEarly = answer.kind === 'refused' && provider.refunds.tooEarlyCodes?.has(answer.refusal.code) === true;
  return { refund: await settleRefund(engine, refund, answer), isNew: true, isTooEarly, refusal: null };
}

function repeated({ paymentId, amountMinor }: RefundRequest, earlier: RefundRow): Refunded {
  const isSame = earlier.payment_id === paymentId && (amountMinor === null || earlier.amount_minor === amountMinor);
  if (isSame) return { refund: earlier, isNew: false, refusal: null };
  return { refusal: { is: 'reference-taken', reference: earlier.reference } };
}

type Refunder = PaymentProvider & { refunds: Refunds };

/** Opens the provider of a payment; null if it can't refund, or is gone. */
async function refunderOf(engine: Engine, payment: PaymentRow): Promise<Refunder | null> {
  try {
    const provider = await providerOf(engine, payment);
    return provider.refunds ? (provider as Refunder) : null;
  } catch (error) {
    if (error instanceof ProviderSettingsError) return null;
    throw error;
  }
}

async function store(
  engine: Engine,
  { deadlineMs }: Refunder,
  request: RefundRequest & { reference: string; isNamed: boolean; earlierIds: readonly string[] },
  record: Record,
): Promise<Refunded> {
  const { tenant, clock } = engine;
  const { paymentId, reference, reason, earlierIds } = request;
  return withLock(engine, paymentId, async (trx, payment): Promise<Refunded> => {
    const others = await refundsOfPayment(trx, tenant.id, paymentId);
    const earlier = others.find((each) => each.reference === reference);
    if (earlier) return repeated(request, earlier);
    if (others.some(({ under_way }) => under_way)) return { refusal: { is: 'under-way' } };
    const leftMinor = leftToRefund(payment);
    const amountMinor = request.amountMinor ?? leftMinor;
    if (amountMinor <= 0 || amountMinor > leftMinor)
      return { refusal: { is: 'more-than-left', leftMinor, disputedMinor: payment.disputed_minor } };
    const now = clock.now();
    const twin = request.isNamed ? undefined : recentTwin(others, amountMinor, now);
    if (twin) return { refusal: { is: 'twin', reference: twin.reference } };
    const refund = await insertRefund(trx, tenant.id, {
      id: await takeNumbers(trx, tenant.id, 'payment-refund'),
      payment_id: paymentId,
      reference,
      amount_minor: amountMinor,
      reason,
      refunded_before_minor: payment.refunded_minor,
      earlier_ids: earlierIds,
      created_at: now,
      check_at: new Date(now.getTime() + deadlineMs),
    });
    // Another payment's refund took the reference at the same moment.
    if (!refund) return { refusal: { is: 'reference-taken', reference } };
    await record(trx, { reference, amountMinor });
    return { refund, isNew: true, refusal: null };
  });
}

async function call(
  engine: Engine,
  refunds: Refunds,
  payment: PaymentRow,
  { refund, providerPaymentId }: { refund: RefundRow; providerPaymentId: string },
): Promise<RefundAnswer> {
  const { reference, amount_minor: amountMinor, reason } = refund;
  try {
    return await refunds.make(asAttempt(payment, engine), { providerPaymentId, reference, amountMinor, reason });
  } catch (error) {
    engine.log.error({ refund: reference, reason: error instanceof Error ? error.name : '' }, 'the adapter failed');
    return { kind: 'unknown', reason: 'adapter failed' };
  }
}
