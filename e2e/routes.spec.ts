import type { Page } from '@playwright/test';
import { consentKey } from '../apps/server/src/testing/factories/consents.ts';
import { makeEstimate, makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeResetToken,
} from '../apps/server/src/testing/factories/factories.ts';
import { makeMailLink } from '../apps/server/src/testing/factories/mail-links.ts';
import { makeAgreement, makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { giveProvider, registerMerchant } from '../apps/server/src/testing/payments/card-payments.ts';
import { readAddresses } from './addresses.ts';
import { type Customer, expect, type Marina, signIn, submitLogin, test } from './marina.ts';

/**
 * Tests every route of docs/specification/routes.md, from a cold link and after a reload: its guard, title and
 * redirects.
 */

interface Route {
  path: string;
  title: string;
  /** The path that it leads to, if it redirects. */
  to?: string;
  /** A text that is shown while the link's key is kept. */
  shows?: string;
}

const anybodys: Route[] = [
  { path: '/404', title: 'Page not found' },
  { path: '/confirm-address', title: 'Confirm e-mail address' },
  { path: '/consent-management', title: 'Notification preferences' },
  {
    path: '/consent-management/{consents}?emailId=7',
    title: 'Notification preferences',
    to: '/consent-management',
    shows: 'There are no messages to choose.',
  },
  {
    path: '/consentManagement/12/{consents}?emailId=7',
    title: 'Notification preferences',
    to: '/consent-management',
    shows: 'There are no messages to choose.',
  },
  { path: '/redirect', title: 'Link from an e-mail', shows: 'This link no longer works' },
  // Looking at it does not spend it.
  { path: '/redirect/{mailLink}', title: 'Link from an e-mail', to: '/redirect', shows: 'It works once.' },
  { path: '/redirect/1/2', title: 'Link from an e-mail', to: '/redirect', shows: 'It works once.' },
  { path: '/quick-sign/{toSign}', title: 'Berthing agreement' },
  { path: '/quick-sign/{toSign}?guid={account}', title: 'Berthing agreement' },
  { path: '/verify', title: 'Check an agreement' },
  { path: '/payment-processed/QS-00000000', title: 'Your payment' },
  { path: '/loading-payment-provider', title: 'Taking you to the payment page' },
  { path: '/portal/loading-payment-provider', title: 'Taking you to the payment page' },
  { path: '/three-d-s', title: 'Confirmation by your bank' },
  { path: '/three-d-s-callback', title: 'Confirmation by your bank' },
  { path: '/quick-pay/1', title: 'Pay an order', shows: 'We cannot find this order' },
  { path: '/quick-pay/{payLink}', title: 'Review' },
  { path: '/quick-pay/{payLink}/review', title: 'Review' },
  // Nothing to pay with, and nothing paid.
  { path: '/quick-pay/{payLink}/checkout', title: 'Review', to: '/quick-pay/{payLink}' },
  { path: '/quick-pay/{payLink}/clear-accept/checkout', title: 'Review', to: '/quick-pay/{payLink}' },
  { path: '/quick-pay/{payLink}/confirmation', title: 'Review', to: '/quick-pay/{payLink}' },
  // Nobody was at PayPal.
  { path: '/quick-pay/{payLink}/paypal/success', title: 'Review', to: '/quick-pay/{payLink}' },
  { path: '/quick-pay/{payLink}/paypal/cancel', title: 'Review', to: '/quick-pay/{payLink}?cancelled=true' },
];

const visitors: Route[] = [
  { path: '/', title: 'Sign in', to: '/login' },
  { path: '/login', title: 'Sign in' },
  { path: '/login/', title: 'Sign in' },
  { path: '/forgotten-password', title: 'Forgotten password' },
  { path: '/password-reset', title: 'New password' },
  { path: '/password-reset?token={token}', title: 'New password', to: '/password-reset' },
  { path: '/passwordResetForm/{token}', title: 'New password', to: '/password-reset' },
  { path: '/register', title: 'Register', to: '/register/renewal-token' },
  { path: '/register/renewal-token', title: 'Register' },
  { path: '/sso-redirect', title: 'Sign in', to: '/login' },
  { path: '/sso-redirect?f=cancelled', title: 'Sign in', to: '/login' },
  { path: '/register/complete', title: 'Register', to: '/register/renewal-token' },
  {
    path: '/register/complete/{code}/{newcomer}',
    title: 'Complete your registration',
    to: '/register/complete',
    shows: 'Choose the e-mail address and password',
  },
];

const microAppPath = `/secure/micro-app?${new URLSearchParams({ app: '{"id":"shore-power","partId":"meter"}' })}`;

const secure: Route[] = [
  { path: '/secure/dashboard', title: 'Dashboard' },
  { path: '/secure/account/edit', title: 'My account' },
  { path: '/secure/contact-us', title: 'Contact us' },
  { path: '/secure/agreements', title: 'Agreements' },
  { path: '/secure/agreements/signed/1', title: 'Agreements' },
  { path: '/secure/agreements/unsigned/1', title: 'Agreements' },
  { path: '/secure/documents', title: 'Documents' },
  { path: '/secure/orders/outstanding', title: 'Unpaid orders' },
  { path: '/secure/boats', title: 'Boats' },
  { path: '/secure/waiting-lists', title: 'Waiting lists' },
  { path: microAppPath, title: 'Shore power' },
  { path: '/secure/micro-app', title: 'Page not found', to: '/404' },
  { path: '/secure/account/my-stays', title: 'My stays' },
  { path: '/secure/account/order/{order}', title: 'Order {order}' },
  { path: '/secure/account/order-history', title: 'Order history' },
  { path: '/secure/account/payment-history', title: 'Payment history' },
  { path: '/secure/account/payment/{payment}', title: 'Payment P00000{payment}' },
  { path: '/secure/estimates', title: 'Estimates' },
  { path: '/secure/estimates/', title: 'Estimates' },
  { path: '/secure/estimates/{estimate}', title: 'Estimate {estimate}' },
  // The payment guard: nothing to pay, or no provider to pay with (decision C2.15).
  { path: '/secure/paysafe/checkout', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/paysafe/checkout/cvv', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/paysafe/checkout/confirmation', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/paysafe/error', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/paypal-success', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/manage-payment-methods', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/clear-accept/checkout', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/clear-accept-pay-cards', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/payment/confirmation', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
  { path: '/secure/payment/error', title: 'Unpaid orders', to: '/secure/orders/outstanding' },
];

/** Returns the values of the names in the paths, in a marina of the test's own. */
async function namesOf(marina: Marina): Promise<Record<string, string>> {
  const { tenant } = marina;
  const account = await makeAccount(tenant);
  const newcomer = await makeAccount(tenant, { firstname: 'Robin' });
  const { id } = await makeLogin(tenant, account);
  const toSign = await makeAgreement(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: account.siteId });
  const mailLink = await makeMailLink(tenant, account, { accountId: account.id }, new Date());
  return {
    mailLink: `${mailLink.id}/${mailLink.token}`,
    toSign: toSign.guid,
    payLink: (await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: account.siteId })).guid,
    account: account.guid,
    consents: await consentKey(tenant, account),
    newcomer: newcomer.guid,
    code: await makeRenewalCodeOf(tenant, newcomer, new Date()),
    token: await makeResetToken(tenant, id, new Date()),
  };
}

