import type { Page } from '@playwright/test';
import { exchangeGooglePayToken } from '@quayside/contract/cards/wallets.ts';
import { dinarCulture } from '../apps/server/src/testing/factories/orders.ts';
import { control } from '../apps/server/src/testing/payments/card-payments.ts';
import { withWallets } from '../apps/server/src/testing/payments/wallet-payments.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { signIn } from './marina.ts';
import {
  answerBank,
  type Debtor,
  expect,
  expectReceived,
  openOrders,
  orderBox,
  passButtonLock,
  test as base,
} from './unpaid-orders.ts';

interface Fixtures {
  /** Turns on the wallets of the debtor's marina. */
  offerWallets: (debtor: Debtor, which?: 'both' | 'google' | 'none') => Promise<void>;
}

const test = base.extend<Fixtures>({
  offerWallets: async ({ sandboxUrl }, use) => {
    await use(async ({ merchant, changeProvider }, which = 'both') => {
      const { googlePay, applePay } = (await withWallets(sandboxUrl, merchant)).settings;
      await changeProvider({
        googlePay: which === 'none' ? null : googlePay,
        applePay: which === 'both' ? applePay : null,
      });
    });
  },
});

const wallets = (page: Page) => page.getByRole('group', { name: 'Pay with a wallet' });
const googleButton = (page: Page) => page.getByRole('button', { name: 'Buy with Google Pay' });
const appleButton = (page: Page) => page.getByRole('button', { name: 'Apple Pay' });
const sheet = (page: Page, wallet: 'Google Pay' | 'Apple Pay') => page.frameLocator(`iframe[title="${wallet}"]`);
const problem = (page: Page) => page.getByRole('alert');

test('[CARD-7][ORD-3] Google Pay: closed without a word, then asked by the bank, and paid', async ({
  page,
  debtor,
  offerWallets,
}) => {
  await page.clock.install();
  const robin = await debtor([{}, {}]);
  await offerWallets(robin);
  await openOrders(page, robin.url);
  await expect(googleButton(page)).toBeVisible();
  await expect(wallets(page)).toContainText('No real money moves.');
  await expectAccessibleOnDeskAndPhone(page);
  for (const id of robin.orderIds) await orderBox(page, id).uncheck();
  await expect(page.locator('[inert]').filter({ has: page.getByText('Google Pay') })).toHaveCount(1);
  await orderBox(page, robin.orderIds[0]).check();

  await googleButton(page).click();
  const google = sheet(page, 'Google Pay');
  await expect(google.locator('main')).toContainText('Test Haven');
  await expect(google.locator('main')).toContainText('£100.00');
  await expect(google.getByRole('radio')).toHaveCount(4);
  await google.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('iframe[title="Google Pay"]')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
  expect((await robin.books()).auths).toEqual([]);

  await passButtonLock(page);
  await googleButton(page).click();
  await google.getByRole('button', { name: 'Pay' }).click();
  await answerBank(page, '1234');
  await expectReceived(page);
  await expect(page).toHaveURL(/\/secure\/paysafe\/checkout\/confirmation\?reference=QS-/);
  await expect(page.getByText('Google Pay')).toBeVisible();
  expect((await robin.books()).auths).toMatchObject([{ amount: 10_000, authenticationCheck: 'genuine' }]);
});

test('[SAFE-4] [CARD-7] Google’s button gets its style by the document’s nonce, which allows no other', async ({
  page,
  debtor,
  offerWallets,
}) => {
  const robin = await debtor([{}]);
  await offerWallets(robin, 'google');
  await openOrders(page, robin.url);
  await expect(googleButton(page)).toHaveCSS('border-radius', '24px');
  const outline = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    return getComputedStyle(document.body).outlineWidth;
  });
  expect(outline).not.toBe('7px');
});

test('[CARD-7][MONEY-5] Apple Pay: a test sheet is in dollars, a refusal shows an error, then it is paid', async ({
  page,
  debtor,
  offerWallets,
}) => {
  await page.clock.install();
  const robin = await debtor([{ grossMinor: 11 }, { grossMinor: 9_989 }]);
  await offerWallets(robin);
  await openOrders(page, robin.url);
  await orderBox(page, robin.orderIds[1]).uncheck();
  await appleButton(page).click();
  const apple = sheet(page, 'Apple Pay');
  await apple.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('iframe[title="Apple Pay"]')).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);

  await passButtonLock(page);
  await appleButton(page).click();
  await expect(apple.locator('main')).toContainText('$0.11');
  await apple.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await expect(page).toHaveURL(/\/secure\/paysafe\/error\?reference=QS-/);
  await expect(problem(page)).toContainText('There is not enough money on the card.');

  // This document allows no wallet's script, so the orders are loaded as a new document.
  await page.getByRole('link', { name: 'Try again' }).click();
  await orderBox(page, robin.orderIds[1]).check();
  await appleButton(page).click();
  await expect(apple.locator('main')).toContainText('$100.00');
  await apple.getByRole('button', { name: 'Pay' }).click();
  await expectReceived(page);
  await expect(page.getByText('Apple Pay', { exact: true })).toBeVisible();
  const { charged, auths } = await robin.books();
  expect([charged, auths.map(({ amount }) => amount)]).toEqual([10_000, [11, 10_000]]);
});

