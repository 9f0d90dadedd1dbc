import { cutToBytes } from './text.ts';
import { configurationCode, type PaymentAttempt, type Refusal } from '../payment-attempt.ts';
import type { PageInput, PageStep } from '../provider-pages.ts';
import { notKnownAt, type ProviderStatus } from '../provider-status.ts';
import { isTransient } from '../wire-call.ts';
import { wireAmount } from './amount.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';
import { type Capture, issueOf, Order, readRefusal } from './wire.ts';

/** The time limit of look-ups. It is much shorter than a capture's, because they can be repeated. */
const lookUpDeadlineMs = 8_000;

/** Makes the order that the payer has to approve. Under the same key it is the same order. */
export async function createOrder(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  input: PageInput,
): Promise<PageStep> {
  const value = amountOf(attempt);
  // Some currencies allow only whole amounts.
  if (value === null) return { kind: 'declined', refusal: { code: 'DECIMAL_PRECISION', message: null } };
  const answer = await callPaypal(settings, {
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId: `${attempt.merchantRefNumber}:create`,
    body: JSON.stringify(orderRequest(attempt, input, value)),
  });
  if (answer.kind !== 'answered') return unavailable(answer.reason, answer.kind === 'lost');
  const { status, body } = answer;
  if (isTransient(status)) return unavailable(`HTTP ${status}`);
  if (status >= 400) return { kind: 'declined', refusal: refusalOf(status, body) };
  const order = Order.safeParse(body);
  // An older account of the provider calls the link to its page "approve".
  const link = order.data?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  if (!order.success || !link) return unavailable('an answer of another shape');
  return { kind: 'page', url: link.href, providerReference: order.data.id };
}

const unavailable = (reason: string, mayExist = true): PageStep => ({ kind: 'unavailable', reason, mayExist });

function orderRequest(attempt: PaymentAttempt, input: PageInput, value: string) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: attempt.merchantRefNumber,
        description: cutToBytes(input.description, 127),
        amount: { currency_code: attempt.currency, value },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: input.returnUrl,
          cancel_url: input.cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          landing_page: 'LOGIN',
          brand_name: cutToBytes(input.merchantName, 127),
          ...(/^[a-z]{2}-[A-Z]{2}$/.test(input.language) ? { locale: input.language } : {}),
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  };
}

