import { getAccount } from '@quayside/contract/account/account.ts';
import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import type { FirstAnswer } from '@quayside/contract/portal/drawn-pages.ts';
import { listEstimates } from '@quayside/contract/orders/estimates.ts';
import { getSession } from '@quayside/contract/identity/identity.ts';
import { listOrderHistory, listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listPaymentHistory } from '@quayside/contract/payments/payment-history.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { listStays } from '@quayside/contract/account/stays.ts';
import type { Page, Response } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { breakCall } from './faults.ts';
import { shifted, waitForever, watchShifts } from './layout-shifts.ts';
import { expect, jo, signIn, submitLogin, test } from './marina.ts';

/** Measures the bytes of scripts and styles while a page loads for the first time. */
async function measure(page: Page, load: () => Promise<unknown>) {
  const finished: Promise<{ type: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    finished.push(
      request.sizes().then(({ responseBodySize }) => ({ type: request.resourceType(), bytes: responseBodySize })),
    );
  });
  await load();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(finished);
  const total = (type: string) => sizes.reduce((sum, size) => sum + (size.type === type ? size.bytes : 0), 0);
  return { scripts: total('script'), styles: total('stylesheet'), fonts: total('font') };
}

test('the login page loads at most 140 kB of scripts, 12 kB of styles and 40 kB of fonts', async ({ page }) => {
  const { scripts, styles, fonts } = await measure(page, () => page.goto('/login'));
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(140_000);
  expect(styles).toBeLessThanOrEqual(12_000);
  expect(fonts).toBeLessThanOrEqual(40_000);
});

test('an agreement by a letter’s link loads at most 140 kB of scripts', async ({ page, openMarina }) => {
  const { tenant, url, addCustomer } = await openMarina();
  const { account } = await addCustomer();
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  const { scripts } = await measure(page, () => page.goto(`${url}/quick-sign/${guid}`));
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(140_000);
});

test('a pay link’s order loads at most 140 kB of scripts, 12 kB of styles, and nothing of the secure pages', async ({
  page,
  openMarina,
}) => {
  const { tenant, url, addCustomer } = await openMarina();
  const { account } = await addCustomer();
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { guid } = await makeOrder(tenant.db, owner);
  const { scripts, styles } = await measure(page, () => page.goto(`${url}/quick-pay/${guid}`));
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThanOrEqual(140_000);
  expect(styles).toBeLessThanOrEqual(12_000);
});

/** Returns the answers inside a document. */
const answersIn = (html: string) =>
  JSON.parse(/id="first-answers">(.*?)<\/script>/.exec(html)?.[1] ?? '[]') as FirstAnswer[];

for (const path of ['/secure/dashboard', '/secure/orders/outstanding'])
  test(`${path} loads at most 200 kB of scripts, and nobody stores what it brings`, async ({
    page,
    context,
    browser,
    saltmarshUrl,
  }) => {
    await signIn(page, saltmarshUrl, jo);
    const cold = await browser.newContext({ storageState: await context.storageState() });
    const first = await cold.newPage();
    const opened = Promise.withResolvers<Response | null>();
    const { scripts } = await measure(first, () => first.goto(saltmarshUrl + path).then(opened.resolve));
    const document = await opened.promise;
    const documentAnswers = answersIn((await document?.text()) ?? '');
    await cold.close();
    expect(scripts).toBeGreaterThan(50_000);
    expect(scripts).toBeLessThanOrEqual(200_000);
    expect(document?.headers()['cache-control']).toBe('no-store');
    expect(documentAnswers.map(({ call }) => call)).toContain(getSession.name);
  });

/** Loads a document without showing it, and returns the answers in it. */
const broughtBy = async (page: Page, url: string) =>
  answersIn(await page.evaluate(async (address) => (await fetch(address)).text(), url));

/** Returns the inputs of a call whose answers a document brings. */
const inputsOf = (answers: readonly FirstAnswer[], { name }: Call) =>
  answers.flatMap(({ call, input }) => (call === name ? [input.query ?? {}] : []));

