import type { PaymentAttempt } from '../payment-attempt.ts';
import type { Aftermath } from '../provider-status.ts';
import { callPaysafe } from './http-client.ts';
import type { PaysafeSettings } from './settings.ts';
import { Settlement } from './wire.ts';

const deadlineMs = 8_000;

/**
 * Returns the later fate of a charge by its settlement, which has the charge's id. This generation of the provider's
 * API shows refunds and cancelled settlements. It shows disputes only to the marina.
 */
export async function fetchAftermath(
  settings: PaysafeSettings,
  { account, amountMinor }: PaymentAttempt,
  providerPaymentId: string,
): Promise<Aftermath> {
  const settlements = `/cardpayments/v1/accounts/${encodeURIComponent(account)}/settlements`;
  const path = `${settlements}/${encodeURIComponent(providerPaymentId)}`;
  const answer = await callPaysafe(settings, { method: 'GET', path, deadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  if (answer.status !== 200) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const parsed = Settlement.safeParse(answer.body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  const { status, amount } = parsed.data;
  const isReversed = status === 'FAILED' || status === 'CANCELLED';
  if (isReversed) return { kind: 'known', refundedMinor: 0, disputedMinor: null, reversedMinor: amount ?? amountMinor };
  const refundedMinor = refundedOf(parsed.data);
  if (refundedMinor === null) return { kind: 'unknown', reason: `nothing sure of a settlement that is ${status}` };
  return { kind: 'known', refundedMinor, disputedMinor: null, reversedMinor: 0 };
}

/** The statuses before the batch. Nothing can be refunded yet, and the provider may show 0 as refundable. */
const unbatched: ReadonlySet<string> = new Set(['RECEIVED', 'PENDING', 'INITIATED']);

/** Returns the refunded amount. Null if the answer does not say it. */
function refundedOf({ status, amount, availableToRefund }: Settlement): number | null {
  if (unbatched.has(status)) return 0;
  if (typeof amount !== 'number' || typeof availableToRefund !== 'number') return null;
  // While the batch is under way, 0 may be the amount before it or what the refunds left.
  const isSure = status === 'COMPLETED' || (status === 'PROCESSING' && availableToRefund > 0);
  return isSure ? amount - availableToRefund : null;
}