/** Takes the money of an order that its payer approved. */
export async function captureOrder(settings: PaypalSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  const { providerReference, merchantRefNumber } = attempt;
  if (providerReference === null) return { kind: 'unknown', reason: 'no order to capture' };
  const answer = await callPaypal(settings, {
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(providerReference)}/capture`,
    requestId: `${merchantRefNumber}:capture`,
    body: '{}',
  });
  if (answer.kind === 'unsent') return declined({ code: 'PROVIDER_UNAVAILABLE', message: null });
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status) || status === 409) return { kind: 'unknown', reason: `HTTP ${status}` };
  return status >= 400 ? unlessTaken(settings, attempt, { status, body }) : readOrder(body, attempt);
}

/**
 * Returns the refusal of a capture, unless the order shows that its money was taken. Of two simultaneous requests with
 * one key, the provider may refuse the second although it takes the money for the first.
 */
async function unlessTaken(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  { status, body }: { status: number; body: unknown },
): Promise<ProviderStatus> {
  const refusal = refusalOf(status, body);
  // With wrong keys, or at an account that is not the order's, nothing was captured, and nothing can be asked.
  const isElsewhere = status === 404 && attempt.account !== settings.clientId;
  if (status === 401 || status === 403 || isElsewhere) return declined(refusal);
  const found = await fetchOrder(settings, attempt);
  if (['approved', 'held', 'pending', 'unknown'].includes(found.kind)) return found;
  const isTakenElsewhere = ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS'].includes(issueOf(body));
  if (!isTakenElsewhere) return declined(refusal);
  return found.kind === 'declined' ? found : { kind: 'unknown', reason: 'captured by another request' };
}

/** The issues of the marina's own account at PayPal: until they are solved there, nobody can pay. */
const accountIssues: ReadonlySet<string> = new Set([
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'AUTH_CAPTURE_NOT_ENABLED',
]);

const refusalOf = (status: number, body: unknown): Refusal =>
  accountIssues.has(issueOf(body)) ? { code: configurationCode, message: null } : readRefusal(status, body);

/** Returns the state of the order. Without an order nothing can have been taken, because only we capture. */
export async function fetchOrder(settings: PaypalSettings, attempt: PaymentAttempt): Promise<ProviderStatus> {
  if (attempt.providerReference === null) return { kind: 'absent' };
  const path = `/v2/checkout/orders/${encodeURIComponent(attempt.providerReference)}`;
  const answer = await callPaypal(settings, { method: 'GET', path, deadlineMs: lookUpDeadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  // The provider forgets unapproved orders after some hours.
  if (answer.status === 404) return notKnownAt(settings.clientId, attempt);
  if (answer.status !== 200) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  return readOrder(answer.body, attempt);
}

function readOrder(body: unknown, attempt: PaymentAttempt): ProviderStatus {
  const parsed = Order.safeParse(body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  const { status, purchase_units: units = [] } = parsed.data;
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []);
  if (captures.length > 0) return strongest(captures.map((capture) => statusOf(capture, attempt)));
  if (status === 'APPROVED') return { kind: 'agreed' };
  if (status === 'VOIDED') return { kind: 'closed' };
  if (status === 'COMPLETED') return { kind: 'unknown', reason: 'completed without a capture' };
  return { kind: 'open' };
}

/** Returns the strongest status. A completed capture wins over all others; a second one is a surplus. */
function strongest(statuses: readonly ProviderStatus[]): ProviderStatus {
  const completed = statuses.flatMap((status) => (status.kind === 'approved' ? [status] : []));
  const [first, ...others] = completed.toSorted(
    (one, other) => Number(one.hasMoved ?? false) - Number(other.hasMoved ?? false),
  );
  if (first) return { ...first, surplusIds: others.map(({ charge }) => charge.providerPaymentId) };
  for (const kind of ['held', 'pending', 'unknown', 'declined'] as const) {
    const match = statuses.find((status) => status.kind === kind);
    if (match) return match;
  }
  return { kind: 'absent' };
}

/** Returns the status of a capture. A completed order is not enough: its capture shows if the money came. */
function statusOf(capture: Capture, attempt: PaymentAttempt): ProviderStatus {
  const providerPaymentId = capture.id;
  switch (capture.status) {
    case 'COMPLETED':
    // Taken, and gone since, in whole or in part. An open dispute has this status although nothing has moved yet.
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED': {
      if (!matchesAttempt(capture, attempt)) return { kind: 'held', providerPaymentId, reason: 'NOT_AS_ASKED' };
      const chargedAt = capture.create_time === undefined ? null : new Date(capture.create_time);
      const charge = { providerPaymentId, chargedAt, maskedCardNumber: null, cardType: null };
      const hasMoved = capture.status !== 'COMPLETED';
      return { kind: 'approved', charge, surplusIds: [], ...(hasMoved && { hasMoved }) };
    }
    case 'PENDING':
      return { kind: 'pending', providerPaymentId, reason: null };
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'declined', refusal: { code: `CAPTURE_${capture.status}`, message: null }, providerPaymentId };
    default:
      return { kind: 'unknown', reason: 'a status that we do not know' };
  }
}

const amountOf = ({ amountMinor, currency, decimalPlaces }: PaymentAttempt) =>
  wireAmount(amountMinor, currency, decimalPlaces);

function matchesAttempt({ amount, custom_id }: Capture, attempt: PaymentAttempt): boolean {
  const isOurs = custom_id === undefined || custom_id === attempt.merchantRefNumber;
  return isOurs && amount.currency_code === attempt.currency && Number(amount.value) === Number(amountOf(attempt));
}

const declined = (refusal: Refusal): ProviderStatus => ({
  kind: 'declined',
  refusal,
  providerPaymentId: null,
});
