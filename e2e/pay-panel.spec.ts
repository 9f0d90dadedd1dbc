import { dinarCulture } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { closeLoginAlerts } from './login-alerts.ts';
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

test('[ORD-3] the panel stands beside the list from 850 px on, below that at its foot or fixed', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}, {}]);
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await page.setViewportSize({ width: 850, height: 800 });
  await expect(panel).toHaveAttribute('data-layout', 'vertical');
  await page.setViewportSize({ width: 849, height: 800 });
  await expect(panel).toHaveAttribute('data-layout', 'fixed-horizontal');
  await expect(panel).toHaveCSS('position', 'fixed');
  await page.getByRole('button', { name: 'Deselect all' }).click();
  await expect(panel).toHaveAttribute('data-layout', 'horizontal');
  await expect(panel).toHaveCSS('position', 'static');
});

test('[ORD-3] a single provider is chosen by itself, and Checkout waits for something to pay', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{}]);
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(panel.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect(panel.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  await orderBox(page, orderIds[0]).uncheck();
  await expect(panel.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await expect(panel).toContainText('Select the orders you want to pay');
  const checkout = panel.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toHaveAccessibleDescription('Select the orders you want to pay');
});

test('[ORD-14] more orders than can be paid at once are said before the card is typed', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor(Array.from({ length: 201 }, () => ({ grossMinor: 100 })));
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(panel).toContainText('You can pay at most 200 orders at a time. Select fewer orders.');
  await expect(panel.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await orderBox(page, orderIds[0]).uncheck();
  await expect(panel).not.toContainText('at most');
  await panel.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
});

test('[ORD-3] if every order waits for a signature, the panel asks for that', async ({ page, debtor }) => {
  const { url } = await debtor([{ unsigned: true }]);
  await openOrders(page, url);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Sign the agreement to pay');
});

test('[ORD-3] without a provider there is no panel, and the orders say how else to pay', async ({ page, debtor }) => {
  const { url } = await debtor([{}], { withoutProvider: true });
  await openOrders(page, url);
  const bar = page.getByRole('listitem').locator('[data-colour]');
  await expect(bar).toHaveText('Contact the marina office to pay');
  await expect(bar).toHaveAttribute('data-colour', 'blue');
  await expect(page.getByRole('region', { name: 'Payment' })).toBeHidden();
  await expect(page.getByRole('checkbox')).toBeHidden();
});

test('[SHELL-4] the header offers to pay what is payable and names what waits, not on pages about paying', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{ grossMinor: 12_345 }, { grossMinor: 500, dueInDays: 30 }, { unsigned: true }]);
  await page.goto(`${url}/secure/dashboard?from=outstanding`);
  await closeLoginAlerts(page);
  const header = page.getByRole('banner');
  await expect(header).toContainText('£123.45');
  await expect(header).toContainText('£100.00 more after you sign');
  const widget = page.getByRole('region', { name: 'Unpaid orders', exact: true });
  await expect(widget.locator('dl > div').filter({ hasText: 'Due now' })).toContainText('£223.45');
  await expect(widget.locator('dl > div').filter({ hasText: 'You can pay now' })).toContainText('£123.45');
  await expect(widget.locator('dl > div').filter({ hasText: 'Waiting for your signature' })).toContainText('£100.00');
  await header.getByRole('link', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  await expect(header.getByRole('link', { name: 'Pay now' })).toBeHidden();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(`${url}/secure/paysafe/checkout`);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Pay now' })).toBeHidden();
});

test('[SHELL-4] the header offers no payment if nothing is due, or without a provider', async ({ page, debtor }) => {
  const paid = await debtor([{ dueInDays: 30 }, { unsigned: true }]);
  await page.goto(`${paid.url}/secure/dashboard`);
  await expect(page.getByText('Total outstanding, 2 orders')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeHidden();

  const cashOnly = await debtor([{}], { withoutProvider: true });
  await page.goto(`${cashOnly.url}/secure/dashboard`);
  await expect(page.getByText('Total outstanding, 1 order')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeHidden();
});

test('[ORD-3] orders of several sites are paid one site at a time', async ({ page, debtor }) => {
  const { url, orderIds, books } = await debtor([{ grossMinor: 1000 }, { grossMinor: 2500, siteId: 2 }], {
    sites: ['Main Basin', 'Outer Harbour'],
  });
  await openOrders(page, url);
  const sites = page.getByRole('group', { name: /more than one site/ });
  await expect(sites.getByRole('radio', { name: 'Main Basin 1 order' })).toBeChecked();
  await expect(orderBox(page, orderIds[0])).toBeChecked();
  await expect(orderBox(page, orderIds[1])).toBeHidden();
  await sites.getByRole('radio', { name: 'Outer Harbour 1 order' }).check();
  await expect(orderBox(page, orderIds[1])).toBeChecked();
  await expect(orderBox(page, orderIds[0])).toBeHidden();
  await expectAccessibleOnDeskAndPhone(page);
  await page.reload();
  await expect(sites.getByRole('radio', { name: 'Outer Harbour 1 order' })).toBeChecked();

  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(2500);
  await openOrders(page, url);
  await expect(sites).toBeHidden();
  await expect(orderBox(page, orderIds[0])).toBeVisible();
});

test('[MONEY-60] an amount with more decimals than a provider takes is told before a card is typed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 10_139 }, { grossMinor: 1_000 }], { culture: dinarCulture });
  await openOrders(page, robin.url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(panel).toContainText('Card does not take all decimals of TND 11.139. Choose another way to pay');
  const checkout = panel.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toBeDisabled();
  await orderBox(page, robin.orderIds[0]).uncheck();
  await expect(panel).not.toContainText('decimals');
  await expect(checkout).toBeEnabled();
});
