import { decimalToMinor } from '@quayside/contract/money.ts';
import type { Aftermath, Claim, PaymentAttempt } from '../payment-provider.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';
import { DisputeOutcome, Disputes, Order } from './wire.ts';

const deadlineMs = 8_000;

/** What became of a capture: by its order what was given back, by the disputes about it what somebody wants back. */
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
  const refundedMinor = refundedOf(order.data, attempt, captureId);
  if (refundedMinor === null) return { kind: 'unknown', reason: 'another capture or currency' };
  const claim = await fetchClaim(settings, captureId);
  return typeof claim === 'string' ? { kind: 'known', refundedMinor, claim } : { kind: 'unknown', ...claim };
}

/** null: this isn't the capture that we know. */
function refundedOf({ purchase_units: units = [] }: Order, attempt: PaymentAttempt, captureId: string): number | null {
  const payments = units.flatMap((unit) => unit.payments ?? []);
  const capture = payments.flatMap(({ captures = [] }) => captures).find(({ id }) => id === captureId);
  if (capture?.amount.currency_code !== attempt.currency) return null;
  if (capture.status === 'REFUNDED') return attempt.amountMinor;
  const done = payments.flatMap(({ refunds = [] }) => refunds).filter(({ status }) => isUnderWay(status));
  const amounts = done.map(({ amount }) => decimalToMinor(amount.value, attempt.decimalPlaces) ?? 0);
  return amounts.reduce((sum, minor) => sum + minor, 0);
}

const isUnderWay = (status: string) => status === 'COMPLETED' || status === 'PENDING';

/** Of all disputes about a capture the worst: one that was lost, then one that is open. */
async function fetchClaim(settings: PaypalSettings, captureId: string): Promise<Claim | { reason: string }> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId });
  const answer = await callPaypal(settings, {
    method: 'GET',
    path: `/v1/customer/disputes?${query.toString()}`,
    deadlineMs,
  });
  if (answer.kind !== 'answered') return { reason: answer.reason };
  // The application may not be allowed to read disputes, which it doesn't need for anything else.
  if (answer.status === 403 || answer.status === 404) return 'none';
  const disputes = Disputes.safeParse(answer.status === 200 ? answer.body : null);
  if (!disputes.success) return { reason: `HTTP ${answer.status}` };
  let claim: Claim = 'none';
  for (const { dispute_id, status } of disputes.data.items) {
    if (status !== 'RESOLVED') claim = 'disputed';
    else if (await isLost(settings, dispute_id)) return 'reversed';
  }
  return claim;
}

async function isLost(settings: PaypalSettings, disputeId: string): Promise<boolean> {
  const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`;
  const answer = await callPaypal(settings, { method: 'GET', path, deadlineMs });
  const found = DisputeOutcome.safeParse(answer.kind === 'answered' && answer.status === 200 ? answer.body : null);
  const code = found.data?.dispute_outcome?.outcome_code;
  return code === 'RESOLVED_BUYER_FAVOUR' || code === 'ACCEPTED';
}
