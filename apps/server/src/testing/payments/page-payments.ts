import { randomUUID } from 'node:crypto';
import {
  confirmExpressPayment,
  startExpressPayment,
  startPagePayment,
} from '@quayside/contract/payments/payment-pages.ts';
import type { TenantDb } from '../../db/client.ts';
import { sandboxOrigin } from '../../demo/sandbox-origin.ts';
import { saveProvider } from '../../features/payments/providers/providers.service.ts';
import type { TestApp } from '../app.ts';
import type { HttpClient } from '../http-client.ts';
import type { SandboxProcess } from '../processes/sandbox-process.ts';
import { control } from './card-payments.ts';

type Sandbox = Pick<SandboxProcess, 'url'>;

/** A provider of the sandbox with a page of its own, as tests use it. */
interface PageProvider {
  /** Registers a merchant under this name, and returns its settings. `webhookUrl` receives its events. */
  register: (sandbox: Sandbox, accountId: string, webhookUrl: string | null) => Promise<Record<string, unknown>>;
  /** Returns all payments whose money the provider has, by its own books. */
  paid: (sandbox: Sandbox, accountId: string) => Promise<Paid[]>;
}

interface Paid {
  id: string;
  reference: string;
  minor: number;
}

/** All of them. A new one is one entry here: the tests' merchants, books and browser fixtures follow. */
const pageProviders = {
  redirect: { register: registerAtRedirect, paid: paidAtRedirect },
  paypal: { register: registerAtPaypal, paid: paidAtPaypal },
} satisfies Record<string, PageProvider>;

export type PageProviderKey = keyof typeof pageProviders;

/** A merchant of a sandbox provider with a page of its own. */
export interface PageMerchant {
  key: PageProviderKey;
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
export async function registerPageMerchant(
  sandbox: Sandbox,
  key: PageProviderKey,
  webhookUrl: string | null = null,
): Promise<PageMerchant> {
  const accountId = `${key}-${randomUUID().slice(0, 8)}`;
  const settings = await pageProviders[key].register(sandbox, accountId, webhookUrl);
  return { key, accountId, settings: { inTestMode: true, deadlineMs, ...settings } };
}

export const registerRedirect = (sandbox: Sandbox, webhookUrl: string | null = null) =>
  registerPageMerchant(sandbox, 'redirect', webhookUrl);
export const registerPaypal = (sandbox: Sandbox, webhookUrl: string | null = null) =>
  registerPageMerchant(sandbox, 'paypal', webhookUrl);

async function registerAtRedirect({ url }: Sandbox, merchantId: string, webhookUrl: string | null) {
  const keys = { merchantId, secretKey: `secret-${randomUUID()}`, webhookSecret: `hook-${randomUUID()}` };
  await control(url, 'POST', 'redirect/merchants', { ...keys, webhookUrl });
  return { displayName: 'Lighthouse Pay', apiBaseUrl: sandboxOrigin(url, 'redirect'), ...keys };
}

async function registerAtPaypal({ url }: Sandbox, clientId: string, webhookUrl: string | null) {
  const keys = { clientId, clientSecret: `secret-${randomUUID()}`, webhookId: `hook-${randomUUID()}` };
  await control(url, 'POST', 'paypal/merchants', { ...keys, webhookUrl });
  return { apiBaseUrl: sandboxOrigin(url, 'paypal'), ...keys };
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
export async function pageCharges(sandbox: Sandbox, merchant: PageMerchant, reference?: string): Promise<number[]> {
  return (await pageProviders[merchant.key].paid(sandbox, merchant.accountId))
    .filter((paid) => paid.reference === reference || !reference)
    .map((paid) => paid.minor);
}

async function paidAtRedirect(sandbox: Sandbox, accountId: string): Promise<Paid[]> {
  return (await pagesOf(sandbox, { accountId }))
    .filter(({ status }) => status === 'success')
    .map(({ paymentId: id, reference, amount: minor }) => ({ id, reference, minor }));
}

async function paidAtPaypal({ url }: Sandbox, clientId: string): Promise<Paid[]> {
  const books = (await control(url, 'GET', `paypal/books?clientId=${clientId}`)) as PaypalBooks;
  return books.orders.flatMap(({ capture, reference, amount }) =>
    capture?.status === 'COMPLETED'
      ? [{ id: capture.id, reference, minor: Math.round(Number(amount.value) * 100) }]
      : [],
  );
}

/** Returns the redirect provider's payments: what it was asked for, and the outcome. */
export async function pagesOf({ url }: Sandbox, { accountId }: Pick<PageMerchant, 'accountId'>) {
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

/** Waits longer for things that happen on their own time. */
export const patient = { timeout: 30_000 };

/** Counts the events that the application refused because of their signature. */
export const disownedEvents = ({ logs }: Pick<TestApp, 'logs'>) => logs().split('another signature').length;

/** A customer's basket. */
export interface PageBasket {
  client: HttpClient;
  accountGuid: string;
  orderIds: number[];
  /** In major units. */
  amount: number;
}

/** Starts a payment on a provider's page: the redirect provider's, if `more` names no other. */
export const startOnPage = (
  { client, accountGuid, orderIds, amount }: PageBasket,
  more: { account?: Record<string, string>; saveToAccount?: boolean; providerKey?: PageProviderKey } = {},
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

/** Takes the money of a payment to which the customer has agreed at PayPal. */
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
