import { randomInt, randomUUID } from 'node:crypto';
import {
  authenticateCard,
  createCardPayment,
  payByCard,
  type StoredCardTokens,
} from '@quayside/contract/cards/cards.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { TenantDb } from '../../db/client.ts';
import { saveProvider } from '../../features/payments/providers/providers.service.ts';
import type { HttpClient } from '../http-client.ts';

/** A merchant of the sandbox's card provider, as its books and browser scripts know it. */
export interface TestMerchant {
  accountId: string;
  currency: string;
  settings: Record<string, unknown>;
}

/** Registers a new merchant at the sandbox, so that tests don't share books. */
export async function registerMerchant(sandboxUrl: string, currency = 'GBP'): Promise<TestMerchant> {
  const name = `m-${randomUUID().slice(0, 8)}`;
  const keys = {
    serverKey: `${name}-server`,
    serverSecret: `secret-${randomUUID()}`,
    tokenKey: `${name}-token`,
    tokenSecret: `public-${randomUUID()}`,
    accountId: String(randomInt(2 ** 47)),
  };
  await control(sandboxUrl, 'POST', 'merchants', { ...keys, currency });
  const urls = { apiBaseUrl: sandboxUrl, scriptBaseUrl: sandboxUrl };
  // Longer than every answer that a test waits for, and short enough to wait for one that never comes.
  const settings = { displayName: 'Card', inTestMode: true, deadlineMs: 3_000, ...urls, ...keys };
  return { accountId: keys.accountId, currency, settings };
}

/** Gives site 1 of a tenant the card provider. */
export async function giveProvider(
  db: TenantDb,
  tenantId: number,
  { settings }: TestMerchant,
  siteId = 1,
): Promise<void> {
  await saveProvider(db, tenantId, { siteId, key: 'paysafe', position: 1, settings });
}

/** Uses a switch of the sandbox, or reads its books. */
export async function control(
  sandboxUrl: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Sets a fault at the provider, for this merchant alone. */
export const makeFault = (sandboxUrl: string, { accountId }: TestMerchant, fault: object) =>
  control(sandboxUrl, 'POST', 'faults', { accountId, ...fault });

export interface Books {
  /** The amount that the provider has taken, in minor units. */
  charged: number;
  auths: {
    id: string;
    merchantRefNum: string;
    status: string;
    amount: number;
    authenticationCheck: string;
    /** The charge's word about a card on file; null: none. */
    sentCredential: { type: string; occurrence: string } | null;
  }[];
  authentications: { merchantRefNum: string; acceptHeader?: string }[];
  refusals: unknown[];
}

/** Returns all that the sandbox has stored of a merchant. */
export const readBooks = async (sandboxUrl: string, { accountId }: TestMerchant) =>
  (await control(sandboxUrl, 'GET', `books?accountId=${accountId}`)) as Books;

interface Shop {
  sandbox: { url: string };
  merchant: TestMerchant;
}

/** Returns the charges in the provider's books that have one attempt's reference. */
export const chargesOf = async ({ sandbox, merchant }: Shop, merchantRefNumber: string) =>
  (await readBooks(sandbox.url, merchant)).auths.filter(({ merchantRefNum }) => merchantRefNum === merchantRefNumber);

/** The sandbox's cards, named by their bank's answer. */
export const cards = {
  frictionless: '4000000000001000',
  refused: '4000000000001018',
  attempted: '4000000000001026',
  unavailable: '4000000000001034',
  rejected: '4000000000001042',
  challenge: '4000000000001091',
  failing: '4000000000001125',
  decoupled: '4000000000001133',
} as const;

/** Calls the provider as its scripts do, with the key for browsers. */
function browserOf(sandboxUrl: string, settings: TestMerchant['settings']) {
  const key = Buffer.from(`${String(settings.tokenKey)}:${String(settings.tokenSecret)}`).toString('base64');
  return async (path: string, body: object) => {
    const response = await fetch(sandboxUrl + path, {
      method: 'POST',
      headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
}

/** Asks the card's bank without any money, as the provider's script does before a card is kept. */
export async function askBankAbout(
  sandboxUrl: string,
  { accountId, currency, settings }: TestMerchant,
  paymentToken: string,
  deviceFingerprintingId: string,
): Promise<void> {
  await browserOf(sandboxUrl, settings)(`/threedsecure/v2/accounts/${accountId}/authentications`, {
    merchantRefNum: randomUUID(),
    amount: 0,
    currency,
    merchantUrl: 'https://marina.example',
    card: { paymentToken },
    deviceFingerprintingId,
    deviceChannel: 'BROWSER',
    messageCategory: 'NON_PAYMENT',
    authenticationPurpose: 'ADD_CARD',
    browserDetails: { ...browserDetails, userAgent: 'test' },
  });
}

/**
 * Does what the provider's frames and scripts do in a browser: returns a single-use token and the device's
 * fingerprint.
 */
export async function presentCard(
  sandboxUrl: string,
  { settings, accountId }: TestMerchant,
  cardNum: string = cards.frictionless,
  cardExpiry = { month: 12, year: 2031 },
): Promise<{ token: string; deviceFingerprintingId: string }> {
  const post = browserOf(sandboxUrl, settings);
  const card = { cardNum, cardExpiry, cvv: cardNum.startsWith('34') ? '1234' : '123', holderName: 'R Test' };
  const { paymentToken } = await post('/customervault/v1/singleusetokens', { card });
  const session = await post('/threedsecure/v2/jwt', { accountId, card: { cardBin: cardNum.slice(0, 6) } });
  return { token: String(paymentToken), deviceFingerprintingId: String(session.deviceFingerprintingId) };
}

/** Does the same for a stored card, with the tokens that came with the start of its payment. */
export async function presentStoredCard(
  sandboxUrl: string,
  { settings, accountId }: TestMerchant,
  { singleUseCustomerToken, paymentToken: paymentTokenFrom }: StoredCardTokens,
): Promise<{ token: string; deviceFingerprintingId: string }> {
  const post = browserOf(sandboxUrl, settings);
  const typed = { singleUseCustomerToken, paymentTokenFrom, card: { cvv: '123' } };
  const { paymentToken } = await post('/customervault/v1/singleusetokens', typed);
  const session = await post('/threedsecure/v2/jwt', { accountId, card: { paymentToken } });
  return { token: String(paymentToken), deviceFingerprintingId: String(session.deviceFingerprintingId) };
}

/** Charges a card at the provider under an attempt's reference, without us. @param amountMinor in minor units */
export async function chargeOutsidePortal(
  sandboxUrl: string,
  merchant: TestMerchant,
  merchantRefNum: string,
  amountMinor = 10_000,
): Promise<void> {
  const { accountId, settings } = merchant;
  const { token } = await presentCard(sandboxUrl, merchant);
  const key = Buffer.from(`${String(settings.serverKey)}:${String(settings.serverSecret)}`).toString('base64');
  await fetch(`${sandboxUrl}/cardpayments/v1/accounts/${accountId}/auths`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantRefNum,
      amount: amountMinor,
      settleWithAuth: true,
      dupCheck: false,
      card: { paymentToken: token },
    }),
  });
}

export const browserDetails = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepthBits: '24',
  screenHeight: 800,
  screenWidth: 360,
  timezoneOffset: 0,
} as const;

