import type { KnownRefund, RefundAnswer } from '../../../providers/payments/refunds.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { hour, minute, second } from '../../../lib/time/durations.ts';
import type { RefundRow } from './refunds.queries.ts';

/** Our code of a refund that the provider does not know, asked late enough: no money was refunded. */
export const notMadeCode = 'NOT_FOUND';

/** The delays until the next look at a refund, in milliseconds. */
export const afterMs = {
  /** Grows with the refund's age, because its provider may be away for long. */
  unknown: ({ created_at }: Pick<RefundRow, 'created_at'>, now: Date): number =>
    Math.min(Math.max((now.getTime() - created_at.getTime()) / 10, 2 * second), 5 * minute),
  /** The payment's sums hold it, so nothing waits for it. A bank can refuse a refund days later. */
  counted: 6 * hour,
};

/** Returns what can still be refunded, in minor units. Money in a dispute may leave by the bank's decision. */
export const leftToRefund = (
  payment: Pick<PaymentRow, 'amount_minor' | 'refunded_minor' | 'reversed_minor' | 'disputed_minor'>,
): number => payment.amount_minor - payment.refunded_minor - payment.reversed_minor - payment.disputed_minor;

/**
 * Finds a refund of the same amount that was asked for within the last minute. Two people may have asked for the same
 * one, and nothing but a reference tells it from another refund.
 */
export const recentTwin = <R extends Pick<RefundRow, 'state' | 'amount_minor' | 'created_at'>>(
  refunds: readonly R[],
  amountMinor: number,
  now: Date,
): R | undefined =>
  refunds.find(
    ({ state, amount_minor, created_at }) =>
      state !== 'refused' && amount_minor === amountMinor && now.getTime() - created_at.getTime() < minute,
  );

/**
 * Tells if the payment's sums hold the outcome of a refund. A provider may show a refund later in its sums than in its
 * answer. After an hour its sums count as they are: another refund of the payment can have failed meanwhile.
 */
export function isCounted(
  refund: Pick<RefundRow, 'state' | 'amount_minor' | 'refunded_before_minor' | 'created_at'>,
  payment: Pick<PaymentRow, 'refunded_minor' | 'reversed_minor'>,
  now: Date,
): boolean {
  if (refund.state === 'refused') return true;
  const expected = refund.refunded_before_minor + refund.amount_minor;
  if (payment.refunded_minor >= expected || payment.reversed_minor > 0) return true;
  return now.getTime() - refund.created_at.getTime() >= hour;
}

/**
 * Finds a refund among those that its provider knows: by the provider's id, else by our reference. If the provider
 * keeps no reference, it is the one of this amount that was not there before and is no other one of ours.
 * @param others our refunds of the payment; null if the provider keeps references
 */
export function matchOf(
  refund: Pick<RefundRow, 'id' | 'reference' | 'provider_refund_id' | 'amount_minor' | 'earlier_ids'>,
  known: readonly KnownRefund[],
  others: readonly Pick<RefundRow, 'id' | 'provider_refund_id'>[] | null,
): KnownRefund | undefined {
  const { id, reference, provider_refund_id: providerRefundId, amount_minor, earlier_ids } = refund;
  if (providerRefundId !== null) return known.find(({ refundId }) => refundId === providerRefundId);
  if (others === null) return known.find((each) => each.reference === reference);
  const taken = others.flatMap((other) => (other.id === id ? [] : [other.provider_refund_id]));
  return known.find(
    ({ refundId, amountMinor }) =>
      amountMinor === amount_minor && !earlier_ids.includes(refundId) && !taken.includes(refundId),
  );
}

/** Returns what a look-up says about a refund that it found. */
export function answerOf({ refundId, state }: KnownRefund): RefundAnswer {
  if (state === 'failed') return { kind: 'refused', refusal: { code: 'REFUND_FAILED', message: null } };
  return { kind: 'made', refundId, isDone: state === 'done' };
}
