import type { PaymentAttempt } from '../payment-attempt.ts';
import { type Aftermath, notKnownAt, type ProviderStatus } from '../provider-status.ts';
import type { RedirectSettings } from './settings.ts';
import { findPayment, KnownPayment } from './wire.ts';

/** Returns the provider's knowledge under the attempt's reference. */
export async function fetchStatus(settings: RedirectSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  const answer = await findPayment(settings, attempt);
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  if (answer.status === 404) return notKnownAt(settings.merchantId, attempt);
  if (answer.status !== 200) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const known = KnownPayment.safeParse(answer.body);
  return known.success ? statusOf(known.data, attempt) : { kind: 'unknown', reason: 'an answer of another shape' };
}

/** Returns the later fate of a completed payment. */
export async function fetchAftermath(settings: RedirectSettings, attempt: PaymentAttempt): Promise<Aftermath> {
  const answer = await findPayment(settings, attempt);
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const known = KnownPayment.safeParse(answer.status === 200 ? answer.body : null);
  if (!known.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const { status, amount, refundedAmount: refundedMinor } = known.data;
  if (status !== 'success' && status !== 'disputed' && status !== 'reversed')
    return { kind: 'unknown', reason: `paid, and now ${status}` };
  // This provider disputes and reverses whole payments only.
  const disputedMinor = status === 'disputed' ? amount : 0;
  return { kind: 'known', refundedMinor, disputedMinor, reversedMinor: status === 'reversed' ? amount : 0 };
}

function statusOf(payment: KnownPayment, attempt: PaymentAttempt): ProviderStatus {
  const providerPaymentId = payment.paymentId;
  switch (payment.status) {
    case 'success':
    case 'disputed':
    case 'reversed': {
      if (!matchesAttempt(payment, attempt)) return { kind: 'held', providerPaymentId, reason: 'NOT_AS_ASKED' };
      // The provider does not say when it took the money.
      const charge = { providerPaymentId, chargedAt: null, maskedCardNumber: null, cardType: null };
      const hasMoved = payment.status !== 'success' || payment.refundedAmount > 0;
      return { kind: 'approved', charge, surplusIds: [], ...(hasMoved && { hasMoved }) };
    }
    case 'created':
      return { kind: 'open' };
    case 'pending':
      return { kind: 'pending', providerPaymentId, reason: null };
    case 'cancelled':
    case 'expired':
      return { kind: 'closed' };
    // The bank declined, and the page stays open for another try.
    case 'failed':
      return { kind: 'open', refusal: refusalOf(payment) };
    case 'error':
      return { kind: 'declined', refusal: refusalOf(payment), providerPaymentId };
  }
}

const refusalOf = ({ code, status, message }: KnownPayment) => ({ code: code ?? status.toUpperCase(), message });

/**
 * Tells if the payment is the one we asked for. A wrong amount or currency is neither a payment nor none: somebody
 * has to look at the money.
 */
const matchesAttempt = ({ reference, amount, currency }: KnownPayment, attempt: PaymentAttempt) =>
  reference === attempt.merchantRefNumber && amount === attempt.amountMinor && currency === attempt.currency;
