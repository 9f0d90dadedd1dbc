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
  { account }: PaymentAttempt,
  providerPaymentId: string,
): Promise<Aftermath> {
  const settlements = `/cardpayments/v1/accounts/${encodeURIComponent(account)}/settlements`;
  const path = `${settlements}/${encodeURIComponent(providerPaymentId)}`;
  const answer = await callPaysafe(settings, { method: 'GET', path, deadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  if (answer.status !== 200) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const parsed = Settlement.safeParse(answer.body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  const { status, amount, availableToRefund } = parsed.data;
  const isReversed = status === 'FAILED' || status === 'CANCELLED';
  if (isReversed) return { kind: 'known', refundedMinor: 0, disputedMinor: null, reversedMinor: amount };
  return { kind: 'known', refundedMinor: amount - availableToRefund, disputedMinor: null, reversedMinor: 0 };
}
