import { randomUUID } from 'node:crypto';
import { confirmCardComponents, openCardComponents } from '@quayside/contract/cards/card-components.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { saveProvider } from '../../features/payments/providers/providers.service.ts';
import type { Owner } from '../factories/orders.ts';
import type { HttpClient } from '../http-client.ts';
import { control } from './card-payments.ts';

/** The addresses of the sandbox's second card provider and of its switches. */
export interface ComponentSandbox {
  url: string;
  bankUrl: string;
  clearAcceptUrl: string;
}

/** A merchant of the sandbox's second card provider. */
export interface ComponentMerchant {
  merchantAccountId: string;
  currency: string;
  settings: Record<string, unknown>;
}

/** Registers a new merchant at the sandbox, so that tests don't share books. */
export async function registerComponentMerchant(
  { url, clearAcceptUrl }: ComponentSandbox,
  currency = 'GBP',
  threeDs: 'beforeConfirm' | 'withConfirm' | 'notEnforced' = 'beforeConfirm',
): Promise<ComponentMerchant> {
  const name = `c-${randomUUID().slice(0, 8)}`;
  const keys = {
    clientId: `${name}-client`,
    clientSecret: `secret-${randomUUID()}`,
    platformId: 'quayside',
    merchantId: name,
    merchantAccountId: `${name}-${currency.toLowerCase()}`,
  };
  await control(url, 'POST', 'clear-accept/merchants', { ...keys, currency, threeDs, name: 'Test Haven' });
  const urls = { apiBaseUrl: clearAcceptUrl, tokenBaseUrl: clearAcceptUrl, scriptBaseUrl: clearAcceptUrl };
  // Longer than every answer that a test waits for, and short enough to wait for one that never comes.
  const settings = { displayName: 'Card online', inTestMode: true, deadlineMs: 3_000, ...urls, ...keys };
  return { merchantAccountId: keys.merchantAccountId, currency, settings };
}

/** Gives a tenant's site the second card provider. */
export async function giveComponents(
  db: TenantDb,
  tenantId: number,
  { settings }: ComponentMerchant,
  { siteId = 1, position = 2, key = 'clearAccept' } = {},
): Promise<void> {
  await saveProvider(db, tenantId, { siteId, key, position, settings });
}

/** Makes the second card provider fail, only for this merchant. */
export const makeComponentFault = (url: string, { merchantAccountId }: ComponentMerchant, fault: object) =>
  control(url, 'POST', 'faults', { accountId: merchantAccountId, ...fault });

export interface ComponentBooks {
  /** The amount that the provider has taken, in minor units. */
  charged: number;
  paid: { id: string; paymentRequestId: string; transactionReference: string; amount: number }[];
  requests: { PaymentRequestId: string; Status: string; Token?: string; Transactions: ComponentTransaction[] }[];
}

interface ComponentTransaction {
  TransactionId: string;
  ReferenceId: string;
  Type: string;
  Amount: number;
}

/** Returns all that the sandbox has stored of a merchant of the second card provider. */
export const readComponentBooks = async (url: string, { merchantAccountId }: ComponentMerchant) =>
  (await control(url, 'GET', `clear-accept/books?merchantAccountId=${merchantAccountId}`)) as ComponentBooks;

/** Refunds a payment, or a part of it, as the marina's own back office does. */
export async function refundComponents(
  { url, clearAcceptUrl }: ComponentSandbox,
  merchant: ComponentMerchant,
  reference: string,
  Amount: number,
): Promise<void> {
  const { id, transactions } = await findRequestOf(url, merchant, reference);
  const path = `/payment-requests/${id}/transactions/${transactions[0]?.ReferenceId}/refund`;
  await callAsMarina(clearAcceptUrl, merchant, path, { Amount });
}

/** Declines the refund of an amount after it was approved, as a bank does that can't reach the payer. */
export async function declineComponentRefund(
  { url }: Pick<ComponentSandbox, 'url'>,
  merchant: ComponentMerchant,
  reference: string,
  minor: number,
): Promise<void> {
  const { id: paymentRequestId, transactions } = await findRequestOf(url, merchant, reference);
  const refund = transactions.find(({ Type, Amount }) => Type === 'Refund' && Amount === minor);
  const body = { paymentRequestId, transactionId: refund?.TransactionId };
  await control(url, 'POST', 'clear-accept/decline-refund', body);
}

async function findRequestOf(url: string, merchant: ComponentMerchant, reference: string) {
  const { paid, requests } = await readComponentBooks(url, merchant);
  const id = paid.find(({ transactionReference }) => transactionReference === reference)?.paymentRequestId;
  const request = requests.find(({ PaymentRequestId }) => PaymentRequestId === id);
  return { id, transactions: request?.Transactions ?? [] };
}

/** Executes a payment request late, like a confirmation that the network delayed. */
export const confirmLate = (
  { clearAcceptUrl }: ComponentSandbox,
  merchant: ComponentMerchant,
  { requestId, token }: { requestId: string; token: string },
) =>
  callAsMarina(clearAcceptUrl, merchant, `/payment-requests/${requestId}/confirm`, { PaymentMethod: { Token: token } });

