import type { Page } from '@playwright/test';
import { startExpressPayment, validateAccount } from '@quayside/contract/payments/payment-pages.ts';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, expectReceived, linkTo, openOrders } from './unpaid-orders.ts';
import { breakCall, returnToPage } from './faults.ts';
import { agreeAtPaypal, inWindow, payBy, test } from './page-providers.ts';

/** Chooses a provider and starts. */
async function checkoutBy(page: Page, url: string, provider: string): Promise<void> {
  await openOrders(page, url);
  await payBy(page, provider);
}

/** Chooses the provider, and waits until the page knows the details that it needs. */
async function chooseLighthouse(page: Page): Promise<void> {
  const prepared = page.waitForResponse(/\/account-validator\//);
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  await (await prepared).finished();
}

const paying = (page: Page) => page.getByRole('dialog', { name: 'Paying with Lighthouse Pay' });

test('[PROV-5][PROV-3][PROV-4] the page asks for missing details, the window opens, and both say “paid”', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{}], { account: { email: '', town: '', country_code: '' } });
  const merchant = await offer(robin, 'redirect', { requiredFields: ['email', 'town', 'countryCode', 'lastname'] });
  await checkoutBy(page, robin.url, 'Lighthouse Pay');
  const dialog = page.getByRole('dialog', { name: 'Some details are missing' });
  await expect(dialog).toHaveCSS('width', '1000px');
  const bill = [`Visitor berth Order ${robin.orderIds[0]}£100.00`];
  await expect(dialog.getByRole('listitem')).toHaveText(bill);
  const goOn = dialog.getByRole('button', { name: 'Continue to checkout' });
  await expect(goOn).toBeDisabled();
  await expect(goOn).toHaveAccessibleDescription('Enter the missing details to continue.');
  // One input for each missing detail, and none for known ones.
  await expect(dialog.locator('input:not([role=switch]), select')).toHaveCount(3);
  await dialog.getByLabel('Town or city').fill('Bosham');
  await expect(goOn).toBeDisabled();
  await expect(dialog.getByLabel('Country').locator('option').first()).toHaveText('please select');
  await dialog.getByLabel('Country').selectOption('GB');
  await expect(goOn).toBeDisabled();
  const email = dialog.getByLabel('E-mail address');
  await expect(email).toHaveAttribute('type', 'email');
  await email.fill('robin at example.com');
  await expect(goOn).toBeDisabled();
  await email.fill('robin@example.com');
  await expect(goOn).toBeEnabled();
  await expectAccessibleOnDeskAndPhone(page);

  // Cancelling starts nothing, and the customer can try again.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  const { db, id } = robin.marina.tenant;
  expect(await db.selectFrom('payments').select('id').where('tenant_id', '=', id).execute()).toEqual([]);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(goOn).toBeDisabled();
  await dialog.getByLabel('Town or city').fill('Bosham');
  await dialog.getByLabel('Country').selectOption('GB');
  await email.fill('robin@example.com');

  await page.clock.install();
  const popup = await inWindow(page, () => goOn.click());
  await expect(paying(page).getByRole('listitem')).toHaveText(bill);
  await expectAccessibleOnDeskAndPhone(page);
  await popup.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(popup);
  await expectReceived(page);
  await expect(page).toHaveURL(/\/secure\/payment\/confirmation\?reference=QS-/);
  await expect(page.getByText('Online payment')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(popup);
  // After a reload both show the same, and nothing is paid twice.
  for (const each of [page, popup]) {
    await each.reload();
    await expectReceived(each);
  }
  const closed = popup.waitForEvent('close');
  // The window may be gone before the click is answered.
  const click = popup.getByRole('button', { name: 'Close this window' }).click();
  await Promise.all([closed, click.catch((error: Error) => expect(error.message).toContain('has been closed'))]);
  expect(await charges(merchant)).toEqual([10_000]);
});

