import { randomUUID } from 'node:crypto';
import { confirmExpressPayment, startExpressPayment, startPagePayment } from '@quayside/contract/payment-pages.ts';
import type { TenantDb } from '../db/client.ts';
import { saveProvider } from '../features/payments/providers.service.ts';
import type { TestApp } from './app.ts';
import { control } from './card-payments.ts';
import type { HttpClient } from './http-client.ts';
import type { SandboxProcess } from './sandbox-process.ts';

type Sandbox = Pick<SandboxProcess, 'url' | 'paypalUrl' | 'redirectUrl'>;

/** A merchant of a sandbox provider with a page of its own. */
export interface PageMerchant {
  key: 'paypal' | 'redirect';
  /** The name for it in faults and books. */
  accountId: string;
  settings: Record<string, unknown>;
}

/** Longer than every answer that a test waits for, and short enough to wait for one that never comes. */
const deadlineMs = 3_000;

/**
 * Registers a new merchant, so that tests don't share books.
 * @param webhookUrl the address that receives its events
 */
export async function registerRedirect(sandbox: Sandbox, webhookUrl: string | null = null): Promise<PageMerchant> {
  const accountId = `r-${randomUUID().slice(0, 8)}`;
  const keys = { merchantId: accountId, secretKey: `secret-${randomUUID()}`, webhookSecret: `hook-${randomUUID()}` };
  await control(sandbox.url, 'POST', 'redirect/merchants', { ...keys, webhookUrl });
  const settings = {
    displayName: 'Lighthouse Pay',
    inTestMode: true,
    apiBaseUrl: sandbox.redirectUrl,
    deadlineMs,
    ...keys,
  };
  return { key: 'redirect', accountId, settings };
}

export async function registerPaypal(sandbox: Sandbox, webhookUrl: string | null = null): Promise<PageMerchant> {
  const accountId = `p-${randomUUID().slice(0, 8)}`;
  const keys = { clientId: accountId, clientSecret: `secret-${randomUUID()}`, webhookId: `hook-${randomUUID()}` };
  await control(sandbox.url, 'POST', 'paypal/merchants', { ...keys, webhookUrl });
  return {
    key: 'paypal',
    accountId,
    settings: { inTestMode: true, apiBaseUrl: sandbox.paypalUrl, deadlineMs, ...keys },
  };
}

/** Gives a tenant's site a provider. `settings` may differ from the usual ones. */
export async function givePageProvider(
  db: TenantDb,
  tenantId: number,
  { key, settings }: PageMerchant,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await saveProvider(db, tenantId, { siteId: 1, key, position: 2, settings: { ...settings, ...changes } });
}

/** Sets a fault at the provider, for this merchant alone. */
export const makePageFault = ({ url }: Sandbox, { accountId }: PageMerchant, fault: object) =>
  control(url, 'POST', 'faults', { accountId, ...fault });

/**
 * Returns the amounts that the provider has taken under a reference, one entry for each payment, in minor units of
 * a currency with two decimals.
 */
export async function takenAt(sandbox: Sandbox, merchant: PageMerchant, reference?: string): Promise<number[]> {
  return (await paidAt(sandbox, merchant))
    .filter((paid) => paid.reference === reference || !reference)
    .map((paid) => paid.minor);
}

/** Returns all payments whose money the provider has. */
async function paidAt({ url }: Sandbox, { key, accountId }: PageMerchant): Promise<Paid[]> {
  if (key === 'redirect') {
    return (await pagesOf({ url }, { accountId }))
      .filter(({ status }) => status === 'success')
      .map(({ paymentId: id, reference, amount: minor }) => ({ id, reference, minor }));
  }
  const books = (await control(url, 'GET', `paypal/books?clientId=${accountId}`)) as PaypalBooks;
  return books.orders.flatMap(({ capture, reference, amount }) =>
    capture?.status === 'COMPLETED'
      ? [{ id: capture.id, reference, minor: Math.round(Number(amount.value) * 100) }]
      : [],
  );
}

interface Paid {
  id: string;
  reference: string;
  minor: number;
}

/** Returns the redirect provider's payments: what it was asked for, and the outcome. */
export async function pagesOf({ url }: Pick<Sandbox, 'url'>, { accountId }: Pick<PageMerchant, 'accountId'>) {
  return ((await control(url, 'GET', `redirect/books?merchantId=${accountId}`)) as RedirectBooks).payments;
}

interface RedirectBooks {
  payments: {
    paymentId: string;
    reference: string;
    status: string;
    amount: number;
    cancelUrl: string;
    expiresAt?: string;
    customer: Record<string, string>;
  }[];
}

interface PaypalBooks {
  orders: {
    id: string;
    reference: string;
    amount: { value: string };
    capture: { id: string; status: string } | null;
  }[];
}

/** A customer's basket. */
/** Waits longer for things that happen on their own time. */
export const patient = { timeout: 30_000 };

/** Counts the events that the application refused because of their signature. */
export const disownedEvents = ({ logs }: Pick<TestApp, 'logs'>) => logs().split('another signature').length;

export interface PageBasket {
  client: HttpClient;
  accountGuid: string;
  orderIds: number[];
  /** In major units. */
  amount: number;
}

/** Starts a payment on the redirect provider's page. */
export const startOnPage = (
  { client, accountGuid, orderIds, amount }: PageBasket,
  more: { account?: Record<string, string>; saveToAccount?: boolean } = {},
  headers: Record<string, string> = {},
) =>
  client.call(startPagePayment, { body: { accountGuid, orderIds, amount, providerKey: 'redirect', ...more } }, headers);

/** Starts a payment by PayPal. */
export const startPaypal = (
  { client, accountGuid, orderIds, amount }: PageBasket,
  headers: Record<string, string> = {},
  origin = client.url,
) => {
  const addresses = { returnUrl: `${origin}/secure/paypal-success`, cancelUrl: `${origin}/secure/orders/outstanding` };
  return client.call(
    startExpressPayment,
    { body: { accountGuid, orderIds, amountToPay: amount, ...addresses } },
    headers,
  );
};

export const confirmPaypal = ({ client }: Pick<PageBasket, 'client'>, token: string | null) =>
  client.call(confirmExpressPayment, { body: { PayerID: 'JOSAILOR4417A', token: token ?? '' } });

/**
 * Does what a customer does on the redirect provider's page.
 * @returns the address of the redirect; null if they stay
 */
export async function actOnPage(
  redirectUrl: string | null,
  answer: 'pay' | 'cancel' | 'fail' | 'fail-here' | 'leave' | 'pay-here',
): Promise<string | null> {
  const body = new URLSearchParams({ answer });
  const response = await fetch(redirectUrl ?? '', { method: 'POST', body, redirect: 'manual' });
  await response.body?.cancel();
  return response.headers.get('location');
}

/** Agrees at PayPal, as a payer does. */
export const approveAtPaypal = (
  { url }: Sandbox,
  orderId: string | null,
  outcome: 'pay' | 'decline' | 'review' = 'pay',
) => control(url, 'POST', 'paypal/approve', { orderId, outcome });
