import type { Page } from '@playwright/test';
import { getAccount } from '@quayside/contract/account/account.ts';
import { confirmExpressPayment, startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { releaseHeld } from '../apps/server/src/testing/payments/after-payment.ts';
import { makePageFault } from '../apps/server/src/testing/payments/page-payments.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { test } from './page-providers.ts';
import { home, keepCards } from './stored-cards.ts';
import { messages, noteMessages } from './toasts.ts';
import { cards, expect, expectReceived, goOn, openOrders, orderBox, payWithNewCard } from './unpaid-orders.ts';

// Tests the payment rows of docs/specification/errors.md that no other file proves.

const discover = '6011000000000004';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout' });

test('[PROV-8] [CARD-4] an amount above the limit is refused early, a stored card of an unknown brand later', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}, {}], { provider: { maxPayment: 150 } });
  const said = await noteMessages(page);
  await page.goto(`${robin.url}/404`);
  await keepCards(page, robin, sandboxUrl, [{ number: discover, address: home }]);
  await openOrders(page, robin.url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(panel).toContainText('With Card you can pay at most £150.00 at a time. Select fewer orders');
  await expect(checkout(page)).toBeDisabled();
  await expectAccessibleOnDeskAndPhone(page);
  await orderBox(page, robin.orderIds[1]).uncheck();
  await expect(panel).not.toContainText('at most');
  await checkout(page).click();
  await expect(page.getByRole('radio', { name: /ending 0004/ })).toBeChecked();
  await goOn(page).click();
  await expect.poll(said).toContain('We do not recognise this type of card');
  await expect(heading(page, 'Checkout')).toBeVisible();
});

test('[PROV-8] [PROV-2] PayPal: no token is “paypal error”, and a lost confirmation can be asked for again', async ({
  page,
  debtor,
  offer,
  hosts,
}) => {
  const robin = await debtor([{}]);
  const merchant = await offer(robin, 'paypal');
  await makePageFault(hosts, merchant, { operation: 'paypal.create', kind: 'status' });
  await page.clock.install();
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await checkout(page).click();
  await expect(messages(page).getByRole('alert')).toContainText('paypal error');
  await expect(page).toHaveURL(/\/secure\/orders\/outstanding/);

  const confirming = await breakCall(page, confirmExpressPayment, 'fails');
  await page.clock.fastForward(2_000);
  await checkout(page).click();
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Agree, but the money cannot be taken' }).click();
  await expect(page.getByText('The payment could not be confirmed')).toBeVisible();
  // The answer is lost, so nobody knows yet whether it failed.
  await expect(page.getByRole('heading', { level: 1, name: 'Checking your payment' })).toBeVisible();
  await confirming.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('PayPal could not take the money.')).toBeVisible();
  await expect(page.getByText(/nothing was charged/i)).toHaveCount(1);
  await expect(page.getByText('£100.00 is still to pay.')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(orderBox(page, robin.orderIds[0])).toBeChecked();
});

test('[PROV-8] [PROV-3] [PROV-7] a page can’t start, or is slow; after a refusal there the portal waits', async ({
  page,
  debtor,
  offer,
  hosts,
}) => {
  const robin = await debtor([{}]);
  const merchant = await offer(robin, 'redirect', { redirectsOnError: false });
  await makePageFault(hosts, merchant, { operation: 'redirect.create', kind: 'status' });
  await page.clock.install();
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  await checkout(page).click();
  await expect(page.getByText('The payment provider could not open its page.')).toBeVisible();
  await expect(page.getByText(/nothing (was|has been) charged/i)).toHaveCount(1);

  const starting = await breakCall(page, startPagePayment, 'waits');
  await page.clock.fastForward(2_000);
  const opened = page.waitForEvent('popup');
  await checkout(page).click();
  const popup = await opened;
  await expect(heading(popup, 'Taking you to the payment page')).toBeVisible();
  await expect(popup.getByText('£100.00')).toBeVisible();
  // Less than the minute after which the portal gives up a call.
  await page.clock.pauseAt(Date.now() + 30_000);
  await expect(popup.getByText('This is taking longer than usual.')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const goOn = popup.getByRole('link', { name: 'Continue' });
  await expect(goOn).toHaveCount(0);
  // Time stands still: the page's address is known, but nothing leads there automatically yet.
  await starting.mend();
  await expect(goOn).toBeVisible();
  await goOn.click();
  await expect(heading(popup, 'Pay from your bank account')).toBeVisible();
  await page.clock.resume();

  await popup.getByRole('button', { name: 'The bank refuses, and you stay here to try again' }).click();
  await expect(popup.getByText('Your bank did not make this payment.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The payment was declined. You can try again in the payment window.');
  await expect(page.getByText(/nothing (was|has been) charged/i)).toHaveCount(0);
  await popup.close();
  await expect(heading(page, 'Payment failure')).toBeVisible();
  await expect(page.getByText(/^The payment was declined\. Nothing was charged\./)).toBeVisible();
  await expect(page.getByText('£100.00 is still to pay.', { exact: true })).toBeVisible();
});

test('[PROV-8] [ORD-7] a receipt whose account is not known says so', async ({ page, debtor }) => {
  const robin = await debtor([{}]);
  const { db } = robin.marina.tenant;
  const [id = 0] = robin.orderIds;
  const paid = await makePaidPayment(db, robin.owner, { orders: [{ id, minor: 10_000 }] });
  await page.goto(`${robin.url}/404`);
  await breakCall(page, getAccount, 'fails');
  await page.clock.install();
  await page.goto(`${robin.url}/secure/account/payment/${paid}`);
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  await expect(messages(page)).toContainText('We could not determine the account for this receipt.');
});

test('[PROV-8] [ORD-9] [ORD-10] a payment that is held is on its way, in red with a clock, until it is let go', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 98 }]);
  await payWithNewCard(page, robin.url, cards.frictionless);
  await expect(heading(page, 'Your payment is being processed')).toBeVisible({ timeout: 30_000 });
  const head = page.getByRole('region', { name: 'Payment details' }).locator('[data-settled]');
  await expect(head).toHaveAttribute('data-settled', 'false');
  await expect(head).toContainText('Processing');
  await expect(head.locator('svg.tabler-icon-clock')).toBeVisible();
  await expect(
    page.getByText('You do not need to pay again. We will e-mail r***@example.com when we know more.'),
  ).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await releaseHeld(sandboxUrl, robin.merchant);
  await expectReceived(page);
});