test('[ORD-4] [FIND-2] after paying in a window the history shows the order as paid, and the year’s new total', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}], { withoutProvider: true });
  await offer(robin, 'redirect');
  await page.clock.install();
  await page.goto(`${robin.url}/secure/account/order-history`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/Paid in \d{4}£0\.00/);
  await main.getByRole('link', { name: `Pay order ${robin.orderIds[0]}` }).click();
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toBeEnabled();
  const popup = await inWindow(page, () => checkout.click());
  await popup.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(page);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Order history' }).click();
  await expect(main.getByRole('row').filter({ hasText: 'Visitor berth' })).toContainText('Paid');
  await expect(main).toContainText(/Paid in \d{4}£100\.00/);
  await expect(main.getByRole('link', { name: /^Pay order/ })).toHaveCount(0);
});

test('[PROV-8] [PROV-3][PROV-7] a blocked window stops it, a closed one cancels it, and it can be tried again', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{}]);
  const merchant = await offer(robin, 'redirect');
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await checkout.click();
  await page
    .getByRole('dialog', { name: 'The payment window was blocked' })
    .getByRole('button', { name: 'OK' })
    .click();
  await expect(checkout).toBeEnabled();

  await page.clock.install();
  const popup = await inWindow(page, () => checkout.click());
  await popup.close();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  expect(await charges(merchant)).toEqual([]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('radio', { name: 'Lighthouse Pay' })).toBeEnabled();
  await expect(paying(page)).toBeHidden();
});

test('[PROV-3] [QP-2] closing a pay link’s window cancels it, also once the order is read again', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  await page.clock.install();
  const robin = await debtor([{}], { withoutProvider: true, signedOut: true });
  const merchant = await offer(robin, 'redirect');
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  const popup = await inWindow(page, () => page.getByRole('button', { name: 'Checkout' }).click());
  await returnToPage(page, getQuickPayOrder);
  await expect(page.getByText('Payment in progress')).toBeVisible();
  await expect(paying(page)).toBeVisible();
  await popup.close();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  expect(await charges(merchant)).toEqual([]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await expect(paying(page)).toBeHidden();
});

test('[PROV-3] the window opens in the click, however long ago its provider was chosen', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect');
  await page.clock.install();
  await openOrders(page, robin.url);
  await chooseLighthouse(page);
  await page.clock.fastForward(600_000);
  // A browser may refuse a window that waits for an answer first.
  await breakCall(page, validateAccount, 'hangs');
  const opened = page.waitForEvent('popup', { timeout: 10_000 });
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect((await opened).getByRole('heading', { name: 'Taking you to the payment page' })).toBeVisible();
});

test('[PROV-3] the window shows our own page for 4000 ms, and the provider’s from then on', async ({
  page,
  context,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect');
  await page.clock.install();
  await openOrders(page, robin.url);
  await chooseLighthouse(page);
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 10_000);
  const now = () => page.evaluate(() => Date.now());
  const requests: Promise<number>[] = [];
  context.on('request', (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(robin.url)) requests.push(now());
  });
  const opened = page.waitForEvent('popup');
  const openedAt = await now();
  await checkout.click();
  const popup = await opened;
  // A timer renders the answer.
  const waits = page.getByText('Waiting until you have paid…');
  await expect.poll(() => page.clock.runFor(20).then(() => waits.count()), { intervals: [50] }).toBe(1);
  await page.clock.runFor(openedAt + 3_999 - (await now()));
  await expect(popup).toHaveURL(/\/portal\/loading-payment-provider$/);
  expect(requests).toEqual([]);
  await page.clock.runFor(1);
  await expect(popup.getByRole('heading', { level: 1, name: 'Pay from your bank account' })).toBeVisible();
  expect((await Promise.all(requests)).map((at) => at - openedAt)).toEqual([4_000]);
});

test('[PROV-4] in the portal’s own place the provider’s page leads back, cancelled or refused', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  await checkoutBy(page, robin.url, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to your orders' }).click();
  await payBy(page, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'The bank refuses, and you are sent back' }).click();
  await expect(page.getByText(/^The payment was declined\./)).toBeVisible();
});

