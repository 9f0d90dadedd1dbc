import { isIP } from 'node:net';
import { day } from '../../../lib/time/durations.ts';
import type { ChargeInput } from '../card-payments.ts';
import { configurationCode, type PaymentAttempt } from '../payment-attempt.ts';
import type { ProviderStatus } from '../provider-status.ts';
import { isTransient } from '../wire-call.ts';
import { wireEmail } from '../wire-email.ts';
import { wireAddress } from './address.ts';
import { callPaysafe } from './http-client.ts';
import { wireName, withoutEmpty } from './payer.ts';
import type { PaysafeSettings } from './settings.ts';
import { Auth, AuthSearch, maskedCard, readRefusal, refusalOf } from './wire.ts';

/** The time limit of look-ups. It is much shorter than a charge's, because they can be repeated. */
const lookUpDeadlineMs = 8_000;

const authsPath = (attempt: PaymentAttempt) => `/cardpayments/v1/accounts/${encodeURIComponent(attempt.account)}/auths`;

/** The code, with HTTP 402, of a request that the provider's gateway has seen before. */
const duplicateCode = '3044';

/** Takes the money. The HTTP status decides before the body does. */
export async function charge(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  input: ChargeInput,
): Promise<ProviderStatus> {
  const answer = await callPaysafe(settings, {
    method: 'POST',
    path: authsPath(attempt),
    body: bodyOf(attempt, input),
  });
  if (answer.kind === 'unsent') return declined('PROVIDER_UNAVAILABLE');
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status)) return { kind: 'unknown', reason: `HTTP ${status}` };
  const refused = { kind: 'declined', refusal: readRefusal(status, body), providerPaymentId: idOf(body) } as const;
  // The request was sent before: the result of that charge is the result of this attempt.
  if (status === 409 || refused.refusal.code === duplicateCode) return askInstead(settings, attempt);
  // If the network doubles a request, the second one is refused for its spent token after the first one succeeded.
  // An account that takes no charge can't be asked either.
  if (status === 400 && refused.refusal.code !== configurationCode) return unlessFound(settings, attempt, refused);
  if (status >= 400) return refused;
  const parsed = Auth.safeParse(body);
  return parsed.success ? statusOf(parsed.data, attempt) : { kind: 'unknown', reason: 'an answer of another shape' };
}

/**
 * Returns the status from everything that the provider has under the attempt's reference. A completed charge wins
 * over all others.
 */
export async function fetchStatus(settings: PaysafeSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  const query = new URLSearchParams({
    merchantRefNum: attempt.merchantRefNumber,
    // Without a start the search covers 30 days. The extra day allows for clocks that differ.
    startDate: wireTime(new Date(attempt.createdAt.getTime() - day)),
    limit: '50',
  });
  const path = `${authsPath(attempt)}?${query.toString()}`;
  const answer = await callPaysafe(settings, { method: 'GET', path, deadlineMs: lookUpDeadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  if (answer.status !== 200) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const found = AuthSearch.safeParse(answer.body);
  if (!found.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  return strongest(found.data.auths, attempt);
}

/** Writes a time as the provider reads it: to the second. */
const wireTime = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

async function askInstead(settings: PaysafeSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  const found = await fetchStatus(settings, attempt);
  return found.kind === 'absent' ? { kind: 'unknown', reason: 'a duplicate that is not visible yet' } : found;
}

async function unlessFound(settings: PaysafeSettings, attempt: PaymentAttempt, refused: ProviderStatus) {
  const found = await fetchStatus(settings, attempt);
  return found.kind === 'absent' ? refused : found;
}

/** The provider's words for a card on file. It counts as used by the customer, and not by the marina (`ADHOC`). */
const occurrences = { initial: 'INITIAL', subsequent: 'SUBSEQUENT' } as const;

function bodyOf(attempt: PaymentAttempt, { paymentToken, proof, payer, billing, ip, credential }: ChargeInput) {
  return {
    merchantRefNum: attempt.merchantRefNumber,
    amount: attempt.amountMinor,
    settleWithAuth: true,
    dupCheck: true,
    card: { paymentToken },
    ...(proof && { authentication: proof }),
    ...(credential && { storedCredential: { type: 'ADHOC', occurrence: occurrences[credential] } }),
    profile: withoutEmpty({
      firstName: wireName(payer.firstName),
      lastName: wireName(payer.lastName),
      email: wireEmail(payer.email),
    }),
    ...(billing ? { billingDetails: wireAddress(billing) } : {}),
    ...(isIP(ip) ? { customerIp: ip } : {}),
  };
}

const order = ['approved', 'held', 'pending', 'unknown', 'declined'] as const;

function strongest(auths: readonly unknown[], attempt: PaymentAttempt): ProviderStatus {
  const found = auths.map((auth): ProviderStatus => {
    const parsed = Auth.safeParse(auth);
    return parsed.success ? statusOf(parsed.data, attempt) : { kind: 'unknown', reason: 'an answer of another shape' };
  });
  const approved = found.flatMap((status) => (status.kind === 'approved' ? [status] : []));
  const [first, ...others] = approved;
  if (first) return { ...first, surplusIds: others.map(({ charge: { providerPaymentId } }) => providerPaymentId) };
  for (const kind of order) {
    const match = found.find((status) => status.kind === kind);
    if (match) return match;
  }
  return { kind: 'absent' };
}

function statusOf(auth: Auth, attempt: PaymentAttempt): ProviderStatus {
  const providerPaymentId = auth.id;
  switch (auth.status) {
    case 'COMPLETED':
      if (!matchesAttempt(auth, attempt)) return { kind: 'held', providerPaymentId, reason: 'NOT_AS_ASKED' };
      return {
        kind: 'approved',
        charge: { providerPaymentId, chargedAt: new Date(auth.txnTime), ...maskedCard(auth.card) },
        surplusIds: [],
      };
    case 'HELD':
      return { kind: 'held', providerPaymentId, reason: null };
    case 'RECEIVED':
    case 'PENDING':
    case 'PROCESSING':
      return { kind: 'pending', providerPaymentId, reason: null };
    case 'FAILED':
      return { ...declined(auth.error ? refusalOf(auth.error) : 'FAILED'), providerPaymentId };
    case 'CANCELLED':
      return { ...declined('CANCELLED_BY_PROVIDER'), providerPaymentId };
    default:
      return { kind: 'unknown', reason: 'a status that we do not know' };
  }
}

/**
 * Tells if the charge is the one we asked for. If its amount or currency is wrong, it is held until somebody
 * has checked the money.
 */
function matchesAttempt(auth: Auth, attempt: PaymentAttempt): boolean {
  return (
    auth.merchantRefNum === attempt.merchantRefNumber &&
    auth.amount === attempt.amountMinor &&
    auth.currencyCode === attempt.currency &&
    auth.settleWithAuth
  );
}

function declined(why: string | { code: string; message: string | null }) {
  const refusal = typeof why === 'string' ? { code: why, message: null } : why;
  return { kind: 'declined', refusal, providerPaymentId: null } as const;
}

function idOf(body: unknown): string | null {
  const id = (body as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : null;
}
