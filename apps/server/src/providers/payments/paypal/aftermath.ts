import type { PaymentAttempt } from '../payment-attempt.ts';
import type { Aftermath } from '../provider-status.ts';
import { readMoney, timeOf } from './amount.ts';
import { type Claims, fetchClaims } from './disputes.ts';
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
  const { refundedMinor, reversals } = moved;
  if (claims.kind === 'none')
    return { kind: 'known', refundedMinor, disputedMinor: null, reversedMinor: sumOf(reversals) || null };
  const { disputedMinor, isComplete } = claims;
  // A bank can reverse a payment without a dispute.
  const reversedMinor = claims.reversedMinor + withoutDispute(reversals, claims);
  if (isComplete) return { kind: 'known', refundedMinor, disputedMinor, reversedMinor };
  // Without any reversal, the known figure stays until all is decided.
  return { kind: 'known', refundedMinor, disputedMinor, reversedMinor: reversedMinor || null };
}

const sumOf = (reversals: readonly Reversal[]) => reversals.reduce((sum, { minor }) => sum + minor, 0);

/**
 * Returns the reversed money that no dispute explains. DANGER: the refund of a reversal stays when its dispute is won
 * later, so it is no proof that the money is still gone.
 */
function withoutDispute(reversals: readonly Reversal[], { lossesMinor, won }: KnownClaims): number {
  const unexplained = [...reversals];
  let lostMinor = 0;
  for (const loss of lossesMinor) {
    const own = unexplained.findIndex(({ minor }) => minor === loss);
    if (own >= 0) unexplained.splice(own, 1);
    else lostMinor += loss;
  }
  for (const { disputedMinor, openedAt, decidedAt } of won) {
    const own = unexplained.findIndex(
      ({ minor, at }) => minor <= disputedMinor && (at === null || (at >= openedAt && at <= decidedAt)),
    );
    if (own >= 0) unexplained.splice(own, 1);
  }
  return Math.max(0, sumOf(unexplained) - lostMinor);
}

type KnownClaims = Extract<Claims, { kind: 'known' }>;

/** A refund that the provider made itself. */
interface Reversal {
  minor: number;
  /** In milliseconds; null if it doesn't say. */
  at: number | null;
}

/** Finds the money that left a capture: the sum of the marina's refunds, and the provider's reversals. */
function movedOf(
  { purchase_units: units = [] }: Order,
  attempt: PaymentAttempt,
  captureId: string,
): { refundedMinor: number; reversals: Reversal[] } | { reason: string } {
  const payments = units.flatMap((unit) => unit.payments ?? []);
  const capture = payments.flatMap(({ captures = [] }) => captures).find(({ id }) => id === captureId);
  if (capture?.amount.currency_code !== attempt.currency) return { reason: 'another capture or currency' };
  const done = payments.flatMap(({ refunds = [] }) => refunds).filter((refund) => isOf(refund, captureId));
  // DANGER: the status alone proves nothing. An open dispute makes a capture PARTIALLY_REFUNDED although nothing has
  // moved.
  if (done.length === 0 && capture.status === 'REFUNDED') return { refundedMinor: attempt.amountMinor, reversals: [] };
  const moved = { refundedMinor: 0, reversals: [] as Reversal[] };
  for (const { amount, note_to_payer, create_time } of done) {
    const minor = readMoney(amount, attempt);
    if (minor === null) return { reason: 'a refund in another currency' };
    if (note_to_payer === reversalNote) moved.reversals.push({ minor, at: timeOf(create_time) });
    else moved.refundedMinor += minor;
  }
  return moved;
}

/** The provider's note on a refund that it made itself after a reversal. Refunds that we request don't have it. */
export const reversalNote = 'Payment reversed';

function isOf({ status, links }: Refund, captureId: string): boolean {
  if (status !== 'COMPLETED' && status !== 'PENDING') return false;
  const [capture] = links.filter(({ rel }) => rel === 'up');
  return capture === undefined || capture.href.endsWith(`/${captureId}`);
}
