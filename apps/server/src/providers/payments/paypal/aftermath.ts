import type { PaymentAttempt } from '../payment-attempt.ts';
import type { Aftermath } from '../provider-status.ts';
import { readMoney } from './amount.ts';
import { fetchClaims } from './disputes.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';
import { Order, type Refund } from './wire.ts';

const deadlineMs = 8_000;

/**
 * Returns the later fate of a capture. The order shows refunds and reversals; the disputes show claims and losses. If
 * an answer can't be read, or one of the two calls failed, nothing changes.
 */
export async function fetchAftermath(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  captureId: string,
): Promise<Aftermath> {
  const path = `/v2/checkout/orders/${encodeURIComponent(attempt.providerReference ?? '')}`;
  const answer = await callPaypal(settings, { method: 'GET', path, deadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const order = Order.safeParse(answer.status === 200 ? answer.body : null);
  if (!order.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const moved = movedOf(order.data, attempt, captureId);
  if ('reason' in moved) return { kind: 'unknown', reason: moved.reason };
  const claims = await fetchClaims(settings, attempt, captureId);
  if (claims.kind === 'unknown') return claims;
  const { refundedMinor } = moved;
  if (claims.kind === 'none')
    return { kind: 'known', refundedMinor, disputedMinor: null, reversedMinor: moved.reversedMinor || null };
  const { disputedMinor, reversedMinor, isComplete } = claims;
  if (isComplete) return { kind: 'known', refundedMinor, disputedMinor, reversedMinor };
  // A reversal without a dispute still counts. Without any, the known figure stays until all is decided.
  const atLeast = Math.max(reversedMinor, moved.reversedMinor);
  return { kind: 'known', refundedMinor, disputedMinor, reversedMinor: atLeast || null };
}

/** Sums the money that left a capture: the marina's refunds, and the provider's reversals. */
function movedOf(
  { purchase_units: units = [] }: Order,
  attempt: PaymentAttempt,
  captureId: string,
): { refundedMinor: number; reversedMinor: number } | { reason: string } {
  const payments = units.flatMap((unit) => unit.payments ?? []);
  const capture = payments.flatMap(({ captures = [] }) => captures).find(({ id }) => id === captureId);
  if (capture?.amount.currency_code !== attempt.currency) return { reason: 'another capture or currency' };
  const done = payments.flatMap(({ refunds = [] }) => refunds).filter((refund) => isOf(refund, captureId));
  // DANGER: the status alone proves nothing. An open dispute makes a capture PARTIALLY_REFUNDED although nothing has
  // moved.
  if (done.length === 0 && capture.status === 'REFUNDED')
    return { refundedMinor: attempt.amountMinor, reversedMinor: 0 };
  const sums = { refundedMinor: 0, reversedMinor: 0 };
  for (const { amount, note_to_payer } of done) {
    const minor = readMoney(amount, attempt);
    if (minor === null) return { reason: 'a refund in another currency' };
    sums[note_to_payer === reversalNote ? 'reversedMinor' : 'refundedMinor'] += minor;
  }
  return sums;
}

/** The provider's note on a refund that it made itself, because a payment was reversed. No refund of ours has it. */
export const reversalNote = 'Payment reversed';

function isOf({ status, links }: Refund, captureId: string): boolean {
  if (status !== 'COMPLETED' && status !== 'PENDING') return false;
  const [capture] = links.filter(({ rel }) => rel === 'up');
  return capture === undefined || capture.href.endsWith(`/${captureId}`);
}