test('[SHELL-133] a reader whom the provider’s page does not reach can go there again, or cancel', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  await page.clock.install();
  // A refused attempt loads the part with the dialog, so that it is not stopped with the provider's page.
  const refused = await breakCall(page, validateAccount, 'fails');
  await checkoutBy(page, robin.url, 'Lighthouse Pay');
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await refused.mend();

  const hasLeft = page.waitForRequest(/\/pay\/[\da-f-]+$/);
  // Never answered, as on a bad connection.
  await page.route(/\/pay\/[\da-f-]+$/, () => undefined);
  await page.getByRole('button', { name: 'Checkout' }).click();
  const providerPage = (await hasLeft).url();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.stopLoading');
  const moment = page.getByRole('dialog', { name: 'One moment' });
  await expect(moment.getByRole('button')).toHaveCount(1);
  await page.clock.fastForward(20_000);
  await expect(moment).toContainText('This is taking longer than usual.');
  await expect(moment.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', providerPage);
  await expectAccessibleOnDeskAndPhone(page);
  await moment.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
});

test('[PROV-2][ORD-9] PayPal: a cancel keeps the selection, an agreement pays once, also after a reload', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  const merchant = await offer(robin, 'paypal');
  await checkoutBy(page, robin.url, 'PayPal');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('You cancelled the payment. Nothing was charged')).toBeVisible();
  // PayPal adds its own name of the payment.
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?cancelled=true`);
  const token = await breakCall(page, startExpressPayment, 'waits');
  await payBy(page, 'PayPal');
  const moment = page.getByRole('dialog', { name: 'One moment' });
  await expect(moment).toContainText('Redirecting to PayPal');
  await expect(moment.getByRole('listitem')).toHaveText([`Visitor berth Order ${robin.orderIds[0]}£48.50`]);
  await token.mend();
  const back = page.waitForRequest((request) => new URL(request.url()).pathname === '/secure/paypal-success');
  await agreeAtPaypal(page, '£48.50');
  await expectReceived(page);
  await expect(page).toHaveURL(/\/secure\/payment\/confirmation\?reference=QS-/);
  await expect(page.getByText('PayPal', { exact: true })).toBeVisible();
  await page.reload();
  await expectReceived(page);
  // Opens the address again that PayPal returned to.
  await page.goto((await back).url());
  await expectReceived(page);
  expect(await charges(merchant)).toEqual([4_850]);
});

/** Notes on each page from here on if a button with this text has stood there and is gone again. */
async function noteVanishing(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.addInitScript((wanted) => {
    const noted = { hasStood: false, hasVanished: false };
    Object.assign(window, { noted });
    const look = () => {
      const stands = [...document.querySelectorAll('button')].some((each) => {
        return each.textContent?.includes(wanted) && each.checkVisibility();
      });
      noted.hasVanished ||= noted.hasStood && !stands;
      noted.hasStood ||= stands;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  }, text);
  return () => page.evaluate(() => ({ ...(window as unknown as { noted: object }).noted }));
}

for (const way of ['the portal', 'a pay link']) {
  test(`[SHELL-171] after the browser’s Back from PayPal’s page the way to pay stands at once, in ${way}`, async ({
    page,
    debtor,
    offer,
    charges,
  }) => {
    const isLink = way === 'a pay link';
    const robin = await debtor([{ grossMinor: 4_850 }], { withoutProvider: true, signedOut: isLink });
    const merchant = await offer(robin, 'paypal');
    await page.setViewportSize({ width: 360, height: 740 });
    const vanishing = await noteVanishing(page, 'Pay now');
    await page.goto(isLink ? await linkTo(robin, robin.orderIds[0]) : `${robin.url}/secure/orders/outstanding`);
    const payNow = page.getByRole('button', { name: 'Pay now' });
    await payNow.click();
    const state = await breakCall(page, getPayment, 'waits');
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    const request = page.waitForRequest(/\/payment\/QS-[^/]+$/);
    await page.goBack();
    await request;
    await expect(payNow).toBeVisible();
    expect(await vanishing()).toEqual({ hasStood: true, hasVanished: false });
    // Paying does not wait for the answer about the earlier attempt either.
    await payNow.click();
    await state.mend();
    await page.getByRole('button', { name: 'Checkout' }).click();
    await agreeAtPaypal(page, '£48.50');
    await expectReceived(page);
    expect(await charges(merchant)).toEqual([4_850]);
  });
}
