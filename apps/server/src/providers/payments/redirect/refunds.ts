import type { PaymentAttempt } from '../payment-attempt.ts';
import type { RefundAnswer, RefundList, RefundOrder, Refunds } from '../refunds.ts';
import { isTransient } from '../wire-call.ts';
import type { RedirectSettings } from './settings.ts';
import { callProvider, findPayment, KnownPayment, MadeRefund, readRefusal } from './wire.ts';

/** Refunds of payments. The reference is the key as well: the same one is the same refund. */
export const openRefunds = (settings: RedirectSettings): Refunds => ({
  keepsReferences: true,
  make: (_attempt, order) => make(settings, order),
  find: (attempt) => find(settings, attempt),
});

async function make(
  settings: RedirectSettings,
  { providerPaymentId, reference, amountMinor }: RefundOrder,
): Promise<RefundAnswer> {
  const answer = await callProvider(settings, {
    method: 'POST',
    path: `/payments/${encodeURIComponent(providerPaymentId)}/refunds`,
    idempotencyKey: reference,
    body: { amount: amountMinor, reference },
  });
  if (answer.kind === 'unsent') return { kind: 'refused', refusal: { code: 'PROVIDER_UNAVAILABLE', message: null } };
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status)) return { kind: 'unknown', reason: `HTTP ${status}` };
  if (status >= 400) return { kind: 'refused', refusal: readRefusal(status, body) };
  const made = MadeRefund.safeParse(body);
  if (!made.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  return { kind: 'made', refundId: made.data.refundId, isDone: true };
}

async function find(settings: RedirectSettings, attempt: PaymentAttempt): Promise<RefundList> {
  const answer = await findPayment(settings, attempt);
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const known = KnownPayment.safeParse(answer.status === 200 ? answer.body : null);
  if (!known.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const refunds = known.data.refunds.map(({ refundId, reference, amount }) => ({
    refundId,
    reference,
    amountMinor: amount,
    state: 'done' as const,
  }));
  return { kind: 'known', refunds };
}
