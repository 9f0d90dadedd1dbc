import type { Page } from '@playwright/test';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { holdScripts, openDrawn } from './drawn.ts';
import {
  cards,
  type Debtor,
  expect,
  expectReceived,
  openCheckout,
  openOrders,
  pay,
  payWithNewCard,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';
import { inWindow, payBy, test } from './page-providers.ts';
import { signIn } from './marina.ts';
import { viewAsStaff } from './staff-session.ts';

/** Returns the pay link of a debtor's first order. */
async function linkTo({ url, marina: { tenant }, orderIds }: Debtor): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.where('id', '=', orderIds[0] ?? 0).executeTakeFirstOrThrow();
  return `${url}/quick-pay/${guid}`;
}

const openPage = 'A payment page is already open';

test('[PROV-3] after a reload with the window open, every page shows one notice until the order is paid', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{}, {}]);
  const merchant = await offer(robin, 'redirect');
  await openOrders(page, robin.url);
  await page.clock.install();
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  const popup = await inWindow(page, () => page.getByRole('button', { name: 'Checkout' }).click());
  await page.reload();
  await expect(page.getByText(openPage)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Continue that payment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel it' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('A payment for these orders is already');
  await expect(page.getByText(/nothing was charged|do not need to pay again/i)).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);
  await page.goto(`${new URL(robin.url).origin}/secure/account/order/${robin.orderIds[0]}`);
  await expect(page.getByText(openPage)).toHaveCount(1);
  await popup.getByRole('button', { name: 'Pay £200.00' }).click();
  await expectReceived(popup);
  await page.clock.fastForward(6_000);
  await expectReceived(page);
  expect(await charges(merchant)).toEqual([20_000]);
});