export const billingAddress = { address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB' };

/** A customer's basket, and the merchant whose provider takes the card. */
export interface Checkout {
  client: HttpClient;
  accountGuid: string;
  orderIds: number[];
  /** In major units. */
  amount: number;
  sandboxUrl: string;
  merchant: TestMerchant;
}

/** Starts an attempt. */
export const create = ({ client, accountGuid, orderIds, amount }: Checkout, headers: Record<string, string> = {}) =>
  client.call(createCardPayment, { body: { accountGuid, orderIds, amount, paymentChannel: 'Card' } }, headers);

/** Asks the bank to authenticate its customer. */
export const authenticate = (
  { client, amount }: Checkout,
  merchantRefNum: string,
  { token, deviceFingerprintingId }: { token: string; deviceFingerprintingId: string },
) =>
  client.call(authenticateCard, {
    body: { deviceFingerprintingId, merchantRefNum, amount, paymentToken: token, browserDetails },
  });

/** Charges the card. */
export const pay = (
  { client, accountGuid, orderIds, amount }: Checkout,
  merchantRefNumber: string,
  token: string,
  more: { rememberCard?: boolean; nickName?: string } = {},
) =>
  client.call(payByCard, {
    body: {
      accountGuid,
      orderIds,
      amount,
      merchantRefNumber,
      token,
      holderName: 'R Test',
      address: billingAddress,
      paymentChannel: 'Card',
      ...more,
    },
  });

/** Takes an attempt through all steps before the charge. */
export async function authenticated(checkout: Checkout): Promise<{ payment: ProcessedPayment; token: string }> {
  const { body: payment } = await create(checkout);
  const card = await presentCard(checkout.sandboxUrl, checkout.merchant);
  await authenticate(checkout, payment.merchantRefNumber, card);
  return { payment, token: card.token };
}

/** Answers the bank's page as a customer does who is asked for the code. */
export async function answerBank(bankUrl: string, sdkChallengePayload: string | null, code = '1234'): Promise<void> {
  const { transactionId } = JSON.parse(Buffer.from(sdkChallengePayload ?? '', 'base64').toString('utf8')) as {
    transactionId: string;
  };
  const form = new URLSearchParams({ acsTransID: transactionId, threeDSSessionData: '', answer: 'confirm', code });
  const response = await fetch(`${bankUrl}/acs/answer`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`bank: ${response.status}`);
}
