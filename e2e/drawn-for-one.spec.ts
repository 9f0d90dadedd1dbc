import { getSummary } from '@quayside/contract/account/dashboard.ts';
import type { Page } from '@playwright/test';
import { another, holdScripts, inEveryLanguage, isTakenOver, markHeading, openDrawn } from './drawn.ts';
import { breakCall } from './faults.ts';
import { closeLoginAlerts, loginAlerts } from './login-alerts.ts';
import { openSession } from './marina.ts';
import { type Debtor, expect, test } from './unpaid-orders.ts';

const offered = { settings: inEveryLanguage, culture: inEveryLanguage.culture };
const dashboard = ({ url }: Debtor) => `${url}/secure/dashboard`;
const main = (page: Page) => page.getByRole('main');

test('a dashboard is readable without scripts, on desk and phone', async ({ browser, context, debtor }) => {
  const robin = await debtor([{ grossMinor: 123_456 }, {}], offered);
  for (const width of [1280, 412]) {
    const reader = await another(browser, context, { javaScriptEnabled: false, viewport: { width, height: 800 } });
    const page = await reader.newPage();
    await openDrawn(page, dashboard(robin));
    await expect(page).toHaveTitle(/^Dashboard · /);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
    await expect(main(page).getByRole('region', { name: 'Your account' })).toContainText('Robin Test');
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^Pay now/ })).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Contact us' }).filter({ visible: true })).not.toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(width > 992 ? 1 : 0);
    await main(page).getByRole('link', { name: 'View unpaid orders' }).click();
    await expect(page).toHaveURL(/\/secure\/orders\/outstanding$/);
    await reader.close();
  }
});

const unpaidOrders = ({ url }: Debtor) => `${url}/secure/orders/outstanding`;
const box = (page: Page, name: RegExp) => main(page).getByRole('checkbox', { name });
const selected = (page: Page) => page.getByRole('region', { name: 'Payment' }).locator('[aria-live]');

test('unpaid orders that a tab remembers are selected after the browser has taken them over', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_500 }], offered);
  await page.goto(unpaidOrders(robin));
  await box(page, /£100\.00/).uncheck();
  await expect(selected(page)).toContainText('£25.00');
  const release = await holdScripts(page);
  await openDrawn(page, unpaidOrders(robin));
  await expect(box(page, /£100\.00/)).toBeChecked();
  await expect(selected(page).filter({ visible: true })).toContainText('£125.00');
  await markHeading(page);
  release();
  await expect(box(page, /£100\.00/)).not.toBeChecked();
  await expect(selected(page)).toContainText('£25.00');
  await expect(page.locator('[data-drawn-by-server]')).toHaveCount(1);
});

test('going back to drawn unpaid orders restores the place on the page and the choice', async ({ page, debtor }) => {
  const orders = Array.from({ length: 12 }, (_, place) => ({ grossMinor: 10_000 + place * 100 }));
  const robin = await debtor(orders, offered);
  await page.setViewportSize({ width: 412, height: 700 });
  await openDrawn(page, unpaidOrders(robin));
  await isTakenOver(page);
  await box(page, /£100\.00/).uncheck();
  const place = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(place).toBe(900);
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.goBack();
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await isTakenOver(page);
  await expect(box(page, /£100\.00/)).not.toBeChecked();
  await expect.poll(place).toBe(900);
});

test('an order that is left out before the scripts have come is not paid', async ({ page, debtor }) => {
  const robin = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_500 }], offered);
  const release = await holdScripts(page);
  await openDrawn(page, unpaidOrders(robin));
  await box(page, /£100\.00/).uncheck();
  release();
  await expect(selected(page)).toHaveCount(1);
  await expect(selected(page)).toContainText('£25.00');
  await expect(box(page, /£100\.00/)).not.toBeChecked();
  await page.reload();
  await expect(box(page, /£100\.00/)).not.toBeChecked();
});

