import type { PaymentAttempt, Refusal } from '../payment-attempt.ts';
import type { KnownRefund, RefundAnswer, RefundList, RefundOrder, Refunds } from '../refunds.ts';
import { isTransient } from '../wire-call.ts';
import { callPaysafe } from './http-client.ts';
import type { PaysafeSettings } from './settings.ts';
import { readRefusal, Refund, RefundSearch } from './wire.ts';

const lookUpDeadlineMs = 8_000;

/** Refunds of settlements. A settlement has the charge's id, and can be refunded once it is batched. */
export const openRefunds = (settings: PaysafeSettings): Refunds => ({
  keepsReferences: true,
  // The settlement is not batched.
  tooEarlyCodes: new Set(['3406']),
  make: (attempt, order) => make(settings, attempt, order),
  find: (attempt, { reference }) => find(settings, attempt, reference),
});

const accountPath = ({ account }: PaymentAttempt) => `/cardpayments/v1/accounts/${encodeURIComponent(account)}`;

async function make(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  { providerPaymentId, reference, amountMinor }: RefundOrder,
): Promise<RefundAnswer> {
  const answer = await callPaysafe(settings, {
    method: 'POST',
    path: `${accountPath(attempt)}/settlements/${encodeURIComponent(providerPaymentId)}/refunds`,
    // The provider refuses a reference that it has seen (409), so a doubled request refunds once.
    body: { merchantRefNum: reference, amount: amountMinor, dupCheck: true },
  });
  if (answer.kind === 'unsent') return { kind: 'refused', refusal: { code: 'PROVIDER_UNAVAILABLE', message: null } };
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status) || status === 409) return { kind: 'unknown', reason: `HTTP ${status}` };
  // A request that the network doubled may be refused after the first of the two was executed.
  if (status >= 400) return unlessFound(settings, attempt, reference, readRefusal(status, body));
  const parsed = Refund.safeParse(body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  const { refundId, state } = toKnownRefund(parsed.data);
  return state === 'failed'
    ? { kind: 'refused', refusal: { code: parsed.data.status, message: null } }
    : { kind: 'made', refundId, isDone: state === 'done' };
}

/** The codes of a refusal because of another request, which may be our own that the network doubled. */
const underWay: ReadonlySet<string> = new Set(['3044', '3417']);

async function unlessFound(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  reference: string,
  refusal: Refusal,
): Promise<RefundAnswer> {
  if (underWay.has(refusal.code)) return { kind: 'unknown', reason: `code ${refusal.code}` };
  const list = await find(settings, attempt, reference);
  if (list.kind === 'unknown') return { kind: 'unknown', reason: list.reason };
  const made = list.refunds.find(({ state }) => state !== 'failed');
  return made ? { kind: 'made', refundId: made.refundId, isDone: made.state === 'done' } : { kind: 'refused', refusal };
}

async function find(settings: PaysafeSettings, attempt: PaymentAttempt, reference: string): Promise<RefundList> {
  const query = new URLSearchParams({ merchantRefNum: reference, limit: '50' });
  const path = `${accountPath(attempt)}/refunds?${query.toString()}`;
  const answer = await callPaysafe(settings, { method: 'GET', path, deadlineMs: lookUpDeadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const found = RefundSearch.safeParse(answer.status === 200 ? answer.body : null);
  if (!found.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  return { kind: 'known', refunds: found.data.refunds.map(toKnownRefund) };
}

const failed: ReadonlySet<string> = new Set(['FAILED', 'CANCELLED', 'EXPIRED']);

/** Returns the state of a refund. DANGER: the office repeats a failed one, so only a clear word counts as failed. */
const stateOf = (status: string): KnownRefund['state'] => {
  if (status === 'COMPLETED') return 'done';
  return failed.has(status) ? 'failed' : 'pending';
};

const toKnownRefund = ({ id, merchantRefNum, amount, status }: Refund): KnownRefund => ({
  refundId: id,
  reference: merchantRefNum,
  amountMinor: amount,
  state: stateOf(status),
});
