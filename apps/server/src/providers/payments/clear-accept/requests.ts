import { cutText } from '@quayside/contract/shared/provider-text.ts';
import type { ComponentCheck, ComponentOpening, ComponentOrder, KeptCard } from '../card-components.ts';
import { type PaymentAttempt, ProviderFault } from '../payment-attempt.ts';
import { refusalCodeOf } from '../three-d-secure.ts';
import { isTransient, type WireAnswer } from '../wire-call.ts';
import { wireEmail } from '../wire-email.ts';
import { callApi } from './http-client.ts';
import type { ClearAcceptSettings } from './settings.ts';
import { FieldToken, isAuthenticated, PaymentRequest, readExpiry, readRefusal } from './wire.ts';

/** The time limit of calls that move no money. It is much shorter than a charge's, because they can be repeated. */
const askDeadlineMs = 8_000;

/** Marks a permanent token, as opposed to one that pays once. */
const permanentPrefix = 'cardperm_';

/** Creates a payment request at the provider. It takes no money. */
export async function openRequest(
  settings: ClearAcceptSettings,
  attempt: PaymentAttempt,
  order: ComponentOrder,
): Promise<ComponentOpening> {
  const body = orderOf(attempt, order);
  const answer = await callApi(settings, {
    method: 'POST',
    path: '/payment-requests',
    body,
    deadlineMs: askDeadlineMs,
  });
  if (answer.kind !== 'answered') return { kind: 'unavailable', reason: answer.reason };
  const { status } = answer;
  if (isTransient(status)) return { kind: 'unavailable', reason: `HTTP ${status}` };
  if (status >= 400) return { kind: 'declined', refusal: readRefusal(status, answer.body) };
  const parsed = PaymentRequest.safeParse(answer.body);
  if (!parsed.success) return { kind: 'unavailable', reason: 'an answer of another shape' };
  return { kind: 'opened', providerReference: parsed.data.PaymentRequestId };
}

/** Returns the token with which one browser opens the fields of the attempt. @throws ProviderFault */
export async function openFields(settings: ClearAcceptSettings, attempt: PaymentAttempt): Promise<string> {
  const answer = await callApi(settings, {
    method: 'POST',
    path: '/field-tokens',
    body: { PaymentRequestId: attempt.providerReference },
    deadlineMs: askDeadlineMs,
  });
  if (answer.kind !== 'answered') throw new ProviderFault(`clearAccept: field token: ${answer.reason}`);
  const parsed = FieldToken.safeParse(answer.body);
  if (answer.status >= 400 || !parsed.success)
    throw new ProviderFault(`clearAccept: field token: HTTP ${answer.status}`);
  return parsed.data.FieldToken;
}

type ReadRequest = { request: PaymentRequest } | { reason: string };

/** Reads the attempt's request from the provider. */
export async function readRequest(
  settings: ClearAcceptSettings,
  { providerReference }: PaymentAttempt,
): Promise<ReadRequest> {
  const path = `/payment-requests/${encodeURIComponent(providerReference ?? '')}`;
  const answer = await callApi(settings, { method: 'GET', path, deadlineMs: askDeadlineMs });
  if (answer.kind !== 'answered') return { reason: answer.reason };
  if (answer.status !== 200) return { reason: `HTTP ${answer.status}` };
  return parseRequest(answer);
}

/** Parses an answer that has the payment request. */
export function parseRequest({ body }: Extract<WireAnswer, { kind: 'answered' }>): ReadRequest {
  const parsed = PaymentRequest.safeParse(body);
  return parsed.success ? { request: parsed.data } : { reason: 'an answer of another shape' };
}

/** Checks that the request has the token that the browser has, and that the bank has accepted its customer. */
export async function checkToken(
  settings: ClearAcceptSettings,
  attempt: PaymentAttempt,
  { token, isKeptCard }: { token: string; isKeptCard: boolean },
): Promise<ComponentCheck> {
  const read = await readRequest(settings, attempt);
  if ('reason' in read) return { kind: 'unavailable', reason: read.reason };
  const { request } = read;
  const refuse = (code: string): ComponentCheck => ({ kind: 'declined', refusal: { code, message: null } });
  if (!isOfAttempt(request, attempt)) return refuse('AUTHENTICATION_MISMATCH');
  const { Status, Token: cardToken, CvvToken: codeToken, Threeds } = request;
  const isSame = token === (isKeptCard ? codeToken : cardToken) && isKeptCard === (codeToken !== null);
  // A confirmed request may hold the card's permanent token by now. Confirming it again shows the result.
  if (cardToken === null || (Status !== 'confirmed' && !(Status === 'pending_confirm' && isSame)))
    return { kind: 'incomplete' };
  const isDecidedByConfirm = Threeds?.ThreedsStatus == null && settings.threeDsBeforeConfirm === 'decidedByConfirm';
  // Only the confirmation of a confirmed request says if money has moved.
  return Status === 'confirmed' || isAuthenticated(Threeds) || isDecidedByConfirm
    ? { kind: 'ready', typed: { cardToken, codeToken } }
    : refuse(refusalCodeOf(Threeds?.ThreedsStatus ?? null));
}

/** Returns the card that the provider has kept with this payment. Null if it kept none. */
export async function readKeptCard(settings: ClearAcceptSettings, attempt: PaymentAttempt): Promise<KeptCard | null> {
  const read = await readRequest(settings, attempt);
  if ('reason' in read) throw new ProviderFault(`clearAccept: kept card: ${read.reason}`);
  const { Token, Transactions } = read.request;
  if (Token === null || !Token.startsWith(permanentPrefix)) return null;
  const paid = Transactions.find(({ Type, Status }) => Type === 'Authorisation' && Status === 'Approved');
  const cardExpiry = readExpiry(paid?.ExpirationDate ?? null);
  const [lastDigits] = /\d{4}$/.exec(paid?.CardNumber ?? '') ?? [];
  if (!cardExpiry || lastDigits === undefined) return null;
  return { permanentToken: Token, cardType: paid?.CardScheme ?? '', lastDigits, cardExpiry };
}

/** Tells if it is the request that we made, for what we asked. */
export const isOfAttempt = (request: PaymentRequest, attempt: PaymentAttempt): boolean =>
  request.PaymentRequestId === attempt.providerReference &&
  request.MerchantAccountId === attempt.account &&
  request.Amount === attempt.amountMinor &&
  request.Currency === attempt.currency &&
  request.PlatformReferences?.TransactionReference === attempt.merchantRefNumber;

function orderOf(attempt: PaymentAttempt, { customerReference, payer, billing, permanentToken }: ComponentOrder) {
  return {
    MerchantAccountId: attempt.account,
    Amount: attempt.amountMinor,
    Currency: attempt.currency,
    Channel: 'ECOM',
    Capture: true,
    CustomerInfo: withoutEmpty({
      FirstName: cutText(payer.firstName, 80),
      LastName: cutText(payer.lastName, 80),
      Email: wireEmail(payer.email),
      PhoneNumber: cutText(payer.phone, 40),
      ...(billing ? { BillingAddress: addressOf(billing) } : {}),
    }),
    PlatformReferences: {
      CustomerReference: customerReference,
      TransactionReference: attempt.merchantRefNumber,
    },
    ...(permanentToken === null ? {} : { PaymentMethod: { Token: permanentToken } }),
  };
}

const addressOf = (billing: NonNullable<ComponentOrder['billing']>) =>
  withoutEmpty({
    AddressLine1: billing.address1,
    AddressLine2: billing.address2,
    City: billing.town,
    County: billing.state,
    Country: billing.country,
    PostalCode: billing.postcode,
  });

const withoutEmpty = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
