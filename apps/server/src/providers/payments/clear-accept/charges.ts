import type { TypedCard } from '../card-components.ts';
import { configurationCode, type PaymentAttempt } from '../payment-attempt.ts';
import type { Aftermath, ProviderStatus } from '../provider-status.ts';
import { isTransient } from '../wire-call.ts';
import { callApi } from './http-client.ts';
import { isOfAttempt, parseRequest, readRequest } from './requests.ts';
import type { ClearAcceptSettings } from './settings.ts';
import { isAuthenticated, maskedNumber, type PaymentRequest, readRefusal, type Transaction } from './wire.ts';

/** Confirms the attempt's request. The provider executes it once, however often it is confirmed. */
export async function charge(
  settings: ClearAcceptSettings,
  attempt: PaymentAttempt,
  { cardToken, codeToken, keepCard }: TypedCard & { keepCard: boolean },
): Promise<ProviderStatus> {
  const answer = await callApi(settings, {
    method: 'POST',
    path: `/payment-requests/${encodeURIComponent(attempt.providerReference ?? '')}/confirm`,
    body: {
      MerchantAccountId: attempt.account,
      PaymentMethod: {
        Token: cardToken,
        ...(codeToken === null ? {} : { CvvToken: codeToken }),
        Persist: keepCard,
      },
    },
  });
  if (answer.kind === 'unsent') return declined('PROVIDER_UNAVAILABLE');
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status)) return { kind: 'unknown', reason: `HTTP ${status}` };
  if (status >= 400) return unlessExecuted(settings, attempt, { ...declined(''), refusal: readRefusal(status, body) });
  const parsed = parseRequest(answer);
  if ('reason' in parsed) return { kind: 'unknown', reason: parsed.reason };
  const found = statusOf(parsed.request, attempt);
  return found.kind === 'absent' ? { kind: 'unknown', reason: 'a confirmation that shows nothing yet' } : found;
}

/** Returns the state of the attempt's request. Without a request nothing can have been charged. */
export async function fetchStatus(settings: ClearAcceptSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  if (attempt.providerReference === null) return { kind: 'absent' };
  const read = await readRequest(settings, attempt);
  return 'reason' in read ? { kind: 'unknown', reason: read.reason } : statusOf(read.request, attempt);
}

/** Returns the refunds of the attempt's request. This provider's public API says nothing about disputes. */
export async function fetchAftermath(settings: ClearAcceptSettings, attempt: PaymentAttempt): Promise<Aftermath> {
  const read = await readRequest(settings, attempt);
  if ('reason' in read) return { kind: 'unknown', reason: read.reason };
  if (!isOfAttempt(read.request, attempt)) return { kind: 'unknown', reason: 'another request' };
  // A refund that is under way counts: that money can't be refunded a second time.
  const back = read.request.Transactions.filter(
    ({ Type, Status }) => (Type === 'Refund' || Type === 'Void') && Status !== 'Declined',
  );
  const refundedMinor = back.reduce((sum, { Amount }) => sum + Amount, 0);
  return { kind: 'known', refundedMinor, disputedMinor: null, reversedMinor: null };
}

/** A request that the network doubled may be refused after the first of the two was executed. */
async function unlessExecuted(
  settings: ClearAcceptSettings,
  attempt: PaymentAttempt,
  refused: Extract<ProviderStatus, { kind: 'declined' }>,
): Promise<ProviderStatus> {
  // With wrong keys nothing was executed, and nothing can be asked.
  if (refused.refusal.code === configurationCode) return refused;
  const found = await fetchStatus(settings, attempt);
  return found.kind === 'absent' ? refused : found;
}

/**
 * Returns the status of an executed request by its authorisations, because executed does not mean approved. An
 * approved one wins over all others.
 */
function statusOf(request: PaymentRequest, attempt: PaymentAttempt): ProviderStatus {
  if (request.Status !== 'confirmed') return { kind: 'absent' };
  const authorisations = request.Transactions.filter(({ Type }) => Type === 'Authorisation');
  const agreed = authorisations.filter(({ Status }) => Status === 'Approved');
  const [paid, ...others] = agreed.filter((each) => !isVoided(request, each));
  if (paid) return approved(request, paid, others, attempt);
  const pending = authorisations.find(({ Status }) => Status === 'Pending');
  if (pending) return { kind: 'pending', providerPaymentId: pending.TransactionId, reason: null };
  const [voided] = agreed;
  if (voided) return { ...declined('CANCELLED_BY_PROVIDER'), providerPaymentId: voided.TransactionId };
  const [refused] = authorisations.filter(({ Status }) => Status === 'Declined');
  if (!refused) return { kind: 'unknown', reason: 'confirmed without an authorisation that we know' };
  const code = refused.DeclinedBy === 'Threeds' ? 'AUTHENTICATION_FAILED' : 'DECLINED';
  return {
    kind: 'declined',
    refusal: { code, message: refused.DeclineReason },
    providerPaymentId: refused.TransactionId,
  };
}

function approved(
  request: PaymentRequest,
  paid: Transaction,
  others: readonly Transaction[],
  attempt: PaymentAttempt,
): ProviderStatus {
  const providerPaymentId = paid.TransactionId;
  const matchesAttempt =
    isOfAttempt(request, attempt) &&
    paid.Amount === attempt.amountMinor &&
    (paid.Currency ?? attempt.currency) === attempt.currency;
  // A wrong amount or currency is neither a payment nor none: somebody has to look at the money.
  if (!matchesAttempt) return { kind: 'held', providerPaymentId, reason: 'NOT_AS_ASKED' };
  if (!isCaptured(request, paid)) return { kind: 'pending', providerPaymentId, reason: null };
  return {
    kind: 'approved',
    charge: {
      providerPaymentId,
      chargedAt: null,
      maskedCardNumber: maskedNumber(paid.CardNumber),
      cardType: paid.CardScheme,
    },
    surplusIds: others.map(({ TransactionId }) => TransactionId),
    ...(isAuthenticated(paid.Threeds ?? request.Threeds) ? {} : { isUnauthenticated: true }),
  };
}

/**
 * Tells if the money was captured. We request the capture with the authorisation; until it is made, the money is only
 * reserved.
 */
const isCaptured = ({ Transactions }: PaymentRequest, paid: Transaction) =>
  (paid.Captured ?? 0) >= paid.Amount ||
  Transactions.some(({ Type, Status, Amount }) => Type === 'Capture' && Status === 'Approved' && Amount >= paid.Amount);

/** Tells if an authorisation was voided before any of it was captured: the reserved money is free again. */
function isVoided({ Transactions }: PaymentRequest, { Amount, Captured, Voided, ReferenceId }: Transaction): boolean {
  if ((Captured ?? 0) > 0 || Transactions.some(({ Type, Status }) => Type === 'Capture' && Status !== 'Declined'))
    return false;
  const voids = Transactions.filter(
    (each) => each.Type === 'Void' && each.Status === 'Approved' && each.ReferenceId === ReferenceId,
  );
  return (Voided ?? 0) >= Amount || voids.some((each) => each.Amount >= Amount);
}

const declined = (code: string) =>
  ({ kind: 'declined', refusal: { code, message: null }, providerPaymentId: null }) as const;
