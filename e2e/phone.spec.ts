import type { Locator, Page } from '@playwright/test';
import { withWallets } from '../apps/server/src/testing/payments/wallet-payments.ts';
import { exchangeGooglePayToken } from '@quayside/contract/cards/wallets.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { breakCall } from './faults.ts';
import { shifted, watchShifts } from './layout-shifts.ts';
import {
  answerBank,
  type Debtor,
  expect,
  expectReceived,
  linkTo,
  openOrders,
  passButtonLock,
  test,
} from './unpaid-orders.ts';

const phone = { width: 360, height: 740 };
const turned = { width: 740, height: 360 };

async function offerWallets(sandboxUrl: string, { merchant, changeProvider }: Debtor): Promise<void> {
  const { googlePay, applePay } = (await withWallets(sandboxUrl, merchant)).settings;
  await changeProvider({ googlePay, applePay });
}

const panel = (page: Page) => page.getByRole('region', { name: 'Payment' });
const googleButton = (page: Page) => page.getByRole('button', { name: 'Buy with Google Pay' });

/** Checks the folded bar, then its sheet, in which nothing moves when the wallets arrive. */
async function expectBarAndSheet(page: Page, amount: string): Promise<void> {
  await expect(panel(page)).toHaveAttribute('data-layout', 'fixed-horizontal');
  await expect(panel(page)).toContainText(amount);
  await expect(async () => {
    const bar = await panel(page).boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(72);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(phone.height);
  }).toPass({ timeout: 10_000 });
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeHidden();
  await expectAccessible(page);
  await page.waitForLoadState('networkidle');
  expect(await shifted(page)).toEqual([]);

  const open = page.getByRole('button', { name: 'Pay now', exact: true });
  const sheet = page.getByRole('dialog', { name: `Pay ${amount}` });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(sheet.getByRole('radio', { name: 'Card' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 });
  await expect(googleButton(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  expect(await shifted(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
}

test('[QP-1] [QP-2] [ORD-3] on a phone a pay link shows the bill and a bar; its sheet pays, and nothing moves', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  await offerWallets(sandboxUrl, robin);
  const { tenant } = robin.marina;
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.executeTakeFirstOrThrow();
  await page.setViewportSize(phone);
  await watchShifts(page);
  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await expect(page.getByText('Visitor berth').first()).toBeInViewport();
  await expectBarAndSheet(page, '£100.00');
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
});

test('[ORD-3] on a phone unpaid orders have a bar; its sheet has the ways to pay, and nothing moves', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}, {}]);
  await offerWallets(sandboxUrl, robin);
  await page.setViewportSize(phone);
  await watchShifts(page);
  await openOrders(page, robin.url);
  await expectBarAndSheet(page, '£200.00');
  // A turned phone has no room for the bar: the ways to pay lie under the list.
  await page.setViewportSize(turned);
  await expect(panel(page)).toHaveAttribute('data-layout', 'horizontal');
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
});

test('[ORD-3] in each language the bar shows its whole words in at most 72 px, at 360 and at 320', async ({
  page,
  context,
  debtor,
}) => {
  const availableLanguages = ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'];
  const { url } = await debtor([{}, {}, {}, {}, {}, {}, { unsigned: true }], { culture: { availableLanguages } });
  const bar = page.locator('[data-layout="fixed-horizontal"]');
  const caption = bar.locator('span').first();
  for (const language of availableLanguages) {
    await context.addCookies([{ name: 'ha.selectedLanguage', value: language, url }]);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`${url}/secure/orders/outstanding`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(caption).toContainText(/6.*7/);
      const cut = await caption.evaluate((text) => text.scrollWidth - text.clientWidth);
      expect([language, width, cut]).toEqual([language, width, 0]);
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(72);
    }
  }
});

test('[CARD-7] [ORD-3] on a phone a wallet replaces the sheet until a cancel; turning it changes nothing', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  await page.clock.install();
  const robin = await debtor([{}]);
  await offerWallets(sandboxUrl, robin);
  await page.setViewportSize(phone);
  await openOrders(page, robin.url);
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay £100.00' });
  const google = page.frameLocator('iframe[title="Google Pay"]');
  await googleButton(page).click();
  await expect(sheet).toBeHidden();
  await page.setViewportSize(turned);
  await google.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('iframe[title="Google Pay"]')).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await page.setViewportSize(phone);
  await expect(sheet).toBeVisible();

  await passButtonLock(page);
  await googleButton(page).click();
  await google.getByRole('button', { name: 'Pay' }).click();
  await page.setViewportSize(turned);
  await answerBank(page, '1234');
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(10_000);
});

