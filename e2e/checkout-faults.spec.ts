import { payByCard } from '@quayside/contract/cards/cards.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import {
  answerBank,
  cards,
  expect,
  expectReceived,
  goOn,
  linkTo,
  openCheckout,
  openOrders,
  passButtonLock,
  pay,
  payWithNewCard,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

const setupFailed = 'An error occurred whilst initialising the checkout, please try again';
const drop = { kind: 'drop-before', times: 20 };

test('[PROV-8] [CARD-5] the script’s error 9014 offers a reload; the second within a minute ends the checkout', async ({
  page,
  debtor,
}) => {
  const { url, fault } = await debtor([{}]);
  await fault({ operation: 'fields.setup', kind: 'status', times: 2 });
  await openOrders(page, url);
  const reported = page.waitForRequest((request) => request.url().endsWith('/client-errors'));
  await page.getByRole('button', { name: 'Checkout' }).click();
  const alert = page.getByRole('dialog', { name: 'The card form did not start' });
  await expect(alert).toContainText(`Reference: ${(await reported).postDataJSON().reference}`);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  await expect(page.getByRole('alert')).toContainText(setupFailed);
});

test('[PROV-8] [CARD-9] a checkout that can’t be set up leads to the orders until a new try, and is reported', async ({
  page,
  debtor,
}) => {
  const { url, fault, clearFaults } = await debtor([{}]);
  await fault({ operation: 'fields.setup', ...drop });
  await openOrders(page, url);
  const reported = page.waitForResponse((response) => response.url().endsWith('/client-errors'));
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  const report = await reported;
  expect(report.ok()).toBe(true);
  expect(report.request().postDataJSON()).toMatchObject({
    type: 'ProviderScriptFailure',
    message: expect.stringMatching(/^paysafe: 9001: /),
  });

  const alert = page.getByRole('alert');
  await expect(alert).toContainText(setupFailed);
  await expect(alert).toContainText(`Reference: ${report.request().postDataJSON().reference}`);
  await page.reload();
  await expect(alert).toContainText(setupFailed);
  await expectAccessibleOnDeskAndPhone(page);
  await clearFaults();
  await alert.getByRole('link', { name: 'Go back to the checkout' }).click();
  await expect(page.locator('iframe')).toHaveCount(3);
  await openOrders(page, url);
  await expect(page.getByText(setupFailed)).toBeHidden();
});

test('[PROV-8] [CARD-9] a provider’s script that is down is noticed: by its customer and in the error reports', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { provider: { scriptBaseUrl: 'http://127.0.0.1:9' } });
  await openOrders(page, url);
  const reported = page.waitForRequest((request) => request.url().endsWith('/client-errors'));
  await page.getByRole('button', { name: 'Checkout' }).click();
  expect((await reported).postDataJSON()).toMatchObject({ message: expect.stringMatching(/^paysafe: not loaded: /) });
  await expect(page.getByRole('alert')).toContainText(setupFailed);
});

