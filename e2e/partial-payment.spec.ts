import { withWallets } from '../apps/server/src/testing/payments/wallet-payments.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import {
  cards,
  expect,
  expectReceived,
  openOrders,
  orderBox,
  pay,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

const settings = { allowPartialPayment: true, partialPaymentMinimum: { unit: 'percent', value: 25 } as const };

test('[PAID-4] on a phone, a customer pays a part of what is due, the oldest first', async ({ page, debtor }) => {
  const orders = [{ grossMinor: 6_000 }, { grossMinor: 4_000 }];
  const { url, orderIds, books } = await debtor(orders, { settings });
  await page.setViewportSize({ width: 360, height: 740 });
  await openOrders(page, url);
  await page.getByRole('region', { name: 'Payment' }).getByRole('button', { name: 'Pay now' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('radio', { name: 'All of it £100.00' })).toBeChecked();
  await sheet.getByRole('radio', { name: 'A part of it' }).check();
  const checkout = sheet.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toBeDisabled();
  await expect(checkout).toHaveAccessibleDescription('Enter the amount that you want to pay');
  const field = sheet.getByRole('textbox', { name: 'Amount to pay now' });
  await expect(field).toHaveAccessibleDescription('At least £25.00');
  await field.fill('24.99');
  await field.blur();
  await expect(field).toHaveAccessibleDescription('At least £25.00 Enter at least £25.00');
  await field.fill('100.01');
  await expect(field).toHaveAccessibleDescription('At least £25.00 Enter at most £100.00');
  await expect(checkout).toBeDisabled();
  await field.fill('75.50');
  await expect(sheet.getByRole('list')).toContainText(`Order ${orderIds[0]}£60.00Order ${orderIds[1]}£15.50`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Less than the first order: the second is not paid at all.
  await field.fill('55.50');
  await checkout.click();

  const bill = page.getByRole('region', { name: 'What you pay' });
  await expect(bill).toContainText('Amount to pay for 1 order£55.50');
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(5_550);
  await openOrders(page, url);
  await expect(page.getByRole('listitem').filter({ has: orderBox(page, orderIds[0]) })).toContainText('£4.50');
  await expect(page.getByRole('listitem').filter({ has: orderBox(page, orderIds[1]) })).toContainText('£40.00');
});

test('[SHELL-237] an amount that may mean two is asked for again, and one that is copied is read', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{ grossMinor: 600_000 }], { settings });
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await panel.getByRole('radio', { name: 'A part of it' }).check();
  const field = panel.getByRole('textbox', { name: 'Amount to pay now' });
  await field.fill('1,500');
  await field.blur();
  const question = 'Enter thousands without a point or comma, such as 1500.00';
  await expect(field).toHaveAccessibleDescription(`At least £1,500.00 ${question}`);
  await expect(panel.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await field.fill('fifteen');
  await expect(field).toHaveAccessibleDescription('At least £1,500.00 Enter an amount, such as 1500.00');
  await field.fill(' £1,500.00 ');
  await expect(field).toHaveAccessibleDescription('At least £1,500.00');
  await expect(panel.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await expect(panel).toContainText('1 of 1 order · £1,500.00');
});

test('[PAID-4] another selection starts with all of it', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{ grossMinor: 6_000 }, { grossMinor: 4_000 }], { settings });
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await panel.getByRole('radio', { name: 'A part of it' }).check();
  await panel.getByRole('textbox', { name: 'Amount to pay now' }).fill('50');
  await expect(panel).toContainText('To pay now');
  await orderBox(page, orderIds[1]).uncheck();
  await expect(panel.getByRole('radio', { name: 'All of it £60.00' })).toBeChecked();
  await expect(panel).toContainText('1 of 2 orders · £60.00');
});

test('[PAID-4] [CARD-7] a part is no more to pay if nothing is selected, also by a wallet', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 6_000 }, { grossMinor: 4_000 }], { settings });
  const { googlePay } = (await withWallets(sandboxUrl, robin.merchant)).settings;
  await robin.changeProvider({ googlePay });
  await openOrders(page, robin.url);
  const panel = page.getByRole('region', { name: 'Payment' });
  const googleButton = page.getByRole('button', { name: 'Buy with Google Pay' });
  await panel.getByRole('radio', { name: 'A part of it' }).check();
  await panel.getByRole('textbox', { name: 'Amount to pay now' }).fill('50');
  await expect(googleButton).toBeVisible();
  await page.getByRole('button', { name: 'Deselect all' }).click();
  await expect(panel).toContainText('0 of 2 orders · £0.00');
  await expect(panel).toContainText('Select the orders you want to pay');
  await expect(page.locator('[inert]').filter({ has: page.getByText('Google Pay') })).toHaveCount(1);
  await orderBox(page, robin.orderIds[0]).check();
  await expect(panel.getByRole('radio', { name: 'All of it £60.00' })).toBeChecked();
  await expect(panel).toContainText('1 of 2 orders · £60.00');
});

test('[PAID-4] if what is due changes meanwhile, the chosen part stays, and the page says so', async ({
  page,
  debtor,
}) => {
  const { url, orderIds, marina, books } = await debtor([{ grossMinor: 6_000 }, { grossMinor: 4_000 }], { settings });
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await panel.getByRole('radio', { name: 'A part of it' }).check();
  await panel.getByRole('textbox', { name: 'Amount to pay now' }).fill('40');
  await panel.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  const { db, id: tenantId } = marina.tenant;
  const order = db.updateTable('orders').set({ gross_minor: 7_000 }).where('tenant_id', '=', tenantId);
  await order.where('id', '=', orderIds[0] ?? 0).execute();
  await pay(page);
  await expect(page.getByText('£110.00 is due now')).toBeVisible();
  await expect(page.getByText('Nothing was charged. You pay £40.00 of it, as you chose.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('Amount to pay for 1 order£40.00');
  await expectAccessible(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(4_000);
});

test('[PAID-4] a marina without the switch offers no part', async ({ page, debtor }) => {
  const { url } = await debtor([{ grossMinor: 6_000 }]);
  await openOrders(page, url);
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await expect(page.getByRole('radio', { name: 'A part of it' })).toHaveCount(0);
});

test('[PAID-4] a friend pays a part of an order by its link', async ({ page, debtor }) => {
  const { url, orderIds, marina, books } = await debtor([{ grossMinor: 8_000 }], { signedOut: true, settings });
  const order = marina.tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', marina.tenant.id);
  const { guid } = await order.where('id', '=', orderIds[0] ?? 0).executeTakeFirstOrThrow();
  await page.goto(`${url}/quick-pay/${guid}`);
  await page.getByRole('radio', { name: 'A part of it' }).check();
  await page.getByRole('textbox', { name: 'Amount to pay now' }).fill('20');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£20.00');
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(2_000);
  await expect(page.getByText('Still due: £60.00')).toBeVisible();
  await page.getByRole('link', { name: 'Next: pay £60.00' }).click();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await expect(page.getByRole('main')).toContainText('£60.00');
});
