import type { Locator, Page } from '@playwright/test';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible } from './accessible.ts';
import { shifted, watchShifts } from './layout-shifts.ts';
import { appAddress, expect, inFrame, menu, test } from './partner-apps.ts';
import { messages, stopTime } from './toasts.ts';

const tides = { id: 'tides-and-weather', partId: 'tides' };

interface Detour {
  /** The link of the page. */
  away: string;
  /** The link that the reader follows as soon as they are back. */
  opens?: string;
  /** True if the reader waits until the app has left the screen. */
  untilGone?: boolean;
}

/** Opens a page and goes back at once, before the page has loaded if its script is new to the browser. */
async function leaveAndComeBack(page: Page, { away, opens, untilGone = false }: Detour): Promise<void> {
  const release = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  const link = (name: string) => menu(page).getByRole('link', { name }).elementHandle();
  await page.evaluate(
    async ({ leaving, opening, waits }) => {
      const { href } = location;
      const press = (element: Node | null | undefined) => (element as HTMLElement | null)?.click();
      press(leaving);
      while (location.href === href || (waits && document.querySelector('main iframe')))
        await new Promise(requestAnimationFrame);
      const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      history.back();
      await isBack;
      press(opening);
    },
    { leaving: await link(away), opening: opens === undefined ? null : await link(opens), waits: untilGone },
  );
  release.resolve();
  await page.unrouteAll({ behavior: 'wait' });
}

