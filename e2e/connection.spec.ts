import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { signIn, signInFromQuickPay } from '@quayside/contract/identity/identity.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { mergeTests, type Page } from '@playwright/test';
import { makeDocumentType, makeIneligibleCard } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible } from './accessible.ts';
import { expect, greeting, openDashboard, ordersWidget, test as withPeople } from './customers.ts';
import { breakCall } from './faults.ts';
import { submitLogin } from './marina.ts';
import { test as withDebts } from './page-providers.ts';
import { messages } from './toasts.ts';
import { linkTo, openOrders } from './unpaid-orders.ts';

/** Tests calls and files that come late or never: slow answers, a lost connection, a sleeping device, gone files. */

const test = mergeTests(withPeople, withDebts);

const unreached = 'We could not reach the marina. Check your connection and try again.';

test('[SHELL-20] while an answer is slow the page is there without it, and then with it', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  const summary = await breakCall(page, getSummary, 'waits');
  const firstRequest = page.waitForRequest((request) => request.url().endsWith('/summary'));
  await page.goto(`${url}/secure/dashboard`);
  await firstRequest;
  await expect(ordersWidget(page)).toBeVisible();
  await expect(ordersWidget(page)).not.toContainText('You have no unpaid orders.');
  await summary.mend();
  await expect(ordersWidget(page)).toContainText('You have no unpaid orders.');
});

test('[SHELL-20] an answer that never comes is given up after a minute', async ({ page, somebody }) => {
  const { url } = await somebody();
  const orders = await breakCall(page, listOutstandingOrders, 'hangs');
  await page.clock.install();
  const firstRequest = page.waitForRequest((request) => /harbour\/api.*\/orders\/outstanding$/.test(request.url()));
  await page.goto(`${url}/secure/orders/outstanding`);
  await firstRequest;
  await page.clock.fastForward(60_000);
  await expect(page.getByRole('main')).toContainText('The marina did not answer in time. Try again.');
  await expectAccessible(page);
  await orders.mend();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('You have no unpaid orders.');
});

test('[SHELL-129] an answer that was on its way when the device slept is shown, not given up', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  const orders = await breakCall(page, listOutstandingOrders, 'waits');
  await page.clock.install();
  const firstRequest = page.waitForRequest((request) => /harbour\/api.*\/orders\/outstanding$/.test(request.url()));
  await page.goto(`${url}/secure/orders/outstanding`);
  await firstRequest;
  await page.clock.fastForward('31:00');
  await orders.mend();
  await expect(page.getByRole('main')).toContainText('You have no unpaid orders.');
});

test('[SHELL-20] a cut connection is tried once more, then the page shows the failure', async ({ page, somebody }) => {
  const { url } = await somebody();
  await breakCall(page, getSummary, 'drops');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/summary')) requests += 1;
  });
  await page.goto(`${url}/secure/dashboard`);
  await expect(ordersWidget(page)).toContainText(unreached);
  expect(requests).toBeGreaterThanOrEqual(2);
});

test('[SHELL-180] [SHELL-221] a login whose answer is lost calls no password wrong, and works if tried again', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  const form = page.locator('form:has([type=password])');
  for (const { url, call, email } of [
    { url: await linkTo(robin, robin.orderIds[0]), call: signInFromQuickPay },
    { url: `${robin.url}/login`, call: signIn, email: robin.email },
  ]) {
    for (const kind of ['drops', 'gateway'] as const) {
      await page.goto(url);
      const broken = await breakCall(page, call, kind);
      if (email) await form.getByRole('textbox', { name: 'E-mail address' }).fill(email);
      await form.getByLabel('Password', { exact: true }).fill(robin.password);
      await form.getByRole('button', { name: 'Sign in' }).click();
      await expect(form.getByRole('alert')).toHaveText(unreached);
      await broken.mend();
    }
  }
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(greeting(page)).toBeVisible();
});

test('[SHELL-20] offline: said in words, and the page stays', async ({ page, context, somebody }) => {
  const robin = await somebody();
  await openDashboard(page, robin);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  await expect(messages(page).getByRole('alert')).toContainText('We could not reach the marina');
  await expect(greeting(page)).toBeVisible();
});

const offline = (page: Page) => page.getByText('You are offline.');