test('[QP-2] [CARD-7] Apple Pay pays the order of a link, once, without anybody signing in', async ({
  page,
  debtor,
  offerWallets,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  await offerWallets(robin);
  const orders = robin.marina.tenant.db
    .selectFrom('orders')
    .select('guid')
    .where('id', '=', robin.orderIds[0] ?? 0);
  const { guid } = await orders.where('tenant_id', '=', robin.marina.tenant.id).executeTakeFirstOrThrow();
  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await appleButton(page).click();
  const apple = sheet(page, 'Apple Pay');
  await expect(apple.locator('main')).toContainText('$48.50');
  await apple.getByRole('button', { name: 'Pay' }).click();
  await expectReceived(page);
  await expect(page).toHaveURL(new RegExp(`/quick-pay/${guid}/paysafe/confirmation`));
  await expect(page.getByText('Apple Pay', { exact: true })).toBeVisible();
  expect((await robin.books()).auths).toMatchObject([{ amount: 4_850 }]);
  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await expect(page.getByText('Order already paid')).toBeVisible();
  await expect(appleButton(page)).toHaveCount(0);
});

test('[MONEY-5] a currency of three decimals: Apple Pay in test mode takes it, Google Pay is not offered', async ({
  page,
  debtor,
  offerWallets,
}) => {
  const culture = { ...dinarCulture, defaultLanguage: 'en-GB' };
  const robin = await debtor([{ grossMinor: 10_130 }], { culture });
  await offerWallets(robin);
  await openOrders(page, robin.url);
  await appleButton(page).click();
  const apple = sheet(page, 'Apple Pay');
  await expect(apple.locator('main')).toContainText('$10.13');
  await expect(googleButton(page)).toHaveCount(0);
  await apple.getByRole('button', { name: 'Pay' }).click();
  await expectReceived(page);
  expect((await robin.books()).auths).toMatchObject([{ amount: 10_130, currencyCode: 'TND' }]);
});

test('[MONEY-60] the wallets wait while the amount has more decimals than their provider takes', async ({
  page,
  debtor,
  offerWallets,
}) => {
  const robin = await debtor([{ grossMinor: 10_139 }, { grossMinor: 1_000 }], { culture: dinarCulture });
  await offerWallets(robin);
  await openOrders(page, robin.url);
  const waiting = wallets(page).locator('[inert]');
  await expect(waiting).toHaveCount(1);
  await orderBox(page, robin.orderIds[0]).uncheck();
  await expect(waiting).toHaveCount(0);
  await appleButton(page).click();
  await expect(sheet(page, 'Apple Pay').locator('main')).toContainText('1.00');
});

test('[CARD-92] a wallet’s payment that fails names its cause: its sheet, or the bank’s check after it', async ({
  page,
  debtor,
  offerWallets,
  sandboxUrl,
}) => {
  await page.clock.install();
  const robin = await debtor([{}]);
  await offerWallets(robin, 'google');
  await openOrders(page, robin.url);
  const payByGoogle = async () => {
    await googleButton(page).click();
    await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay' }).click();
  };
  const gateway = String(robin.merchant.settings['tokenKey']);
  const fault = { accountId: gateway, operation: 'google-pay.payment-data', kind: 'status', status: 500 };
  await control(sandboxUrl, 'POST', 'faults', fault);
  await payByGoogle();
  await expect(problem(page)).toContainText('Google Pay could not be opened');
  await expect(problem(page)).toContainText('Try again, or pay another way.Nothing was charged.');

  await robin.fault({ operation: 'jwt.create', kind: 'drop-before', times: 20 });
  await passButtonLock(page);
  await payByGoogle();
  await expect(problem(page)).toContainText('Your bank’s security check could not be started');
  await expect(problem(page)).toContainText('Nothing was charged.');
  await expect(problem(page)).toContainText(/Reference: [\da-f-]{36}/);
  await expect(problem(page)).not.toContainText('Google Pay');

  await robin.clearFaults();
  await passButtonLock(page);
  await payByGoogle();
  await answerBank(page, '1234');
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(10_000);
});

test('[PROV-8] [CARD-7] a token that is not taken, a lost connection, no wallet, and a pay link', async ({
  page,
  debtor,
  offerWallets,
  sandboxUrl,
}) => {
  await page.clock.install();
  const robin = await debtor([{}]);
  await offerWallets(robin, 'google');
  await openOrders(page, robin.url);
  const payByGoogle = async () => {
    await googleButton(page).click();
    await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay' }).click();
  };
  const broken = await breakCall(page, exchangeGooglePayToken, 'drops');
  await payByGoogle();
  await expect(problem(page)).toContainText('Nothing was charged.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await broken.mend();

  await robin.fault({ operation: 'googlepaytokens.create', kind: 'status', status: 500 });
  await passButtonLock(page);
  await payByGoogle();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  expect((await robin.books()).auths).toEqual([]);

  const host = new URL(robin.url).hostname;
  await control(sandboxUrl, 'POST', 'faults', { accountId: host, operation: 'google-pay.ready', kind: 'status' });
  const response = page.waitForResponse(/\/google-pay\/ready/);
  await openOrders(page, robin.url);
  await (await response).finished();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await expect(wallets(page)).toHaveCount(0);

  const { guid } = await robin.marina.tenant.db
    .selectFrom('orders')
    .select('guid')
    .where('tenant_id', '=', robin.marina.tenant.id)
    .where('id', '=', robin.orderIds[0] ?? 0)
    .executeTakeFirstOrThrow();
  await page.context().clearCookies();
  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await googleButton(page).click();
  await sheet(page, 'Google Pay')
    .getByRole('radio', { name: /1000 paid without/ })
    .check();
  await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay' }).click();
  await expectReceived(page);
  await expect(page).toHaveURL(new RegExp(`/quick-pay/${guid}/paysafe/confirmation`));
  expect((await robin.books()).charged).toBe(10_000);

  await robin.addOrder({});
  await signIn(page, robin.url, robin);
  await offerWallets(robin, 'none');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await openOrders(page, robin.url);
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('/gp/p/js/'))).toEqual([]);
});