/** Returns the numbers of the customer's own papers: a paid order, its payment, and an estimate. */
async function papersOf({ tenant }: Marina, { account }: Customer): Promise<Record<string, string>> {
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { id } = await makeOrder(tenant.db, owner);
  await makeStay(tenant.db, owner);
  const payment = await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 10_000 }] });
  return { order: String(id), payment: String(payment), estimate: String(await makeEstimate(tenant.db, owner)) };
}

const fill = (path: string, names: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');

/**
 * Opens a path from a cold link and checks the page, then again after a reload.
 * @param reloaded the pages that this visitor was led to and has reloaded. One reload of each is enough, because the
 * page does not know who led there
 */
async function expectAt(
  page: Page,
  marina: Marina,
  { path, to = path, title, shows }: Route,
  reloaded: Set<string>,
): Promise<void> {
  const where = marina.url + to.replace(/(?<=.)\/$/, '');
  const isKnown = to !== path && shows === undefined && reloaded.has(where);
  if (to !== path && shows === undefined) reloaded.add(where);
  for (const open of [() => page.goto(marina.url + path), ...(isKnown ? [] : [() => page.reload()])]) {
    await open();
    await expect(page, path).toHaveTitle(`${title} · Sample Marina`);
    await expect.poll(() => page.url().replace(/(?<=\w)\/$/, ''), { message: path }).toBe(where);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible();
    if (shows !== undefined) await expect(page.getByRole('main').getByText(shows), path).toBeVisible();
  }
}

test('[SHELL-19] visitors and somebody signed in open every public page at its address', async ({
  page,
  openMarina,
}) => {
  test.slow();
  const marina = await openMarina();
  const names = await namesOf(marina);
  const routes = anybodys.map((route) => ({
    ...route,
    path: fill(route.path, names),
    to: fill(route.to ?? route.path, names),
  }));
  const byVisitor = new Set<string>();
  for (const route of routes) await expectAt(page, marina, route, byVisitor);
  await signIn(page, marina.url, await marina.addCustomer());
  const byCustomer = new Set<string>();
  for (const route of routes) await expectAt(page, marina, route, byCustomer);
});

test('[SHELL-19] visitors’ pages are where they are, and lead somebody signed in to the dashboard', async ({
  page,
  openMarina,
}) => {
  test.slow();
  const marina = await openMarina();
  const names = await namesOf(marina);
  const routes = visitors.map((route) => ({
    ...route,
    path: fill(route.path, names),
    to: fill(route.to ?? route.path, names),
  }));
  const byVisitor = new Set<string>();
  for (const route of routes) await expectAt(page, marina, route, byVisitor);
  await signIn(page, marina.url, await marina.addCustomer());
  const byCustomer = new Set<string>();
  for (const { path } of routes)
    await expectAt(page, marina, { path, to: '/secure/dashboard', title: 'Dashboard' }, byCustomer);
});

test('[SHELL-19] secure pages lead a visitor to login, and are where they are for somebody signed in', async ({
  page,
  openMarina,
  appsUrl,
}) => {
  test.slow();
  const marina = await openMarina({ microAppApi: appsUrl });
  const byVisitor = new Set<string>();
  for (const { path } of secure) await expectAt(page, marina, { path, to: '/login', title: 'Sign in' }, byVisitor);
  const customer = await marina.addCustomer();
  await signIn(page, marina.url, customer);
  const names = await papersOf(marina, customer);
  const byCustomer = new Set<string>();
  for (const route of secure) {
    const filled = Object.entries(route).map(([key, text]) => [key, fill(text, names)]);
    await expectAt(page, marina, Object.fromEntries(filled), byCustomer);
  }
});

test('[SHELL-19] a path is matched without case, and under /portal too', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/Forgotten-Password`);
  await expect(page).toHaveTitle('Forgotten password · Sample Marina');
  await page.goto(`${marina.url}/portal/forgotten-password`);
  await expect(page).toHaveTitle('Forgotten password · Sample Marina');
});

test('[SHELL-202] in capital letters a path is the same page: to come back to, to pay, and to leave', async ({
  page,
  context,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  const { db, id: tenantId } = marina.tenant;
  const { guid } = await makeOrder(db, { tenantId, accountId: customer.account.id, siteId: customer.account.siteId });
  await giveProvider(db, tenantId, await registerMerchant(readAddresses().sandboxUrl, 'GBP'));
  await page.goto(`${marina.url}/Portal/Forgotten-Password`);
  await expect(page).toHaveTitle('Forgotten password · Sample Marina');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(`${marina.url}/Portal/login`);

  const orders = `${marina.url}/Secure/Orders/OUTSTANDING`;
  await page.goto(orders);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await submitLogin(page, customer);
  await expect(page).toHaveURL(orders);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  const payNow = page.getByRole('banner').getByRole('link', { name: /Pay now/ });
  await expect(payNow).toHaveCount(0);
  // The header has its answers, and shows the amount on another page.
  await page.getByRole('navigation').getByRole('link', { name: 'Contact us' }).click();
  await expect(payNow).toBeVisible();

  await page.goto(orders);
  const other = await context.newPage();
  await other.goto(`${marina.url}/secure/contact-us`, { waitUntil: 'networkidle' });
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);

  await page.goto(`${marina.url}/Quick-Pay/${guid}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${marina.url}/Quick-Pay/${guid}/Confirmation`);
  await expect(page).toHaveURL(`${marina.url}/quick-pay/${guid}`);
});

test('[SHELL-19] an unknown address is a 404, for visitors and for somebody signed in', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  await signIn(page, marina.url, await marina.addCustomer());
  await page.goto(`${marina.url}/404`);
  for (const path of ['/nowhere', '/redirect/1', '/redirect/1/2/3']) {
    const { status } = await fetchPage(page, path);
    expect([path, status]).toEqual([path, 404]);
  }
  await page.goto(`${marina.url}/redirect/1/2/3`);
  await expect(page).toHaveURL(/\/404$/);
  await expect(page).toHaveTitle('Page not found · Sample Marina');
});

for (const path of ['/secure', '/secure/', '/portal/secure'])
  test(`[SHELL-8] [SHELL-19] ${path} alone is a 404, for visitors and after signing in`, async ({
    page,
    openMarina,
  }) => {
    const marina = await openMarina();
    for (const home of ['/login', '/secure/dashboard']) {
      if (home !== '/login') await signIn(page, marina.url, await marina.addCustomer());
      await page.goto(marina.url + path);
      await expect(page).toHaveTitle('Page not found · Sample Marina');
      await expect(page).toHaveURL(/\/404$/);
      const wayOn = page.getByRole('main').getByRole('link');
      await expect(wayOn).toHaveAttribute('href', path.startsWith('/portal') ? `/portal${home}` : home);
    }
  });

/** Returns the document's status, without rendering it. */
const fetchPage = (page: Page, path: string) =>
  page.evaluate(async (address) => ({ status: (await fetch(address)).status }), path);