test('[SHELL-20] offline, a link leads nowhere: the page and typed text stay, and it works when back', async ({
  page,
  context,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await page.goto(`${robin.url}/secure/contact-us`, { waitUntil: 'networkidle' });
  await page.getByLabel('Message', { exact: true }).fill('Half a message');
  await expect(offline(page)).toHaveCount(0);
  await context.setOffline(true);
  await expect(offline(page)).toBeVisible();
  await expectAccessible(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // One link that the router follows, and one that loads a document.
  for (const name of ['My account', 'My Cards']) {
    await menu.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  }
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Half a message');
  await context.setOffline(false);
  await expect(offline(page)).toHaveCount(0);
  await menu.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
});

test('[SHELL-20] [SHELL-5] offline, a phone’s menu opens on its page, and gets its last part when back', async ({
  page,
  context,
  debtor,
  appsUrl,
}) => {
  const robin = await debtor([{}], { settings: { microAppApi: appsUrl } });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${robin.url}/secure/contact-us`, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Unpaid orders' })).toBeVisible();
  await expect(page.getByText('could not be shown')).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Shore power' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(menu.getByRole('link', { name: 'Shore power' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
});

test('[SHELL-20] a part whose first load failed comes once it is tried again, with its styles', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { settings: { features: { 'ineligible-vaulted-cards': true } } });
  await makeIneligibleCard(robin.marina.tenant.db, robin.owner);
  const parts = '**/assets/{login-alerts,ineligible-actions}-*';
  await page.route(parts, (route) => route.abort());
  await page.goto(`${robin.url}/secure/dashboard`);
  const note = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });
  await expect(note).toBeVisible();
  await page.unroute(parts);
  await note.getByRole('button', { name: 'Try again' }).click();
  const lists = page
    .getByRole('dialog', { name: 'These need your attention' })
    .locator('div:not([aria-live]):has(> section)');
  await expect(lists).toHaveCSS('display', 'grid');
});

test('[SHELL-128] a page whose styles an upgrade has taken away loads its document again, and comes', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await page.context().clearCookies();
  await page.goto(`${robin.url}/login`, { waitUntil: 'networkidle' });
  await page.route('**/assets/*.css', (route) => route.abort(), { times: 1 });
  await submitLogin(page, robin);
  await expect(greeting(page)).toBeVisible();
});

test('[SHELL-128] a part whose files are gone for good loads the document again at the second try', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { settings: { features: { 'ineligible-vaulted-cards': true } } });
  await makeIneligibleCard(robin.marina.tenant.db, robin.owner);
  const parts = '**/assets/{login-alerts,ineligible-actions}-*';
  await page.route(parts, (route) => route.abort());
  await page.goto(`${robin.url}/secure/dashboard`);
  const note = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toBeVisible();
  await page.unroute(parts);
  const loaded = page.waitForEvent('load');
  await note.getByRole('button', { name: 'Try again' }).click();
  await loaded;
  await expect(page.getByRole('dialog', { name: 'These need your attention' })).toBeVisible();
});

test('[SHELL-256] a checkout whose files an upgrade has taken away loads its document again, and leads on', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}], { withoutProvider: true });
  await offer(robin, 'paypal');
  await page.clock.install();
  const files = '**/assets/page-checkout-flow-*';
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await openOrders(page, robin.url);
  const checkout = page.getByRole('button', { name: 'Checkout' });
  // A document that has just come is not out of date, and stays.
  await checkout.click();
  await expect(page.getByRole('alert').filter({ hasText: 'We could not reach the marina' })).toBeVisible();
  await page.clock.fastForward(60_000);
  const loaded = page.waitForEvent('load');
  await checkout.click();
  await loaded;
  await page.unroute(files);
  await checkout.click();
  await page.waitForURL(/\/checkoutnow\?/);
});

test('[SHELL-257] a dialog whose files are gone says so in sight of the button that was pressed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  const { db, id } = robin.marina.tenant;
  for (const name of ['Insurance', 'Licence', 'Survey']) await makeDocumentType(db, id, { name });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route('**/assets/upload-dialog-*', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${robin.url}/secure/documents`);
  await page.getByRole('button', { name: 'Upload Insurance' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });
  await expect(note.getByRole('button', { name: 'Try again' })).toBeInViewport();
});
