import type { Browser, Locator, Page } from '@playwright/test';
import { makeStaffLinkTo } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { another, openDrawn } from './drawn.ts';
import { signIn } from './marina.ts';
import { agreeAtPaypal, test } from './page-providers.ts';
import { type Debtor, expect, linkTo } from './unpaid-orders.ts';

test.use({ javaScriptEnabled: false });

/** Opens the page anew until it tells something: the server asks the provider, and may draw too late. */
async function expectSoon(page: Page, sight: Locator, url = page.url()): Promise<void> {
  await expect(async () => {
    await openDrawn(page, url);
    await expect(sight).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Follows the link to the provider's page once the order's page shows it. */
async function toPageOf(page: Page, provider: string): Promise<void> {
  const link = page.getByRole('link', { name: `Go to ${provider}` });
  await expectSoon(page, link);
  await link.click();
}

/** Checks what a reader without scripts sees. Axe needs scripts, so another browser shows the same HTML. */
async function expectAccessibleAsShown(browser: Browser, page: Page): Promise<void> {
  const html = (await page.content()).replaceAll(
    /<script\b.*?<\/script>|<\/?(noscript|template)\b[^>]*>|<link rel="expect"[^>]*>/gs,
    '',
  );
  const context = await browser.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.setContent(html);
  await copy.addStyleTag({ content: '[data-needs-scripts] { display: none !important }' });
  await expectAccessibleOnDeskAndPhone(copy);
  await context.close();
}

/** Agrees at PayPal, and finishes the payment, unless the server has finished it already. */
async function payAtPaypal(page: Page, amount: string): Promise<void> {
  await toPageOf(page, 'PayPal');
  await agreeAtPaypal(page, amount);
  await expect(page).toHaveURL(/\/quick-pay\/.*PayerID=/);
  const received = status(page).filter({ hasText: 'Payment received' });
  const finish = page.getByRole('button', { name: `Pay ${amount}` });
  await expectSoon(page, received.or(finish));
  if (await finish.isVisible()) await finish.click();
  await expectSoon(page, received);
}

/** Returns the payment whose result the page tells. */
const attemptIn = (page: Page) => new URL(page.url()).searchParams.get('attempt');

/** Returns the references of the payments at the debtor's marina. */
async function attempts({ marina: { tenant } }: Debtor): Promise<string[]> {
  const payments = tenant.db.selectFrom('payments').select('merchant_ref_number').where('tenant_id', '=', tenant.id);
  return (await payments.execute()).map(({ merchant_ref_number: reference }) => reference);
}

/** The sentence of pages that need scripts. */
const needsScripts = (page: Page) => page.locator('body > noscript');

const status = (page: Page) => page.getByRole('status');

test('without scripts an order is paid by its link at PayPal, after a cancel, and its receipt opens', async ({
  page,
  browser,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  const paypal = await offer(robin, 'paypal');
  const link = await linkTo(robin, robin.orderIds[0]);
  await openDrawn(page, link);
  await expect(page.locator('[data-needs-scripts]').filter({ visible: true })).toHaveCount(0);
  // Playwright's search for texts leaves out what only readers without scripts see.
  await expect(page.locator('noscript p').filter({ hasText: 'To pay by card, turn on JavaScript' })).toBeVisible();
  await expect(needsScripts(page)).toHaveCount(0);
  await expectAccessibleAsShown(browser, page);
  const start = page.getByRole('button', { name: 'Pay £48.50 with PayPal' });
  await start.click();
  await expect(page).toHaveURL(/\?attempt=QS-[\w-]+$/);
  await expectSoon(page, page.getByRole('link', { name: 'Go to PayPal' }));
  await expect(start).toHaveCount(0);
  await expectAccessibleAsShown(browser, page);
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await expectSoon(page, status(page).filter({ hasText: 'You cancelled' }));

  await start.click();
  await payAtPaypal(page, '£48.50');
  await expectAccessibleAsShown(browser, page);
  await expect(page.getByText('Order already paid')).toBeVisible();
  expect(await charges(paypal)).toEqual([4_850]);
  const paper = await page
    .getByRole('link', { name: 'Open receipt' })
    .evaluate(async (receipt: HTMLAnchorElement) => (await (await fetch(receipt.href)).text()).slice(0, 5));
  expect(paper).toBe('%PDF-');
});

test('without scripts an order is paid by its link on a provider’s page, with its details', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const website = 'https://www.saltmarsh.example';
  const robin = await debtor([{ grossMinor: 4_850 }], {
    signedOut: true,
    withoutProvider: true,
    settings: { allowedReturnUrls: [website] },
  });
  const redirect = await offer(robin, 'redirect', { requiredFields: ['town', 'countryCode'] });
  const referrer = `?referrer=${encodeURIComponent(`${website}/pay`)}`;
  await openDrawn(page, (await linkTo(robin, robin.orderIds[0])) + referrer);
  const toProvider = async () => {
    await page.getByRole('link', { name: 'Pay £48.50 with Lighthouse Pay' }).click();
    const town = page.getByRole('textbox', { name: 'Town or city' });
    await expectSoon(page, town);
    await town.fill('Bosham');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('GB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/attempt=QS-/);
    await toPageOf(page, 'Lighthouse Pay');
  };
  await toProvider();
  await page.getByRole('button', { name: 'The bank refuses, and you are sent back' }).click();
  await expect(page).toHaveURL(/\/quick-pay\/.*attempt=QS-/);
  await expectSoon(page, page.getByRole('alert').filter({ hasText: 'The payment did not go through' }));
  await toProvider();
  await page.getByRole('button', { name: 'Pay £48.50' }).click();
  await expectSoon(page, status(page).filter({ hasText: 'Payment received' }));
  expect(await charges(redirect)).toEqual([4_850]);
  await expect(page.getByRole('link', { name: 'Back to the website' })).toHaveAttribute('href', `${website}/pay`);
});

test('[SHELL-22] without scripts a refused detail is marked, and nothing that was typed is lost', async ({
  page,
  context,
  debtor,
  offer,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true, withoutProvider: true });
  await offer(robin, 'redirect', { requiredFields: ['town', 'email', 'countryCode'] });
  await openDrawn(page, await linkTo(robin, robin.orderIds[0]));
  await page.getByRole('link', { name: 'Pay £48.50 with Lighthouse Pay' }).click();
  const town = page.getByRole('textbox', { name: 'Town or city' });
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  const country = page.getByRole('combobox', { name: 'Country' });
  await expectSoon(page, town);
  await town.fill('Bosham');
  // A browser takes an address without a dot, and the server does not.
  await email.fill('robin@example');
  await country.selectOption('GB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/problem=INVALID_REQUEST$/);
  await expectSoon(page, page.getByRole('alert').filter({ hasText: 'The payment did not start' }));
  await expect(town).toHaveValue('Bosham');
  await expect(email).toHaveValue('robin@example');
  await expect(email).toHaveAccessibleDescription('Check this entry');
  await expect(country).toHaveValue('GB');
  await expect(town).not.toHaveAccessibleDescription(/./);
  expect(page.url()).not.toContain('Bosham');
  await email.fill('robin@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/attempt=QS-/);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('quayside_typed');
});

test('without scripts an order whose amount has changed is not charged, and shows the new amount', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  const paypal = await offer(robin, 'paypal');
  await openDrawn(page, await linkTo(robin, robin.orderIds[0]));
  const { tenant } = robin.marina;
  const orders = tenant.db.updateTable('orders').set({ gross_minor: 5_000 });
  await orders
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', robin.orderIds[0] ?? 0)
    .execute();
  await page.getByRole('button', { name: 'Pay £48.50 with PayPal' }).click();
  await expectSoon(page, status(page).filter({ hasText: 'The amount is now £50.00' }));
  await expect(page.getByRole('button', { name: 'Pay £50.00 with PayPal' })).toBeVisible();
  expect(await charges(paypal)).toEqual([]);
});

test('[MONEY-60] without scripts an amount with decimals that PayPal does not take leads to no payment', async ({
  page,
  debtor,
  offer,
}) => {
  const forints = { isoCurrencyCode: 'HUF', minorCurrencyUnit: 100, currencyDecimalPlaces: 2 };
  const robin = await debtor([{ grossMinor: 10_050 }], { signedOut: true, withoutProvider: true, culture: forints });
  await offer(robin, 'paypal');
  await openDrawn(page, await linkTo(robin, robin.orderIds[0]));
  const ways = page.getByRole('region', { name: 'Pay with' });
  await expect(ways).toContainText('PayPal does not take all decimals of Ft 100.50.');
  await expect(page.getByRole('button', { name: /PayPal/ })).toHaveCount(0);
});

test('without scripts a signed-in owner pays by a link too, and staff are offered nothing', async ({
  browser,
  debtor,
  offer,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  await offer(robin, 'paypal');
  const link = await linkTo(robin, robin.orderIds[0]);
  const inPortal = await browser.newContext({ javaScriptEnabled: true });
  const portal = await inPortal.newPage();
  await portal.goto(`${robin.url}/staff-view#${await makeStaffLinkTo(robin.marina.tenant, robin.account, new Date())}`);
  await portal.getByRole('button', { name: 'Open the portal' }).click();
  await expect(portal).toHaveURL(/dashboard$/);
  const staff = await another(browser, inPortal, {});
  const staffPage = await staff.newPage();
  await openDrawn(staffPage, link);
  await expect(staffPage.getByText('Visitor berth').first()).toBeVisible();
  await expect(staffPage.locator('form[method=post]')).toHaveCount(0);

  await inPortal.clearCookies();
  await signIn(portal, robin.url, robin);
  const owner = await another(browser, inPortal, {});
  const page = await owner.newPage();
  await openDrawn(page, link);
  await page.getByRole('button', { name: 'Pay £48.50 with PayPal' }).click();
  await payAtPaypal(page, '£48.50');
  await Promise.all([inPortal, staff, owner].map((context) => context.close()));
});

test('without scripts a payer who comes back from PayPal late reads the result of their payment', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{ grossMinor: 4_850, allocatedMinor: 1_000 }, { grossMinor: 2_000 }], {
    signedOut: true,
  });
  await offer(robin, 'paypal');
  const [link, other] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  // The same page under its other address.
  await openDrawn(page, `${link}/review`);
  const start = page.getByRole('button', { name: 'Pay £38.50 with PayPal' });
  await start.click();
  await expectSoon(page, page.getByRole('link', { name: 'Go to PayPal' }));
  const [first] = await attempts(robin);
  await openDrawn(page, other);
  // The payment of another order, and one that nobody has made.
  for (const attempt of [first, 'QS-made-up']) {
    await openDrawn(page, `${other}?attempt=${attempt}`);
    await expect(page.getByRole('button', { name: 'Pay £20.00 with PayPal' })).toBeVisible();
    await expect(page.getByText('Payment received')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to PayPal' })).toHaveCount(0);
  }

  await openDrawn(page, link);
  const back = page.waitForRequest((request) => request.url().includes('PayerID='));
  await payAtPaypal(page, '£38.50');
  // The server seems to have finished the payment before they came back.
  await expectSoon(page, status(page).filter({ hasText: 'Payment received' }), (await back).url());
  await expect(page.getByRole('link', { name: 'Open receipt' })).toBeVisible();
  await expect(needsScripts(page)).toHaveCount(0);
});

test('without scripts the payments of two tabs are each cancelled or paid by themselves', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  const paypal = await offer(robin, 'paypal');
  const link = await linkTo(robin, robin.orderIds[0]);
  const two = await page.context().newPage();
  for (const tab of [page, two]) await openDrawn(tab, link);
  for (const tab of [page, two]) {
    await tab.getByRole('button', { name: 'Pay £48.50 with PayPal' }).click();
    await expect(tab).toHaveURL(/attempt=/);
  }
  await toPageOf(page, 'PayPal');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page).toHaveURL(/\/quick-pay\//);
  await expectSoon(two, two.getByRole('link', { name: 'Go to PayPal' }));
  const cancelled = attemptIn(two);
  await two.getByRole('button', { name: 'Cancel this payment' }).click();
  await expectSoon(two, status(two).filter({ hasText: 'You cancelled the payment' }));
  expect(attemptIn(two)).toBe(cancelled);
  // The other payment is still open, and can be paid.
  await payAtPaypal(two, '£48.50');
  expect(await charges(paypal)).toEqual([4_850]);
});

test('without scripts an owner cancels a payment by the link, and signs out to pay after a long time', async ({
  page,
  browser,
  debtor,
  offer,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await offer(robin, 'redirect', { requiredFields: [] });
  const link = await linkTo(robin, robin.orderIds[0]);
  const context = await browser.newContext();
  const friend = await context.newPage();
  await openDrawn(friend, link);
  const toForm = async (payer: Page) => {
    await payer.getByRole('link', { name: 'Pay £48.50 with Lighthouse Pay' }).click();
    await expectSoon(payer, payer.getByRole('button', { name: 'Continue' }));
    await payer.getByRole('button', { name: 'Continue' }).click();
  };
  await toForm(friend);
  await expectSoon(friend, friend.getByRole('link', { name: 'Go to Lighthouse Pay' }));
  await expectSoon(page, page.getByRole('heading', { name: 'Someone is paying this with the pay link' }), link);
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await expectSoon(page, status(page).filter({ hasText: 'You cancelled the payment' }));

  const yesterday = new Date(Date.now() - 86_400_000);
  const { tenant } = robin.marina;
  const sessions = tenant.db.updateTable('sessions').set({ authenticated_at: yesterday });
  await sessions.where('tenant_id', '=', tenant.id).execute();
  await toForm(page);
  await expectSoon(page, page.getByRole('button', { name: 'Sign out' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSoon(page, page.getByRole('link', { name: 'Pay £48.50 with Lighthouse Pay' }));
  await toForm(page);
  await expectSoon(page, page.getByRole('link', { name: 'Go to Lighthouse Pay' }));
  await context.close();
});
