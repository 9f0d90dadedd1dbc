import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import type { Page } from '@playwright/test';
import { signIn as signInCall } from '@quayside/contract/identity/identity.ts';
import { expectAccessible } from './accessible.ts';
import { breakCall } from './faults.ts';
import { closeLoginAlerts } from './login-alerts.ts';
import { expect, jo, luc, signIn, submitLogin, test } from './marina.ts';
import { messages, stopTime } from './toasts.ts';

const brandColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--qs-brand'));

test('[SHELL-1] two marinas on one server show each their own title, logo, picture and colour', async ({
  page,
  portAzurUrl,
  saltmarshUrl,
}) => {
  const seen = [];
  for (const url of [saltmarshUrl, portAzurUrl, saltmarshUrl]) {
    await page.goto(`${url}/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const logo = page.getByRole('banner').getByRole('img');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    seen.push({
      title: (await page.title()).split(' · ')[1],
      logo: await logo.getAttribute('src'),
      name: await logo.getAttribute('alt'),
      colour: await brandColour(page),
    });
  }
  const [saltmarsh, azur, again] = seen;
  expect(again).toEqual(saltmarsh);
  expect(saltmarsh?.name).toBe('Saltmarsh Marina');
  expect(azur?.name).toBe('Port d’Azur');
  for (const fact of ['title', 'logo', 'colour'] as const) expect(azur?.[fact]).not.toBe(saltmarsh?.[fact]);
});

test("[SHELL-1] a session of one marina opens nothing of the other's", async ({ page, portAzurUrl, context }) => {
  await signIn(page, portAzurUrl, luc);
  await page.goto(`${portAzurUrl}/secure/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Luc' })).toBeVisible();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'quayside_session');
  await context.addCookies([
    { ...cookie, name: 'quayside_session', value: cookie?.value ?? '', domain: 'saltmarsh.localhost' },
  ]);
  await page.goto('/secure/dashboard');
  await expect(page).toHaveURL('/login');
});

test('[SHELL-1] a marina without colour and picture gets the default and water, and its styles hold', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina({
    backgroundColour: '',
    backgroundImage: null,
    styles: { '--qs-radius': '3px' },
  });
  await page.goto(`${marina.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await brandColour(page)).toBe('#00acec');
  const picture = page.locator('header + div');
  await expect(picture.locator('svg')).toBeVisible();
  await expect(picture.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--qs-radius'))).toBe(
    '3px',
  );
  await expectAccessible(page);
});

test('[SHELL-2] public pages have logo and language above, and who runs the portal below', async ({ page }) => {
  await page.goto('/login');
  const header = page.getByRole('banner');
  await expect(header.getByRole('img', { name: 'Saltmarsh Marina' })).toBeVisible();
  await expect(header.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Powered by');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Quayside/ })).toBeVisible();
});

test('[SHELL-1] [SHELL-2] a marina’s picture stands beside its public pages, and its own brand at their foot', async ({
  page,
  openMarina,
}) => {
  const backgroundImage = '/brand/port-azur/background.v1.svg';
  const brand = { logo: '', title: 'Harbour Works', url: 'https://harbour-works.example/' };
  const own = await openMarina({ backgroundImage, brand });
  await page.goto(`${own.url}/login`);
  const picture = page.locator('header + div > img');
  await expect(picture).toHaveAttribute('src', new RegExp(`^${backgroundImage}`));
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.locator('header + div > svg')).toHaveCount(0);
  const foot = page.getByRole('contentinfo');
  const link = foot.getByRole('link', { name: 'Powered by Harbour Works' });
  await expect(link).toHaveAttribute('href', brand.url);

  const withLogo = await openMarina({ brand: { ...brand, logo: '/brand/quayside/logo.v1.svg' } });
  await page.goto(`${withLogo.url}/login`);
  await expect(foot.getByRole('link').getByRole('img', { name: 'Harbour Works' })).toBeVisible();
  const unnamed = await openMarina({ brand: { ...brand, title: '' } });
  await page.goto(`${unnamed.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(foot).toHaveText('');
});

test('[SHELL-201] a brand without an address is named, and is no link', async ({ page, openMarina }) => {
  const { url } = await openMarina({ brand: { logo: '', title: 'Harbour Works', url: '' } });
  await page.goto(`${url}/login`);
  await expect(page.getByRole('contentinfo')).toHaveText('Powered byHarbour Works');
  await expect(page.getByRole('contentinfo').locator('a[href]')).toHaveCount(0);
});

test('[SHELL-3] secure pages have header, sidebar, content and footer', async ({ page, saltmarshUrl }) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/dashboard');
  await closeLoginAlerts(page);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /Pay now/ })).toBeVisible();
  await expect(header.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await expect(entries).toHaveText([
    'Dashboard',
    'My account',
    /^Agreements/,
    'Documents',
    'Shore power',
    'Unpaid orders',
    'Order history',
    'Estimates',
    'Payment history',
    'My stays',
    'My Cards',
    'Contact us',
  ]);
  const under = (heading: string) => page.getByRole('list', { name: heading, exact: true }).getByRole('link');
  await expect(under('Papers')).toHaveText([/^Agreements/, 'Documents']);
  await expect(under('Money')).toHaveText(['Unpaid orders', 'Order history', 'Estimates', 'Payment history']);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Hello Jo' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Saltmarsh Marina');
  await expectAccessible(page);
});

