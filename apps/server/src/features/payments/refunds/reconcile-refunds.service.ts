import type { RefundAnswer } from '../../../providers/payments/refunds.ts';
import type { Engine } from '../engine/engine.types.ts';
import { findById } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { claimDueRefunds, findRefund, type RefundRow, refundsOfPayment } from './refunds.queries.ts';
import { answerOf, matchOf, notMadeCode } from './refunds.rules.ts';
import { countRefund, settleRefund } from './settle-refund.service.ts';

const batch = 20;
/** Longer than a check takes. If a copy of the server dies, another one takes its refunds after this. */
const leaseMs = 30_000;

/**
 * Asks about every refund whose outcome is not known or not counted yet, or may have changed. It refunds nothing. Any
 * number of copies may run it.
 */
export async function reconcileRefunds(engine: Engine): Promise<void> {
  const { db, tenant, clock, log } = engine;
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  for (const id of await claimDueRefunds(db, tenant.id, { now, until, limit: batch })) {
    try {
      const refund = await findRefund(db, tenant.id, id);
      if (refund) await check(engine, refund);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      log.error({ refundId: id, reason }, 'could not reconcile a refund');
    }
  }
}

async function check(engine: Engine, refund: RefundRow): Promise<void> {
  // Nothing follows a refusal. Only the payment's sums have to be read.
  if (refund.state === 'refused') await countRefund(engine, refund);
  else await settleRefund(engine, refund, await ask(engine, refund));
}

async function ask(engine: Engine, refund: RefundRow): Promise<RefundAnswer> {
  const { db, tenant, clock } = engine;
  const payment = await findById(db, tenant.id, refund.payment_id);
  const { refunds, deadlineMs } = await providerOf(engine, payment);
  const { provider_payment_id: providerPaymentId } = payment;
  if (!refunds || providerPaymentId === null) return { kind: 'unknown', reason: 'its provider can’t be asked' };
  // Taken before the question: a refund that appears during the answer must not count as absent.
  const askedAt = clock.now();
  const { reference } = refund;
  const list = await refunds.find(asAttempt(payment, engine), { providerPaymentId, reference });
  if (list.kind === 'unknown') return list;
  const others = refunds.keepsReferences ? null : await refundsOfPayment(db, tenant.id, payment.id);
  const found = matchOf(refund, list.refunds, others);
  if (found) return answerOf(found);
  // An adapter may look something up before it asks for the refund.
  const sureAt = refund.updated_at.getTime() + 2 * deadlineMs + engine.visibilityMs;
  const isAbsent = refund.state !== 'pending' && askedAt.getTime() >= sureAt;
  return isAbsent
    ? { kind: 'refused', refusal: { code: notMadeCode, message: null } }
    : { kind: 'unknown', reason: 'not found yet' };
}