test('[CARD-7] [ORD-3] on a phone a problem closes the sheet and takes the focus', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  await offerWallets(sandboxUrl, robin);
  await page.setViewportSize(phone);
  await openOrders(page, robin.url);
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  await breakCall(page, exchangeGooglePayToken, 'drops');
  await googleButton(page).click();
  await page.frameLocator('iframe[title="Google Pay"]').getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('Nothing was charged.');
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Pay £100.00' })).toBeVisible();
});

test('[ORD-3] the sheet fits the narrowest screen, from right to left and in the dark', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}], { culture: { availableLanguages: ['ar'], defaultLanguage: 'ar' } });
  await offerWallets(sandboxUrl, robin);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.locator('section > button[aria-haspopup=dialog]').click();
  const sheet = page.getByRole('dialog');
  const apple = sheet.getByRole('button', { name: 'Apple Pay' });
  await expect(apple).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expect(async () => {
    const box = await sheet.boundingBox();
    expect(box).toMatchObject({ x: 0, width: 320 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640);
  }).toPass({ timeout: 10_000 });
  // The title comes first, so the cross stands at the left.
  expect((await sheet.getByRole('button').first().boundingBox())?.x).toBeLessThan(160);
});

test('[QP-1] on a desk the address of a pay link stays where it is when the marina’s logo arrives late', async ({
  page,
  debtor,
}) => {
  const logo = '/brand/saltmarsh/logo.v1.svg';
  const robin = await debtor([{}], { signedOut: true, settings: { logo } });
  const { tenant } = robin.marina;
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.executeTakeFirstOrThrow();
  let release = () => undefined as void;
  const isSeen = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${logo}`, (route) => isSeen.then(() => route.continue()));
  await page.goto(`${robin.url}/quick-pay/${guid}`, { waitUntil: 'commit' });
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  // Its box ends at the languages, whose width depends on a font that comes late too.
  const place = async () => ({ ...(await page.getByRole('banner').locator('address').boundingBox()), width: null });
  const before = await place();
  release();
  await expect
    .poll(() => page.locator('header img').evaluate((image: HTMLImageElement) => image.width))
    .toBeGreaterThan(50);
  expect(await place()).toEqual(before);
});

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [left, right] = [await one.boundingBox(), await other.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0) + 4).toBeLessThanOrEqual(right?.x ?? 0);
}

test('[SHELL-3] [SHELL-4] a phone’s header has logo, amount to pay, contact and language side by side', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{ grossMinor: 123_456 }]);
  await page.setViewportSize(phone);
  await page.goto(`${url}/secure/dashboard`);
  const header = page.getByRole('banner');
  const parts = [
    header.getByRole('img'),
    header.getByRole('link', { name: 'Pay now: £1,234.56' }),
    header.getByRole('link', { name: 'Contact us' }),
    header.getByRole('combobox', { name: 'Language' }),
  ] as const;
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    const [logo, pay, contact, language] = parts;
    await expectApart(logo, pay);
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { width: 0, height: 0 };
    await expect.poll(async () => (await boxOf(logo)).width).toBeGreaterThanOrEqual(64);
    await expect.poll(async () => (await boxOf(pay)).height).toBe(44);
    for (const icon of [contact, language])
      await expect.poll(async () => (await boxOf(icon)).width).toBeGreaterThanOrEqual(24);
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await parts[3].selectOption('fr-FR');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await header.getByRole('link', { name: 'Nous contacter' }).click();
  await expect(page).toHaveURL(`${url}/secure/contact-us`);
});

test('[SHELL-260] the facts of an order stand in two columns on a phone', async ({ page, debtor }) => {
  const robin = await debtor([{}]);
  await page.setViewportSize(phone);
  await openOrders(page, robin.url);
  await page.goto(`${new URL(robin.url).origin}/secure/account/order/${robin.orderIds[0]}`);
  const facts = page.locator('dl > div').filter({ has: page.getByText(/^(Order number|Date|Type)$/) });
  await expect(facts).toHaveCount(3);
  const [number, date, type] = await Promise.all((await facts.all()).map((fact) => fact.boundingBox()));
  expect([date?.width, type?.width]).toEqual([number?.width, number?.width]);
  expect([type?.x, date?.y]).toEqual([number?.x, number?.y]);
});

test('[SHELL-277] on a pay link a notice stands as near to the bill as the parts of the page to each other', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  await page.setViewportSize(phone);
  await page.goto(`${await linkTo(robin, robin.orderIds[0])}?cancelled=true`);
  const notice = page.getByText('You cancelled the payment. Nothing was charged.');
  const gap = () =>
    notice.evaluate((element) => {
      let part = element;
      while (part.parentElement && !part.parentElement.querySelector('h1')) part = part.parentElement;
      let next = part.nextElementSibling;
      while (next?.getClientRects().length === 0) next = next.nextElementSibling;
      return (next?.getBoundingClientRect().top ?? 0) - part.getBoundingClientRect().bottom;
    });
  await expect.poll(gap).toBe(14);
});