test('[SHELL-3] on a phone the sidebar is a drawer, which following a link closes', async ({ page, saltmarshUrl }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/dashboard');
  await closeLoginAlerts(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Jo' })).toBeVisible();
  await expectAccessible(page);
  const entry = page.getByRole('link', { name: 'Unpaid orders', exact: true });
  await expect(entry).toBeHidden();
  const menu = page.getByRole('button', { name: 'Open the menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(entry).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await entry.click();
  await expect(page).toHaveURL('/secure/orders/outstanding');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[SHELL-3] without invoicing there is no way to unpaid orders', async ({ page, openMarina }) => {
  const permissions = { ...sampleSettings().permissions, invoicingEnabled: false };
  const marina = await openMarina({ permissions });
  await signIn(page, marina.url, await marina.addCustomer());
  await stopTime(page);
  await page.goto(`${marina.url}/secure/orders/outstanding`);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await expect(messages(page).getByRole('alert')).toContainText('Not available');
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Dashboard',
    'My account',
    'Agreements',
    'Order history',
    'Estimates',
    'Payment history',
    'Contact us',
  ]);
});

test('[SHELL-8] an unknown address leads to the 404 page, with the way on that fits', async ({
  page,
  saltmarshUrl,
}) => {
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "Ooops. Captain, we're lost. (404. This is not a place you want to be)",
  );
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/login');
  await expectAccessible(page);

  await signIn(page, saltmarshUrl, jo);
  await page.goto('/no/such/place');
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/secure/dashboard');
});

test('the portal answers under /portal too', async ({ page }) => {
  await page.goto('/portal/secure/dashboard');
  await expect(page).toHaveURL('/portal/login');
  await submitLogin(page, jo);
  await expect(page).toHaveURL('/portal/secure/dashboard');
  await closeLoginAlerts(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(page).toHaveURL('/portal/secure/orders/outstanding');
});

test('[SHELL-9] [SHELL-43] a button ignores repeated clicks for 2000 ms, and its processing text ends sooner', async ({
  page,
}) => {
  let attempts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/credentials')) attempts += 1;
  });
  await page.clock.install();
  await page.goto('/login');
  const button = page.getByRole('main').locator('button[type=submit]');
  await expect(button).toHaveText('Sign in');
  const answer = await breakCall(page, signInCall, 'waits');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
  await button.click();
  await expect(button).toHaveText('Signing in…');
  await page.clock.runFor(500);
  await answer.mend();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(button).toHaveText('Sign in');

  await button.click({ force: true });
  await page.clock.runFor(1499);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  expect(attempts).toBe(1);

  await page.clock.runFor(1);
  await button.click();
  await expect.poll(() => attempts).toBe(2);
});

test('[SHELL-10] a toast is at the top over the full width for 3000 ms, and never there twice', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.selectOption('fr-FR');
  const toast = messages(page).getByRole('alert');
  await expect(toast).toContainText('We could not reach the marina');
  await expect.poll(() => toast.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 });
  await language.selectOption('fr-FR');
  await expect(toast).toContainText('2 times');
  await expect(toast).toHaveCount(1);

  await page.clock.runFor(2999);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test('[SHELL-10] a toast waits while it is pointed at', async ({ page, context }) => {
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  const toast = messages(page).getByRole('alert');
  await toast.hover();
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(640, 700);
  await page.clock.runFor(3000);
  await expect(toast).toHaveCount(0);
});

test("[SHELL-11] a failing call shows the server's own message in a toast", async ({ page }) => {
  // Signs in by hand, because the document of a signed-in customer already contains the answer.
  await page.goto('/login');
  // The call goes out for another marina than the host's, and the server's own message refuses it.
  await page.route('**/harbour/api/portal/*/account', (route) =>
    route.continue({ headers: { ...route.request().headers(), tenantkey: 'port-azur' } }),
  );
  await stopTime(page);
  const refused = page.waitForResponse((response) => response.status() === 400);
  await submitLogin(page, jo);
  const { responseStatus } = (await (await refused).json()) as { responseStatus: { message: string } };
  expect(responseStatus.message).not.toBe('');
  await expect(messages(page).getByRole('alert')).toContainText(responseStatus.message);
});

test('[SHELL-11] a failure without an answer shows its own message', async ({ page, saltmarshUrl, context }) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Jo' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  const alert = messages(page).getByRole('alert').filter({ hasText: 'We could not reach the marina' });
  await expect(alert).toBeVisible();
});