/** Calls the provider with the marina's own secret. */
async function callAsMarina(
  clearAcceptUrl: string,
  { settings, merchantAccountId: MerchantAccountId }: ComponentMerchant,
  path: string,
  body: object,
): Promise<void> {
  const { clientId, clientSecret, platformId, merchantId } = settings as Record<string, string>;
  const signedIn = await fetch(`${clearAcceptUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const response = await fetch(`${clearAcceptUrl}/v1/transact${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      PlatformId: platformId ?? '',
      MerchantId: merchantId ?? '',
    },
    body: JSON.stringify({ MerchantAccountId, ...body }),
  });
  if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
}

/** Decides a payment that the bank left pending. */
export const decidePending = (url: string, paymentRequestId: string, status: 'Approved' | 'Declined' | 'Voided') =>
  control(url, 'POST', 'clear-accept/decisions', { paymentRequestId, status });

const cardExpiry = { month: 12, year: 2031 };

/** Does what the provider's frames do in a browser with a new card. If the bank asks, it gets the right code. */
export async function typeCard(
  { clearAcceptUrl, bankUrl }: ComponentSandbox,
  fieldToken: string | null,
  cardNumber: string,
  { answersBank = true }: { answersBank?: boolean } = {},
): Promise<string> {
  const body = { AccountHolderName: 'R Test', CardNumber: cardNumber, ExpiryDate: cardExpiry, Cvv: '123' };
  const { TokenId, Challenge } = await inFrame(clearAcceptUrl, fieldToken, 'tokens', body);
  if (!Challenge) return String(TokenId);
  if (!answersBank) return '';
  const { acsTransID } = JSON.parse(Buffer.from(Challenge.Creq, 'base64url').toString('utf8')) as {
    acsTransID: string;
  };
  const form = { acsTransID, threeDSSessionData: '', answer: 'confirm', code: '1234' };
  await fetch(`${bankUrl}/acs/answer`, { method: 'POST', body: new URLSearchParams(form) });
  return String((await inFrame(clearAcceptUrl, fieldToken, 'challenge-end', {})).TokenId);
}

/** Does the same with the security code of a kept card. */
export async function typeSecurityCode({ clearAcceptUrl }: ComponentSandbox, fieldToken: string | null) {
  return String((await inFrame(clearAcceptUrl, fieldToken, 'tokens', { Cvv: '123' })).CvvToken);
}

interface TypedAnswer {
  TokenId?: string;
  CvvToken?: string;
  Challenge?: { Creq: string };
}

async function inFrame(url: string, fieldToken: string | null, path: string, body: object): Promise<TypedAnswer> {
  const response = await fetch(`${url}/fields/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fieldToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as TypedAnswer;
}

/** A customer's basket. */
export interface ComponentCheckout {
  client: HttpClient;
  accountGuid: string;
  orderIds: number[];
  /** In major units. All orders cost the same. */
  amount: number;
}

const ordersOf = ({ orderIds, amount }: Pick<ComponentCheckout, 'orderIds' | 'amount'>) =>
  orderIds.map((orderId) => ({ orderId, amount: amount / orderIds.length }));

/** Starts an attempt and opens the fields. */
export const open = (
  { client, accountGuid, orderIds, amount }: ComponentCheckout,
  {
    keptCardId,
    currency = 'GBP',
    headers = {},
  }: { keptCardId?: number; currency?: string; headers?: Record<string, string> } = {},
) =>
  client.call(
    openCardComponents,
    {
      body: {
        accountGuid,
        amount,
        channel: 'ECOM',
        currency,
        ordersToPay: ordersOf({ orderIds, amount }),
        ...(keptCardId === undefined ? {} : { paymentMethod: { keptCardId } }),
      },
    },
    headers,
  );

/** Charges the card. */
export const confirm = (
  { client }: Pick<ComponentCheckout, 'client'>,
  ref: string,
  token: string,
  more: { rememberCard?: boolean; nickName?: string } = {},
) => client.call(confirmCardComponents, { params: { ref }, body: { token, holderName: 'R Test', ...more } });

/** Stores a card as if the second provider kept it. Its token is invalid. */
export async function makeKeptCard(
  db: TenantDb,
  { tenantId, accountId }: Owner,
  overrides: {
    account?: string;
    lastDigits?: string;
    expiry?: { month: number; year: number };
    token?: string;
    nickName?: string;
  } = {},
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'component-card');
  await db
    .insertInto('component_cards')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      provider_key: 'clearAccept',
      provider_account: overrides.account ?? 'sample-account',
      permanent_token: overrides.token ?? `cardperm_${randomUUID()}`,
      card_type: 'VISA',
      last_digits: overrides.lastDigits ?? '1000',
      expiry_month: overrides.expiry?.month ?? 12,
      expiry_year: overrides.expiry?.year ?? 2031,
      holder_name: 'R Test',
      nick_name: overrides.nickName ?? '',
      created_at: new Date('2026-05-01T10:00:00Z'),
    })
    .execute();
  return id;
}

/** Settings of the second provider with addresses where nothing answers. */
export const idleComponents = {
  displayName: 'Card online',
  inTestMode: true,
  apiBaseUrl: 'http://127.0.0.1:2',
  tokenBaseUrl: 'http://127.0.0.1:2',
  scriptBaseUrl: 'http://127.0.0.1:2',
  clientId: 'client',
  clientSecret: 'secret',
  platformId: 'quayside',
  merchantId: 'sample',
  merchantAccountId: 'sample-account',
};
