import type { PaymentAttempt } from '../payment-attempt.ts';
import type { KnownRefund, RefundAnswer, RefundList, RefundOrder, Refunds } from '../refunds.ts';
import { isTransient } from '../wire-call.ts';
import { callApi } from './http-client.ts';
import { readRequest } from './requests.ts';
import type { ClearAcceptSettings } from './settings.ts';
import { MadeRefund, readRefusal } from './wire.ts';

/** Refunds of a request's authorisation. The provider takes no reference from us, so their ids identify them. */
export const openRefunds = (settings: ClearAcceptSettings): Refunds => ({
  keepsReferences: false,
  make: (attempt, order) => make(settings, attempt, order),
  find: (attempt) => find(settings, attempt),
});

async function make(
  settings: ClearAcceptSettings,
  attempt: PaymentAttempt,
  { providerPaymentId, amountMinor }: RefundOrder,
): Promise<RefundAnswer> {
  // The call names the authorisation by another id than our books do.
  const read = await readRequest(settings, attempt);
  if ('reason' in read) return { kind: 'refused', refusal: { code: 'PROVIDER_UNAVAILABLE', message: null } };
  const paid = read.request.Transactions.find(({ TransactionId }) => TransactionId === providerPaymentId);
  if (!paid || paid.ReferenceId === null)
    return { kind: 'refused', refusal: { code: 'UNKNOWN_TRANSACTION', message: null } };
  const request = encodeURIComponent(attempt.providerReference ?? '');
  const answer = await callApi(settings, {
    method: 'POST',
    path: `/payment-requests/${request}/transactions/${encodeURIComponent(paid.ReferenceId)}/refund`,
    body: { MerchantAccountId: attempt.account, Amount: amountMinor },
  });
  if (answer.kind === 'unsent') return { kind: 'refused', refusal: { code: 'PROVIDER_UNAVAILABLE', message: null } };
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status)) return { kind: 'unknown', reason: `HTTP ${status}` };
  if (status >= 400) return { kind: 'refused', refusal: readRefusal(status, body) };
  const parsed = MadeRefund.safeParse(body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  const { TransactionId: refundId, Status } = parsed.data;
  if (Status === 'Declined') return { kind: 'refused', refusal: { code: 'DECLINED', message: null } };
  return { kind: 'made', refundId, isDone: stateOf(Status) === 'done' };
}

async function find(settings: ClearAcceptSettings, attempt: PaymentAttempt): Promise<RefundList> {
  const read = await readRequest(settings, attempt);
  if ('reason' in read) return { kind: 'unknown', reason: read.reason };
  const refunds = read.request.Transactions.filter(({ Type }) => Type === 'Refund').map(
    ({ TransactionId: refundId, Amount: amountMinor, Status }) => ({
      refundId,
      reference: null,
      amountMinor,
      state: stateOf(Status),
    }),
  );
  return { kind: 'known', refunds };
}

/** Returns the state of a refund. DANGER: the office repeats a failed one, so only a clear word counts as failed. */
const stateOf = (status: string): KnownRefund['state'] => {
  if (status === 'Approved') return 'done';
  return status === 'Declined' ? 'failed' : 'pending';
};