test('[PROV-8] [CARD-9] card fields that take long to come offer to load the page again', async ({ page, debtor }) => {
  const { url, fault } = await debtor([{}]);
  await fault({ operation: 'fields.setup', kind: 'delay', ms: 60_000, times: 4 });
  await page.clock.install();
  await openCheckout(page, url);
  await page.clock.fastForward(11_000);
  await expect(page.getByText('The card form is taking too long to load.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
});

test('[PROV-8] [CARD-9] [CARD-5] the form says why a card can’t be used; a check that can’t start is reported', async ({
  page,
  debtor,
}) => {
  const { url, fault, clearFaults, books } = await debtor([{}]);
  await fault({ operation: 'tokens.create', ...drop });
  await page.clock.install();
  await payWithNewCard(page, url, cards.frictionless);
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('We could not reach the payment provider.');
  await error.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The card could not be used: We could not reach the payment provider.')).toBeVisible();
  await clearFaults();
  expect((await books()).auths).toEqual([]);

  await fault({ operation: 'jwt.create', ...drop });
  await passButtonLock(page);
  await pay(page);
  const notStarted = page.getByRole('alert').filter({ hasText: 'Your bank’s security check could not be started' });
  await expect(notStarted).toContainText(/Reference: [\da-f-]{36}/);
  await clearFaults();
  await passButtonLock(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('[CARD-89] a bank that fails after it was opened is said to have broken off, and another card pays', async ({
  page,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  await payWithNewCard(page, url, cards.failing);
  await answerBank(page, '1234');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Your bank’s security check could not be completed');
  await expect(alert).toContainText('Try again, or use another card.Your card was not charged.');
  await expect(alert).toContainText(/Reference: [\da-f-]{36}/);
  expect((await books()).auths).toEqual([]);
  await typeCard(page, cards.frictionless);
  await pay(page);
  await expectReceived(page);
});

test('a lost answer waits, finds out, and never charges twice', async ({ page, debtor }) => {
  const { url, fault, books } = await debtor([{}]);
  await fault({ operation: 'auths.create', kind: 'drop-after-commit' });
  await payWithNewCard(page, url, cards.frictionless);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('[SHELL-132] a connection that is lost while the money moves leads to the result once it is back', async ({
  page,
  context,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  const charge = await breakCall(page, payByCard, 'waits');
  const paymentRequest = page.waitForRequest((request) => request.url().endsWith(payByCard.path));
  await payWithNewCard(page, url, cards.frictionless);
  await paymentRequest;
  await context.setOffline(true);
  const answered = page.waitForResponse((response) => response.url().endsWith(payByCard.path));
  await charge.mend();
  await (await answered).finished();
  await expect(page.getByRole('dialog', { name: 'Confirm payment' })).toContainText('You are offline.');
  await context.setOffline(false);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('a reload while the money moves finds the same payment', async ({ page, debtor }) => {
  const { url, fault, books } = await debtor([{}]);
  await fault({ operation: 'auths.create', kind: 'delay-answer', ms: 1_500 });
  await payWithNewCard(page, url, cards.frictionless);
  await expect(page.getByText('Paying. Keep this page open…')).toBeVisible();
  await page.reload();
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('a reload at the bank’s page starts again and charges once', async ({ page, debtor }) => {
  const { url, books } = await debtor([{}]);
  await payWithNewCard(page, url, cards.challenge);
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();
  await page.reload();
  await expect(goOn(page)).toBeVisible();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('a payment with an unknown result is asked for less and less often, then the page says so', async ({
  page,
  debtor,
}) => {
  const { url, fault } = await debtor([{}]);
  await fault({ operation: 'auths.create', kind: 'drop-after-commit' });
  await fault({ operation: 'auths.search', kind: 'status', times: 500 });
  await payWithNewCard(page, url, cards.frictionless);
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank' })).toBeVisible({ timeout: 30_000 });
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Do not pay again.')).toBeVisible();
  await page.clock.fastForward('15:01');
  await expect(
    page.getByText('We are still waiting for the bank. You do not need to pay again. We will e-mail you'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Do not pay again.')).toBeVisible();
});

test('an amount that has changed is shown, and the customer confirms it', async ({ page, debtor }) => {
  const { url, marina, orderIds, books } = await debtor([{ grossMinor: 10_000 }]);
  await page.clock.install();
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  const partPaid = marina.tenant.db.updateTable('orders').set({ allocated_minor: 4_000 });
  await partPaid
    .where('tenant_id', '=', marina.tenant.id)
    .where('id', '=', orderIds[0] ?? 0)
    .execute();
  await pay(page);
  await expect(page.getByText('The amount is now £60.00')).toBeVisible();
  expect((await books()).charged).toBe(0);
  await passButtonLock(page);
  await goOn(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay £60.00' }).click();
  await expectReceived(page);
  expect((await books()).charged).toBe(6_000);
});

test('[MONEY-1] with two tabs, the one that waits for its bank shows the other’s payment, and charges nothing', async ({
  page,
  context,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  const second = await context.newPage();
  await second.clock.install();
  await openCheckout(second, url);
  await payWithNewCard(page, url, cards.challenge);
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();

  await typeCard(second, cards.frictionless);
  await typeAddress(second);
  await pay(second);
  await expectReceived(second);
  await answerBank(page, '1234');
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeHidden();
  await expect(page.getByText('This was paid in another tab')).toBeVisible();
  expect((await books()).charged).toBe(10_000);
});

test('[CARD-5] an account without e-mail and phone is asked for a valid one of them, and Cancel goes back', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { account: { email: '', phone: '', mobile: '' } });
  await page.clock.install();
  await payWithNewCard(page, url, cards.frictionless);
  const dialog = page.getByRole('dialog', { name: 'How can your bank reach you?' });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toContainText('Enter a valid e-mail address, phone or mobile number');
  await dialog.getByLabel('Mobile').fill('0770090');
  await dialog.getByLabel('Phone', { exact: true }).fill('');
  await expect(dialog).toContainText('Enter a number with at least 10 digits');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(goOn(page)).toBeVisible();

  await passButtonLock(page);
  await pay(page);
  await dialog.getByLabel('Mobile').fill('ask for Jo: 01590 12');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toContainText('Enter a number with at least 10 digits');
  await dialog.getByLabel('E-mail').fill('jo@example.com');
  await passButtonLock(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expectReceived(page);
});

test('[CARD-86] an order that the office cancels while its checkout is open leaves no form that can’t be paid', async ({
  page,
  debtor,
}) => {
  const { url, marina, books } = await debtor([{}]);
  const cancel = marina.tenant.db.updateTable('orders').set({ cancelled_at: new Date() });
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await cancel.where('tenant_id', '=', marina.tenant.id).execute();
  await pay(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('cannot be paid now. Nothing was charged.');
  await expect(goOn(page)).toBeHidden();
  await expectAccessibleOnDeskAndPhone(page);
  await page.reload();
  await expect(main.getByText('Your orders have changed or are no longer due.')).toBeVisible();
  await expect(goOn(page)).toBeHidden();
  await main.getByRole('link', { name: 'Back to your orders' }).click();
  await expect(page.getByText('You have no unpaid orders.')).toBeVisible();
  expect((await books()).charged).toBe(0);
});

test('[CARD-86] a link’s checkout has no form either once its order is cancelled', async ({ page, debtor }) => {
  const robin = await debtor([{}], { signedOut: true });
  const { db, id } = robin.marina.tenant;
  const link = await linkTo(robin, robin.orderIds[0]);
  await page.goto(link);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await typeAddress(page);
  await db.updateTable('orders').set({ cancelled_at: new Date() }).where('tenant_id', '=', id).execute();
  await pay(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('cannot be paid now. Nothing was charged.');
  await page.reload();
  await expect(main.getByText('Your orders have changed or are no longer due.')).toBeVisible();
  await expect(goOn(page)).toBeHidden();
  await main.getByRole('link', { name: 'Back to the order' }).click();
  await expect(page).toHaveURL(link);
});
