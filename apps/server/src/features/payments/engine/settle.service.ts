import type { TenantDb } from '../../../db/client.ts';
import { configurationCode, type Refusal } from '../../../providers/payments/payment-attempt.ts';
import type { ProviderStatus } from '../../../providers/payments/provider-status.ts';
import { lookAfter } from '../after-payment/after-payment.service.ts';
import { type AlertKind, alertMarina } from '../mails/alert-marina.service.ts';
import { enqueueNotMade } from '../mails/not-made.mail.ts';
import { isOnProviderPage, isUndecided, isUnpaidEnd } from '../payment-states.rules.ts';
import { findById, type PaymentRow, updatePayment } from '../payments.queries.ts';
import { allocate } from './allocate.service.ts';
import { applyEvent, type PaymentEventInput, withLock } from './apply-event.service.ts';
import { type Absence, isAnswerLost, isDefinitelyAbsent, nextCheck, notFoundCode } from './check-times.rules.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';
import { refusalColumns } from './refusals.service.ts';

/** The source of a status: the answer to the charge itself, or a look-up. */
export type Source = { of: 'charge' } | ({ of: 'look-up' } & Absence);

/**
 * Commits the provider's word about an attempt, then allocates a paid one. There are two commits, so that a failing
 * allocation never loses the charge: the reconciler tries again. Money that has moved since is followed at once.
 */
export async function settle(
  engine: Engine,
  paymentId: number,
  status: ProviderStatus,
  source: Source,
): Promise<PaymentRow> {
  const payment = await commitOutcome(engine, paymentId, status, source);
  if (payment.state !== 'approved') return payment;
  try {
    const allocated = await allocate(engine, paymentId);
    if (status.kind !== 'approved' || !status.hasMoved) return allocated;
    await lookAfter(engine, allocated);
    return await findById(engine.db, engine.tenant.id, paymentId);
  } catch (error) {
    engine.log.error({ payment: payment.merchant_ref_number, err: error }, 'a paid payment waits for its allocation');
    return payment;
  }
}

async function commitOutcome(engine: Engine, paymentId: number, status: ProviderStatus, source: Source) {
  const { tenant, clock } = engine;
  const settled = await withLock(engine, paymentId, async (trx, payment) => {
    const eventInput = eventInputOf(payment, status, source, clock.now());
    const after = eventInput && (await applyEvent(trx, engine, payment, eventInput));
    if (after) {
      await alertAbout(trx, engine, payment, status);
      // The page promised an e-mail to this customer. One whose charge is declined at once reads that on the page.
      const wasWaitedFor = source.of === 'look-up' && isUndecided(payment.state);
      if (wasWaitedFor && isUnpaidEnd(after.state)) await enqueueNotMade(trx, engine, after);
    } else await updatePayment(trx, tenant.id, payment.id, { check_at: nextCheck(payment, clock.now()) });
    crashPoint('before-outcome-commit');
    return after ?? payment;
  });
  crashPoint('after-outcome-commit');
  return settled;
}

function eventInputOf(
  payment: PaymentRow,
  status: ProviderStatus,
  source: Source,
  now: Date,
): PaymentEventInput | null {
  switch (status.kind) {
    case 'approved':
      return approved(status, now);
    case 'declined':
      return {
        event: 'declined',
        changes: {
          ...refusalColumns(status.refusal),
          provider_payment_id: status.providerPaymentId,
        },
        detail: { code: status.refusal.code, providerPaymentId: status.providerPaymentId },
      };
    case 'pending':
    case 'held':
      return {
        event: status.kind === 'held' ? 'heldBack' : 'leftPending',
        changes: { provider_payment_id: status.providerPaymentId },
        detail: { providerPaymentId: status.providerPaymentId, reason: status.reason },
      };
    case 'closed':
      return closed(payment, now);
    case 'open':
      if (status.refusal && payment.state === 'redirected') return refusedOnPage(payment, status.refusal);
      return notThere(payment, source);
    case 'agreed':
    case 'absent':
      return notThere(payment, source);
    case 'unknown':
      // A look-up that fails says nothing about a charge that may still be under way.
      return source.of === 'charge' || isAnswerLost(payment, source) ? answerLost(status.reason) : null;
  }
}

function notThere(payment: PaymentRow, source: Source): PaymentEventInput | null {
  if (source.of === 'charge') return null;
  if (isDefinitelyAbsent(payment, source))
    return { event: 'notFound', changes: { error_code: notFoundCode, error_description: null } };
  return isAnswerLost(payment, source) ? answerLost('not found yet') : null;
}

/**
 * Returns the event of a refusal on the page. It keeps the bank's words for the customer, who may try again there. A
 * repeated refusal is no news.
 */
function refusedOnPage({ error_code }: PaymentRow, refusal: Refusal): PaymentEventInput | null {
  const { code } = refusal;
  return error_code === code ? null : { event: 'tryRefused', changes: refusalColumns(refusal), detail: { code } };
}

const answerLost = (reason: string): PaymentEventInput => ({ event: 'answerLost', detail: { reason } });

/** Our code of an attempt whose provider gave no page: nobody can have paid there. */
export const noPageCode = 'PAGE_UNAVAILABLE';

/** Returns the event when the provider's page ends without money: its customer gave up or did not come back. */
function closed({ state, expires_at, redirect_url, error_code }: PaymentRow, now: Date): PaymentEventInput {
  if (!isOnProviderPage(state)) return { event: 'declined', changes: { error_code: 'CANCELLED_BY_PROVIDER' } };
  if (redirect_url === null) return { event: 'pageFailed', changes: { error_code: noPageCode } };
  // Its customer was refused before. Now that refusal is final, in the bank's words.
  if (error_code !== null) return { event: 'declined', detail: { code: error_code } };
  if (expires_at <= now) return { event: 'expired', changes: { error_code: 'EXPIRED' } };
  return { event: 'cancelled', changes: { error_code: 'CANCELLED' } };
}

function approved({ charge, surplusIds }: Extract<ProviderStatus, { kind: 'approved' }>, now: Date): PaymentEventInput {
  return {
    event: 'approved',
    changes: {
      provider_payment_id: charge.providerPaymentId,
      masked_card_number: charge.maskedCardNumber,
      card_type: charge.cardType,
      transaction_at: charge.chargedAt ?? now,
      error_code: null,
      error_description: null,
    },
    detail: { providerPaymentId: charge.providerPaymentId, ...(surplusIds.length > 0 ? { surplusIds } : {}) },
  };
}

async function alertAbout(trx: TenantDb, engine: Engine, before: PaymentRow, status: ProviderStatus): Promise<void> {
  const alert = (kind: AlertKind, detail: Record<string, unknown>) => alertMarina(trx, engine, before, kind, detail);
  if (status.kind === 'approved') {
    if (isUnpaidEnd(before.state)) await alert('late-success', { after: before.state });
    if (status.surplusIds.length > 0) await alert('charged-more-than-once', { surplusIds: status.surplusIds });
    if (status.isUnauthenticated) await alert('not-authenticated', {});
  } else if (status.kind === 'held' && status.reason !== null) {
    await alert('not-as-asked', { providerPaymentId: status.providerPaymentId });
  } else if (status.kind === 'declined' && status.refusal.code === configurationCode) {
    await alert('provider-configuration', {});
  }
}