test('[QP-2] another browser with the link sees that it is held and until when; the owner cancels it', async ({
  page,
  browser,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  const link = await linkTo(robin);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await payBy(stranger, 'Lighthouse Pay');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Pay from your bank account' })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText('Someone else is paying this now')).toBeVisible();
  await expect(other.getByText(/If they have not paid by \d\d:\d\d, you can pay\./)).toBeVisible();
  await expect(other.getByRole('button', { name: /Cancel it|Continue that payment|Checkout/ })).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(other);

  await openOrders(page, robin.url);
  await expect(page.getByText('Someone is paying this with the pay link')).toBeVisible();
  await expect(page.getByText(/page stays open until \d\d:\d\d at the latest/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue that payment' })).toHaveCount(0);
  // The server's HTML can't tell the time, because only the browser knows the reader's time zone.
  const drawn = await page.context().newPage();
  const release = await holdScripts(drawn);
  await openDrawn(drawn, page.url());
  await expect(drawn.getByText('Someone is paying this with the pay link')).toBeVisible();
  await expect(drawn.getByText(/page stays open until/).filter({ visible: true })).toHaveCount(0);
  release();
  await expect(drawn.getByText(/page stays open until \d\d:\d\d at the latest/)).toBeVisible();
  await drawn.close();
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await expect(page.getByText('Someone is paying this with the pay link')).toHaveCount(0);
  await page.getByRole('checkbox', { name: /Order/ }).check();
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await stranger.context().close();
  await other.context().close();
});

test('[ORD-15] staff read that somebody is paying a customer’s order, and never that they can pay it', async ({
  page,
  context,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  await openOrders(page, robin.url);
  await payBy(page, 'Lighthouse Pay');
  await expect(providersPage(page)).toBeVisible();
  await viewAsStaff(context, robin.marina, robin);
  const notice = page.getByRole('main').getByText('Someone is paying this now');
  for (const path of ['orders/outstanding', `account/order/${robin.orderIds[0]}`]) {
    await page.goto(`${robin.url}/secure/${path}`);
    await expect(notice).toBeVisible();
    await expect(page.getByText(/If they have not paid by \d\d:\d\d, the customer can start/)).toBeVisible();
    await expect(page.getByText(/you can pay/)).toHaveCount(0);
  }
  await page.goto(`${robin.url}/secure/account/payment-history`);
  await page.getByRole('link', { name: /^View payment P\d+/ }).click();
  await expect(notice).toBeVisible();
  await expect(page.getByText(/with the pay link/)).toHaveCount(0);

  // A payment that was sent: nothing tells staff when it is over.
  const { db, id } = robin.marina.tenant;
  const sent = { state: 'sent', check_at: new Date('2099-01-01') } as const;
  await db.updateTable('payments').set(sent).where('tenant_id', '=', id).execute();
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(page.getByText('Reload this page later to see the result.')).toBeVisible();
  await expect(page.getByText(/You do not need to pay again/)).toHaveCount(0);
});

test('[ORD-18] staff read on an order’s page that it is selected, as its customer does, and can’t pay it', async ({
  page,
  context,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await viewAsStaff(context, robin.marina, robin);
  await page.goto(`${robin.url}/secure/account/order/${robin.orderIds[0]}`);
  await expect(page.locator('[data-colour]')).toHaveText('Selected to pay');
  await expect(page.getByText('Contact the marina office to pay')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Pay / })).toHaveCount(0);
});

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue that payment' });
const giveUp = (page: Page) => page.getByRole('button', { name: 'Cancel it' });
const providersPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Pay from your bank account' });

/** Opens the only payment from the history. */
async function openFromHistory(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/secure/account/payment-history`);
  await page.getByRole('link', { name: /^View payment P\d+/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Payment P\d+/ })).toBeVisible();
}

test('[MONEY-1][ORD-6] its owner continues and cancels an open payment from the history, on both pages', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  const robin = await debtor([{}]);
  const merchant = await offer(robin, 'redirect', { flow: 'redirect' });
  await openOrders(page, robin.url);
  await payBy(page, 'Lighthouse Pay');
  await expect(providersPage(page)).toBeVisible();
  await page.goto(`${robin.url}/secure/account/order/${robin.orderIds[0]}`);
  await expect(page.getByText(openPage)).toBeVisible();
  await expect(giveUp(page)).toBeVisible();
  await goOn(page).click();
  await expect(providersPage(page)).toBeVisible();

  await openFromHistory(page, robin.url);
  await expect(page.getByText(openPage)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await goOn(page).click();
  await expect(providersPage(page)).toBeVisible();

  await openFromHistory(page, robin.url);
  await giveUp(page).click();
  await expect(page.getByText(openPage)).toHaveCount(0);
  await expect(goOn(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Cancelled')).toBeVisible();
  await openOrders(page, robin.url);
  await expect(page.getByText(openPage)).toHaveCount(0);
  await payBy(page, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(page);
  expect(await charges(merchant)).toEqual([10_000]);
});

test('[QP-2][MONEY-1] the browser that began by a link continues and cancels, also after its owner signs in', async ({
  page,
  browser,
  indebted,
  offer,
}) => {
  test.slow();
  const robin = await indebted([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  const link = await linkTo(robin);
  await page.goto(link);
  await payBy(page, 'Lighthouse Pay');
  await expect(providersPage(page)).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(openPage)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await giveUp(page).click();
  await expect(page.getByText(openPage)).toHaveCount(0);
  await payBy(page, 'Lighthouse Pay');
  await expect(providersPage(page)).toBeVisible();
  await page.goto(link);
  await goOn(page).click();
  await expect(providersPage(page)).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, robin.url, robin);
  await signIn(page, robin.url, robin);
  const looks: ((tab: Page) => Promise<unknown>)[] = [
    (tab) => openOrders(tab, robin.url),
    (tab) => tab.goto(`${robin.url}/secure/account/order/${robin.orderIds[0]}`),
    (tab) => openFromHistory(tab, robin.url),
  ];
  for (const look of looks) {
    await look(elsewhere);
    await expect(elsewhere.getByText('Someone is paying this with the pay link')).toBeVisible();
    await expect(giveUp(elsewhere)).toBeVisible();
    await expect(goOn(elsewhere)).toHaveCount(0);
    await look(page);
    await expect(page.getByText(openPage)).toBeVisible();
    await expect(giveUp(page)).toBeVisible();
    await goOn(page).click();
    await expect(providersPage(page)).toBeVisible();
  }
  await elsewhere.context().close();
});

test('[MONEY-1] the first of two tabs stops offering to pay once the second has paid', async ({
  page,
  context,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  const second = await context.newPage();
  await payWithNewCard(second, url, cards.frictionless);
  await expectReceived(second);
  await expect(page.getByText('This was paid in another tab')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to your orders' }).click();
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0);
});

test('[CARD-2] an unsent payment says that nothing was charged, and leads to the checkout for a fresh one', async ({
  page,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  await payWithNewCard(page, url, cards.challenge);
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();
  const reference = await page.evaluate(
    () => /QS-[0-9a-f-]{36}/.exec(JSON.stringify(Object.entries(sessionStorage)))?.[0] ?? '',
  );
  await page.goto(`${new URL(url).origin}/secure/paysafe/checkout/confirmation?reference=${reference}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This payment was not completed' })).toBeVisible();
  await expect(page.getByText('Nothing was charged')).toBeVisible();
  await expect(page.getByText(/pay again|e-mail you/)).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('link', { name: 'Start again' }).click();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});
