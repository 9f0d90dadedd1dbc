import { payByCard } from '@quayside/contract/cards/cards.ts';
import { getSessionEnd } from '@quayside/contract/identity/identity.ts';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { mergeTests, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { breakCall } from './faults.ts';
import { submitLogin } from './marina.ts';
import { payBy, test as withPages } from './page-providers.ts';
import { cards, type Debtor, expect, openOrders, payWithNewCard, test as withDebts } from './unpaid-orders.ts';

/** Tests what the login page says about a payment that the end of the session has interrupted. */

const test = mergeTests(withDebts, withPages);

const perhapsPaid = 'Your payment may have been made';
const nothingCharged = 'Nothing was charged';

async function signOutInAnotherTab(page: Page, { url }: Debtor): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${url}/secure/contact-us`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(`${url}/login`);
  await other.close();
}

const endOnServer = ({ marina: { tenant } }: Debtor) =>
  tenant.db.deleteFrom('sessions').where('tenant_id', '=', tenant.id).execute();

/** Sends the charge, and holds it before the server has looked at it. */
async function holdCharge(page: Page, { url }: Debtor) {
  const held = await breakCall(page, payByCard, 'waits');
  const paymentRequest = page.waitForRequest((request) => request.url().endsWith(payByCard.path));
  await payWithNewCard(page, url, cards.frictionless);
  await paymentRequest;
  return held;
}

test('[SHELL-184] a sign-out elsewhere while money moves: it may have been paid, and where to look', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  const held = await breakCall(page, payByCard, 'stalls');
  await payWithNewCard(page, robin.url, cards.frictionless);
  await expect.poll(async () => (await robin.books()).charged).toBe(10_000);
  const loaded = page.waitForEvent('load');
  await signOutInAnotherTab(page, robin);
  await loaded;
  await expect(page).toHaveURL(`${robin.url}/login`);
  await expect(page.getByRole('main').getByRole('status')).toContainText(perhapsPaid);
  await expect(page.getByRole('main').getByRole('status')).toContainText('“Unpaid orders”');
  await expectAccessible(page);
  await held.mend();
  await submitLogin(page, robin);
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  await expect(page.getByText('You have no unpaid orders.')).toBeVisible();
});

test('[SHELL-184] [SHELL-185] a sign-out elsewhere while the bank asks: nothing was charged, its page goes', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await payWithNewCard(page, robin.url, cards.challenge);
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await signOutInAnotherTab(page, robin);
  await loaded;
  await expect(page.getByText(nothingCharged)).toBeVisible();
  await submitLogin(page, robin);
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  expect((await robin.books()).charged).toBe(0);
});

/** Closes the customer's account while the bank asks. The customer then comes back from the bank's app. */
async function closeAccount(page: Page, { marina: { tenant } }: Debtor): Promise<void> {
  const { db, id } = tenant;
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();
  await db.updateTable('accounts').set({ closed_at: new Date() }).where('tenant_id', '=', id).execute();
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await loaded;
}

test('[SHELL-12] [SHELL-224] a refused call while the bank asks: its page goes, and the reason is told', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await payWithNewCard(page, robin.url, cards.challenge);
  await breakCall(page, getSessionEnd, 'hangs');
  await closeAccount(page, robin);
  await expect(page).toHaveURL(`${robin.url}/login`);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('You are not authorised to view the page you requested');
  await expect(main.getByRole('status')).toContainText(nothingCharged);
  await expectAccessible(page);
  expect((await robin.books()).charged).toBe(0);
});

test('[SHELL-184] [SHELL-224] refused calls after a session’s end take no word of its payment away', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await payWithNewCard(page, robin.url, cards.challenge);
  await closeAccount(page, robin);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText(nothingCharged);
});

test('[SHELL-184] a session that has ended when the charge arrives: nothing was charged', async ({ page, debtor }) => {
  const robin = await debtor([{}]);
  const held = await holdCharge(page, robin);
  await endOnServer(robin);
  await held.mend();
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await expect(page.getByText(nothingCharged)).toBeVisible();
  expect((await robin.books()).charged).toBe(0);
});

test('[SHELL-184] while a payment’s result is unknown, or its page is open in a window, it may have been made', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}, {}]);
  await offer(robin, 'redirect');
  await openOrders(page, robin.url);
  await payBy(page, 'Lighthouse Pay');
  await expect(page.getByText('Waiting until you have paid…')).toBeVisible();
  await signOutInAnotherTab(page, robin);
  await expect(page.getByText(perhapsPaid)).toBeVisible();

  await submitLogin(page, robin);
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  await breakCall(page, getPayment, 'hangs');
  await page.goto(`${robin.url}/secure/payment/confirmation?reference=QS-00000000`);
  await expect(page.getByRole('heading', { level: 1, name: 'Checking your payment' })).toBeVisible();
  await signOutInAnotherTab(page, robin);
  await expect(page.getByText(perhapsPaid)).toBeVisible();
});
