import type { RefundAnswer } from '../../../providers/payments/refunds.ts';
import { lookAfter } from '../after-payment/after-payment.service.ts';
import { withLock } from '../engine/apply-event.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { alertMarina } from '../mails/alert-marina.service.ts';
import { findById } from '../payments.queries.ts';
import { recordRefundEnd } from './refund-events.service.ts';
import { enqueueRefunded } from './refunded.mail.ts';
import { lockRefund, type RefundChanges, type RefundRow, updateRefund } from './refunds.queries.ts';
import { afterMs, isCounted } from './refunds.rules.ts';

/**
 * Commits the provider's word about a refund, then asks for the sums of its payment: they alone move money, so a
 * refund counts once, whichever process finds it.
 * @param asked the refund as it was when the provider was asked
 */
export async function settleRefund(engine: Engine, asked: RefundRow, answer: RefundAnswer): Promise<RefundRow> {
  const { tenant } = engine;
  // Payments are locked before their refunds, everywhere.
  const settled = await withLock(engine, asked.payment_id, async (trx, payment) => {
    const refund = await lockRefund(trx, tenant.id, asked.id);
    const changes = changesOf(engine, { asked, refund }, answer);
    await updateRefund(trx, tenant.id, asked.id, changes);
    const changed = { ...refund, ...changes };
    if (changed.state !== refund.state) await recordRefundEnd(trx, engine, changed);
    if (isMade(changed) && !isMade(refund)) await enqueueRefunded(trx, engine, payment, asked.id);
    // The command said that the refund is made, or may be. Now the office has to hear the opposite.
    if (changed.state === 'refused' && refund.state !== 'refused' && refund.state !== 'sent')
      await alertMarina(trx, engine, payment, 'refund-not-made', {
        refund: refund.reference,
        failedMinor: refund.amount_minor,
      });
    return changed;
  });
  const isKnown = answer.kind !== 'unknown' && settled.state !== 'unknown' && settled.state !== 'sent';
  return isKnown ? countRefund(engine, settled) : settled;
}

const isMade = ({ state }: Pick<RefundRow, 'state'>) => state === 'done' || state === 'pending';

/**
 * Makes the payment's sums hold the outcome of a refund. If its provider doesn't answer now, the refund stays under
 * way and is looked at again.
 */
export async function countRefund(engine: Engine, refund: RefundRow): Promise<RefundRow> {
  const { db, tenant, clock } = engine;
  const isRead = await lookAfter(engine, await findById(db, tenant.id, refund.payment_id));
  const payment = await findById(db, tenant.id, refund.payment_id);
  const now = clock.now();
  if (!isRead || !isCounted(refund, payment, now)) return refund;
  const check_at = refund.state === 'pending' ? new Date(now.getTime() + afterMs.counted) : null;
  await updateRefund(db, tenant.id, refund.id, { under_way: false, check_at });
  return { ...refund, under_way: false };
}

function changesOf(
  { clock }: Engine,
  { asked, refund }: { asked: RefundRow; refund: RefundRow },
  answer: RefundAnswer,
): RefundChanges {
  const now = clock.now();
  const delayMs = refund.under_way ? afterMs.unknown(refund, now) : afterMs.counted;
  const check_at = new Date(now.getTime() + delayMs);
  switch (answer.kind) {
    case 'made': {
      const { refundId: provider_refund_id, isDone } = answer;
      // A slow answer may be older than the one that said that it is done.
      const state = isDone || refund.state === 'done' ? ('done' as const) : 'pending';
      const isNew = state !== refund.state;
      return { ...(isNew && { state, updated_at: now }), provider_refund_id, error_code: null, check_at };
    }
    case 'refused':
      // DANGER: another answer came since the question. It may say that the refund was made.
      if (refund.state !== asked.state) return { check_at };
      return { state: 'refused', error_code: answer.refusal.code, updated_at: now, check_at };
    case 'unknown':
      return { ...(refund.state === 'sent' ? { state: 'unknown', updated_at: now } : {}), check_at };
  }
}
