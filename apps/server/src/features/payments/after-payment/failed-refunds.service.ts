import type { Engine } from '../engine/engine.types.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { refundsMadeHere } from './after-payment.queries.ts';

/**
 * Returns how much of a payment's refunds that were made here has failed and is still in the payment's sums, in minor
 * units. Null if the provider doesn't say. If its sums fall by more, a refund failed that the marina made at the
 * provider.
 */
export async function failedHereMinor(engine: Engine, payment: PaymentRow): Promise<number | null> {
  const made = await refundsMadeHere(engine.db, engine.tenant.id, payment.id);
  // One that is refused is checked until the sums are without it.
  const failed = made.filter(({ state, check_at }) => state === 'refused' && check_at !== null);
  const { refunds } = await providerOf(engine, payment);
  for (const refund of made.filter(({ state }) => state !== 'refused')) {
    const { reference, provider_refund_id } = refund;
    const refundRequest = { providerPaymentId: payment.provider_payment_id ?? '', reference };
    const list = await refunds?.find(asAttempt(payment, engine), refundRequest);
    if (list?.kind !== 'known') return null;
    const found = list.refunds.find(({ refundId }) => refundId === provider_refund_id);
    if (!found || found.state === 'failed') failed.push(refund);
  }
  return failed.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
}