for (const [late, scripts] of [
  ['the scripts', undefined],
  ['the page’s own code', /\/assets\/outstanding[^/]*\.js$/],
] as const)
  test(`a checkout that is asked for before ${late} has come begins`, async ({ page, debtor }) => {
    const robin = await debtor([{ grossMinor: 10_000 }], offered);
    const release = await holdScripts(page, scripts);
    await openDrawn(page, unpaidOrders(robin));
    if (scripts) await page.waitForFunction(() => !document.querySelector('#first-answers'));
    await page.getByRole('button', { name: 'Checkout' }).filter({ visible: true }).click();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  });

test('a message that is written before the scripts have come is sent as it stands', async ({ page, debtor }) => {
  const robin = await debtor([{}], offered);
  const release = await holdScripts(page);
  await openDrawn(page, `${robin.url}/secure/contact-us`);
  await main(page).getByLabel('Subject').selectOption('Berths');
  await main(page).getByLabel('Message', { exact: true }).fill('The pontoon light is out.');
  release();
  await isTakenOver(page);
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(main(page).getByRole('button', { name: 'Send another' })).toBeVisible();
  await expect(main(page).getByRole('heading', { level: 3, name: 'Berths' })).toBeVisible();
  await expect(main(page)).toContainText('The pontoon light is out.');
});

test('the dialog that asks for attention opens once, after the browser has taken over the dashboard', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ unsigned: true }], offered);
  const release = await holdScripts(page);
  await openDrawn(page, dashboard(robin));
  await expect(loginAlerts(page)).toHaveCount(0);
  release();
  await closeLoginAlerts(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
  await expect(loginAlerts(page)).toBeHidden();
});

test('a link of a dashboard works before the scripts come, and a button as soon as they listen', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], offered);
  await page.setViewportSize({ width: 412, height: 800 });
  const release = await holdScripts(page, /\/assets\/dashboard[^/]*\.js$/);
  await openDrawn(page, dashboard(robin));
  // Then the portal has begun, and waits for the dashboard's own code.
  await page.waitForFunction(() => document.readyState !== 'loading' && !document.querySelector('#first-answers'));
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const releaseAll = await holdScripts(page);
  await openDrawn(page, dashboard(robin));
  await main(page).getByRole('link', { name: 'View unpaid orders' }).click();
  await expect(page).toHaveURL(/\/secure\/orders\/outstanding$/);
  releaseAll();
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid orders' })).toBeVisible();
});

test('a dashboard whose answers fail is sent undrawn, and the browser shows what it can', async ({ page, debtor }) => {
  const robin = await debtor([{}], offered);
  const { mend } = await breakCall(page, getSummary, 'fails');
  await page.goto(dashboard(robin));
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
  await expect(page.locator('#root[data-drawn]')).toHaveCount(0);
  await mend();
  await openDrawn(page, dashboard(robin));
});

test('[SAFE-1] dashboards of two readers drawn at once by the server show nothing of each other, in any order', async ({
  indebted,
}) => {
  const readers = await Promise.all(
    ['Alpha', 'Bravo'].map(async (name) => {
      const robin = await indebted([{}], { ...offered, account: { firstname: name } });
      const { name: cookie, value } = await openSession(robin.url, robin);
      return { name, robin, headers: { cookie: `${cookie}=${value}` } };
    }),
  );
  const drawn = new Map<string, number>();
  const turns = [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0];
  const open = async (turn: number) => {
    const { name, robin, headers } = readers[turn] ?? never();
    const { host, port } = new URL(robin.url);
    const answer = await fetch(dashboard(robin).replace(host, `127.0.0.1:${port}`), {
      headers: { ...headers, tenantKey: host.split('.')[0] ?? '' },
    });
    const html = await answer.text();
    const other = readers.find((reader) => reader.name !== name)?.name ?? never();
    expect(html).not.toContain(other);
    expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
    if (html.includes(`Hello ${name}</h1>`)) drawn.set(name, (drawn.get(name) ?? 0) + 1);
  };
  // Some pages are sent undrawn if the machine is busy.
  await expect(async () => {
    await Promise.all(turns.map(open));
    expect([...drawn.keys()].toSorted()).toEqual(['Alpha', 'Bravo']);
  }).toPass();
});

function never(): never {
  throw new Error('there is no such reader');
}