test('[SHELL-14] a list brings its first rows for a desk and for a phone, and the part that its address names', async ({
  page,
  saltmarshUrl,
}) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto(`${saltmarshUrl}/404`);
  for (const [path, call] of [
    ['/secure/account/order-history', listOrderHistory],
    ['/secure/account/payment-history', listPaymentHistory],
    ['/secure/account/my-stays', listStays],
    ['/secure/estimates', listEstimates],
    ['/secure/agreements', listAccountAgreements],
  ] as const) {
    const partsAt = async (search: string) =>
      inputsOf(await broughtBy(page, saltmarshUrl + path + search), call).map(({ page: at, rows }) => `${at}/${rows}`);
    await expect.poll(() => partsAt(''), path).toEqual(['1/10', '1/4']);
    await expect.poll(() => partsAt('?page=2&shown=8'), path).toEqual(['2/10', '1/4', '2/4']);
    // The browser itself asks for the others.
    await expect.poll(async () => (await partsAt('?shown=100000')).length, path).toBe(6);
  }
});

test('a checkout’s document brings the account and its providers, though the server does not draw it', async ({
  page,
  saltmarshUrl,
}) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto(`${saltmarshUrl}/404`);
  const documentAnswers = async () =>
    (await broughtBy(page, `${saltmarshUrl}/secure/paysafe/checkout`)).map(({ call }) => call);
  await expect.poll(documentAnswers).toEqual(expect.arrayContaining([getAccount.name, listPaymentProviders.name]));
});

test('a page of a signed-in customer asks for nothing that its document brings', async ({
  page,
  context,
  browser,
  saltmarshUrl,
}) => {
  await signIn(page, saltmarshUrl, jo);
  const cold = await browser.newContext({ storageState: await context.storageState() });
  for (const path of ['/secure/dashboard', '/secure/orders/outstanding', '/secure/documents', '/secure/contact-us']) {
    const first = await cold.newPage();
    const requests: string[] = [];
    first.on('request', (request) => requests.push(request.url()));
    const isDrawn = async () => {
      requests.length = 0;
      await first.goto(saltmarshUrl + path, { waitUntil: 'networkidle' });
      return first.locator('#root[data-drawn]').count();
    };
    await expect.poll(isDrawn, path).toBe(1);
    // All texts come once the page listens, for other pages.
    const calls = requests.filter((url) => url.includes(apiBase) && !url.includes('/languages/'));
    expect(calls).toEqual([]);
    await first.close();
  }
  await cold.close();
});

interface Shift extends PerformanceEntry {
  value: number;
}

test('on a phone nothing in sight moves when what a page waits for arrives', async ({ page, saltmarshUrl }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await signIn(page, saltmarshUrl, jo);
  for (const { path, calls, come } of [
    { path: '/secure/dashboard', calls: [getSummary, getAccount], come: 'View unpaid orders' },
    { path: '/secure/orders/outstanding', calls: [listOutstandingOrders], come: 'Pay now' },
  ]) {
    const waits = await Promise.all(calls.map((call) => breakCall(page, call, 'waits')));
    await page.goto(saltmarshUrl + path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-loading]').first()).toBeVisible();
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      const note = (list: PerformanceObserverEntryList) =>
        shifts.push(...list.getEntries().map((entry) => (entry as Shift).value));
      new PerformanceObserver(note).observe({ type: 'layout-shift' });
    });
    await Promise.all(waits.map(({ mend }) => mend()));
    await expect(page.getByRole('main').getByText(come, { exact: true })).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  }
});

for (const [device, size] of [
  ['computer', { width: 1280, height: 800 }],
  ['phone', { width: 360, height: 740 }],
] as const)
  test(`on a ${device} nothing moves while the dashboard loads for the first time after signing in`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await watchShifts(page);
    await waitForever(page);
    await page.goto('/login');
    await submitLogin(page, jo);
    await expect(page.getByRole('main').getByText('View unpaid orders')).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    if (device === 'computer')
      await expect(page.getByRole('link', { name: 'Contact us', includeHidden: true })).toHaveCount(2);
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toEqual([]);
  });
