import { cutText } from '@quayside/contract/shared/provider-text.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import type { PageInput, PageStep } from '../provider-pages.ts';
import { isTransient } from '../wire-call.ts';
import { wireEmail } from '../wire-email.ts';
import type { RedirectSettings } from './settings.ts';
import { callProvider, findPayment, KnownPayment, readRefusal, Started } from './wire.ts';

/** The most that the provider takes of a text. */
const longestText = 200;

/** Requests the page. The reference is the key as well: the same one gets the same page again. */
export async function beginPage(
  settings: RedirectSettings,
  attempt: PaymentAttempt,
  input: PageInput,
): Promise<PageStep> {
  const answer = await callProvider(settings, {
    method: 'POST',
    path: '/payments',
    idempotencyKey: attempt.merchantRefNumber,
    body: {
      amount: attempt.amountMinor,
      currency: attempt.currency,
      reference: attempt.merchantRefNumber,
      description: cutText(input.description, longestText),
      returnUrl: input.returnUrl,
      cancelUrl: input.cancelUrl,
      expiresAt: input.expiresAt.toISOString(),
      customer: wireCustomer(input.customer),
      testMode: settings.inTestMode,
    },
  });
  if (answer.kind !== 'answered') return unavailable(answer.reason, answer.kind === 'lost');
  const { status, body } = answer;
  if (isTransient(status)) return unavailable(`HTTP ${status}`);
  if (status >= 400) return { kind: 'declined', refusal: readRefusal(status, body) };
  const started = Started.safeParse(body);
  if (!started.success) return unavailable('an answer of another shape');
  const { paymentId, nextUrl } = started.data;
  if (!settings.inTestMode && !nextUrl.startsWith('https:')) return unavailable('no https page');
  return { kind: 'page', url: nextUrl, providerReference: paymentId };
}

const unavailable = (reason: string, mayExist = true): PageStep => ({ kind: 'unavailable', reason, mayExist });

/** Closes the page. If nobody knows a page of this attempt, or it is over already, there is nothing to close. */
export async function closePage(settings: RedirectSettings, attempt: PaymentAttempt): Promise<void> {
  const answer = await findPayment(settings, attempt);
  const known = answer.kind === 'answered' && answer.status === 200 ? KnownPayment.safeParse(answer.body) : null;
  if (!known?.success) return;
  await callProvider(settings, {
    method: 'POST',
    path: `/payments/${encodeURIComponent(known.data.paymentId)}/cancel`,
    body: {},
  });
}

/** Returns the customer's details that the provider accepts, and nothing that it would refuse. */
function wireCustomer({
  firstname,
  lastname,
  email,
  phone,
  mobile,
  address1,
  town,
  postcode,
  countryCode,
}: PageInput['customer']) {
  const known = {
    firstName: firstname,
    lastName: lastname,
    email: wireEmail(email ?? ''),
    phone: mobile || phone,
    address1,
    town,
    postcode,
    country: countryCode,
  };
  const cut = Object.entries(known).map(([name, value = '']) => [name, cutText(value, longestText)] as const);
  return Object.fromEntries(cut.filter(([, value]) => value !== ''));
}