test('[SHELL-7] [APP-1] an app of one part is a link, one of several a submenu; both load once', async ({
  page,
  appUser,
  appsUrl,
}) => {
  const robin = await appUser();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && request.url() === `${appsUrl}apps`)
      requests.push(request.headers().tenantkey ?? '');
  });
  await page.goto(`${robin.url}/secure/contact-us`);
  const several = menu(page).getByRole('button', { name: 'Tides and weather' });
  await expect(several).toHaveAttribute('aria-expanded', 'false');
  const between = menu(page).getByRole('link', { name: /^(My account|Shore power|Unpaid orders)$/ });
  await expect(between).toHaveText(['My account', 'Shore power', 'Unpaid orders']);
  await several.focus();
  await page.keyboard.press('Enter');
  await expect(several).toHaveAttribute('aria-expanded', 'true');
  const submenu = menu(page).getByRole('list').filter({ hasText: 'Wind warnings' }).last();
  await expect(submenu.getByRole('link')).toHaveText(['Tides at my berth', 'Weather', 'Wind warnings']);
  await expectAccessible(page);
  expect(requests).toEqual([robin.marina.tenant.key]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(robin.url + appAddress(tides));
  await expect(page).toHaveTitle('Tides at my berth · Sample Marina');
  await expect(inFrame(page, 'Tides at my berth').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(several).toHaveAttribute('aria-expanded', 'true');
  const frame = page.locator('main iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
  const header = await page.getByRole('banner').boundingBox();
  expect((await frame.boundingBox())?.height).toBe(800 - (header?.height ?? 0));
  const extras = new URL((await frame.getAttribute('src')) ?? '').searchParams;
  expect(Object.fromEntries(extras)).toEqual({
    tenantKey: robin.marina.tenant.key,
    parentUrl: `${robin.url}/secure/micro-app`,
    language: 'en-GB',
    siteId: '1',
  });

  await menu(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(several).toHaveAttribute('aria-expanded', 'false');
  await page.goBack();
  await expect(several).toHaveAttribute('aria-expanded', 'true');
  // Each document made one request: the document of the first page, and the app's own.
  expect(requests).toHaveLength(2);
});

test('[SHELL-7] after a reload the menu names the apps that it knows, and nothing moves when they are loaded', async ({
  page,
  appUser,
  appsUrl,
}) => {
  const robin = await appUser();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${robin.url}/secure/contact-us`);
  const app = menu(page).getByRole('link', { name: 'Shore power' });
  await expect(app).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route(`${appsUrl}apps`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pay now' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(app).toBeVisible();
  held.resolve();
  await page.waitForLoadState('networkidle');
  expect(await shifted(page)).toEqual([]);

  // A page of an app opens the app's entries in the menu at once.
  await page.goto(robin.url + appAddress(tides));
  await expect(inFrame(page, 'Tides at my berth').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await shifted(page)).toEqual([]);
});

test('[APP-2] [SHELL-18] a framed app gets the reader’s language and page; its manifest can ask for a dialog', async ({
  page,
  appUser,
}) => {
  const robin = await appUser({ translations: { 'fr-FR': { 'partnerApps.weather': 'Météo du port' } } });
  await page.goto(robin.url + appAddress(tides));
  const app = inFrame(page, 'Tides at my berth');
  await expect(app.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  await expect(app.getByRole('heading', { name: /Marées à votre place/ })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Météo du port' })).toBeVisible();

  const second = app.getByRole('link').nth(1);
  // Messages reach an app only after its page has loaded.
  const expectSecond = async () => {
    await expect(second).toHaveAttribute('aria-current', 'page');
    for (const frame of page.frames()) await frame.waitForLoadState('load');
  };
  await second.click();
  await expectSecond();
  await menu(page).getByRole('link', { name: 'Mon compte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible();
  await page.goBack();
  await expectSecond();
  await leaveAndComeBack(page, { away: 'Tableau de bord' });
  await expect(page).toHaveURL(/micro-app/);
  await expectSecond();
  await menu(page).getByRole('link', { name: 'Tides at my berth' }).click();
  await expect(app.getByRole('link').nth(0)).toHaveAttribute('aria-current', 'page');
  await second.click();
  await expectSecond();
  await leaveAndComeBack(page, { away: 'Contact', opens: 'Tides at my berth' });
  await expect(app.getByRole('link').nth(0)).toHaveAttribute('aria-current', 'page');
  await second.click();
  await expectSecond();
  await leaveAndComeBack(page, { away: 'Contact', untilGone: true });
  await expectSecond();
  await leaveAndComeBack(page, { away: 'Contact', opens: 'Tides at my berth', untilGone: true });
  await expect(app.getByRole('link').nth(0)).toHaveAttribute('aria-current', 'page');

  await menu(page).getByRole('link', { name: 'Wind warnings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wind warnings' });
  await expect(inFrame(page, 'Wind warnings').getByRole('heading', { level: 1 })).toBeVisible();
  expect((await dialog.locator('iframe').boundingBox())?.height).toBeCloseTo(650);
  await expect(dialog).toHaveCSS('width', '1000px');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Ouvrir : Wind warnings' }).click();
  await expect(dialog).toBeVisible();
});

test('[APP-2] [APP-3] an app opens the payment of a customer’s own order; thirty hostile messages do nothing', async ({
  page,
  appUser,
}) => {
  const robin = await appUser();
  const [first = 0, second = 0] = robin.orderIds;
  await robin.breakApps({ operation: 'apps.page', kind: 'hostile-messages' });
  const params = { order: second, foreignOrder: robin.neighboursOrder, tenantKey: 'other' };
  await page.goto(robin.url + appAddress({ ...tides, params }));
  const hostile = inFrame(page, 'Tides at my berth');
  await expect(hostile.locator('#count')).toHaveText('30 hostile messages sent');
  const said = (message: object) =>
    hostile.locator('#count').evaluate((_, data) => parent.postMessage(data, '*'), message);
  // A window's messages arrive in order: after this one, all earlier ones were read.
  await said({ type: 'redirectToPayment', orderId: robin.neighboursOrder });
  await expect(page.getByRole('main').getByText('Loading…')).toBeAttached();
  await expect(page.locator('main iframe')).toHaveCSS('visibility', 'hidden');
  await said({ type: 'microAppLoaded' });
  await expect(page.locator('main iframe')).toHaveCSS('visibility', 'visible');
  expect(new URL(page.url()).pathname).toBe('/secure/micro-app');

  await robin.mendApps();
  await page.goto(robin.url + appAddress({ id: 'shore-power' }));
  const power = inFrame(page, 'Shore power');
  await power.getByLabel('Order number').fill(String(robin.neighboursOrder));
  const looked = page.waitForResponse(/orders\/outstanding$/);
  await power.getByRole('button', { name: 'Go to payment' }).click();
  await (await looked).finished();
  await power.getByLabel('Order number').fill(String(first));
  // Requests are handled one at a time, so the test presses the button until this one is handled.
  await expect(async () => {
    await power.getByRole('button', { name: 'Go to payment' }).click({ timeout: 1_000 });
    await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?order=${first}`, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('checkbox', { name: new RegExp(`Order ${second}\\b`) })).not.toBeChecked();
});

test('[SHELL-20] [APP-1] apps that are down say so, take no other along, and can be tried again', async ({
  page,
  appUser,
}) => {
  const robin = await appUser();
  await robin.breakApps({ operation: 'apps.manifest', kind: 'status-after-commit', app: 'shore-power' });
  await stopTime(page);
  await page.goto(robin.url + appAddress({ id: 'shore-power' }));
  await untilShown(page, page.getByRole('main').getByRole('alert'));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Partner app could not be loaded');
  await expect(messages(page).getByRole('alert')).toContainText('Something went wrong.');
  const retry = menu(page).getByRole('button', { name: 'Some apps are missing: try again' });
  await untilShown(page, retry);
  await expect(menu(page).getByRole('button', { name: 'Tides and weather' })).toBeVisible();

  await robin.mendApps();
  await robin.breakApps({ operation: 'apps.page', kind: 'never-reports' });
  await retry.click();
  const frame = page.locator('main iframe');
  await untilShown(page, menu(page).getByRole('link', { name: 'Shore power' }));
  await expect(inFrame(page, 'Shore power').getByText('Meter QP-')).toBeAttached();
  await expect(frame).toHaveCSS('visibility', 'hidden');
  await page.clock.runFor(10_000);
  await expect(frame).toHaveCSS('visibility', 'visible');
  await expect(page.getByRole('main').getByRole('status')).toContainText('Shore power is still loading.');
  await page.clock.runFor(20_000);
  await expect(frame).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Shore power could not be loaded');

  await page.clock.resume();
  await expectAccessible(page);
  await robin.mendApps();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(inFrame(page, 'Shore power').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
});

test('[SHELL-9] the menu’s button to load missing apps says that it works, once, and keeps the focus', async ({
  page,
  appUser,
}) => {
  const robin = await appUser();
  await robin.breakApps({ operation: 'apps.manifest', kind: 'status-after-commit', app: 'shore-power' });
  await page.goto(`${robin.url}/secure/contact-us`);
  const retry = menu(page).getByRole('button', { name: 'Some apps are missing: try again' });
  await expect(retry).toBeVisible();
  const held = Promise.withResolvers<void>();
  const requests: string[] = [];
  await page.route(/shore-power.*manifest|manifest.*shore-power/, async (route) => {
    requests.push(route.request().url());
    await held.promise;
    await route.continue();
  });
  await retry.focus();
  await page.keyboard.press('Enter');
  const running = menu(page).getByRole('button', { name: 'Trying again…' });
  await expect(running).toBeFocused();
  await page.keyboard.press('Enter');
  held.resolve();
  await expect(retry).toBeFocused();
  expect(requests).toHaveLength(1);
});

/** Lets a little of the stopped time pass until an element is visible, less than a toast lasts. */
async function untilShown(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await what.isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
}

test('[APP-2] [SHELL-19] the address chooses among the marina’s apps, and never where one is', async ({
  page,
  appUser,
}) => {
  const robin = await appUser({
    microAppPermissions: { 'tides-and-weather': 'showEstimates' },
    permissions: { ...sampleSettings().permissions, showEstimates: false },
  });
  const elsewhere = {
    url: 'https://evil.example/',
    parts: { portal: [{ id: 'meter', url: 'https://evil.example/' }] },
  };
  await page.goto(robin.url + appAddress({ id: 'shore-power', ...elsewhere }));
  await expect(inFrame(page, 'Shore power').getByText('Meter QP-')).toBeVisible();
  await expect(page.locator('main iframe')).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1:\d+\/shore-power\/meter\?/);
  for (const address of [
    { id: 'unknown' },
    { id: 'shore-power', partId: 'unknown' },
    { id: 'harbour-camera' },
    'text',
  ]) {
    await page.goto(robin.url + appAddress(address));
    await expect(page).toHaveURL(`${robin.url}/404`);
  }
  await page.goto(robin.url + appAddress(tides));
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await expect(menu(page).getByRole('link', { name: 'Shore power' })).toBeVisible();
  await expect(menu(page).getByRole('button')).toHaveCount(0);
});
