import type { Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect, openPaid, test } from './unpaid-orders.ts';

/** Turns the open page into paper as wide as A4, in a browser that shows it in dark colours. */
async function print(page: Page): Promise<void> {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
}

async function expectPaper(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Its head names the marina, and nothing on it can be pressed.
  await expect(page.getByRole('banner').getByRole('img')).toBeVisible();
  for (const role of ['button', 'navigation', 'checkbox', 'combobox', 'radio', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(11, 34, 57)');
  await expectNoSidewaysScroll(page);
}

test('[ORD-6] an order and a payment are printed with their lines and without menu and buttons', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}, {}]);
  await page.goto(`${robin.url}/secure/account/order/${robin.orderIds[1]}`);
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await print(page);
  await expectPaper(page);
  // Paper is narrower than a tablet, but its lines are a table, as on the invoice.
  await expect(page.getByRole('columnheader', { name: 'Unit price' })).toBeVisible();
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('£100.00', { exact: true }).first()).toBeVisible();

  await openPaid(page, robin);
  await expectPaper(page);
  await expect(page.getByText('Transaction date')).toBeVisible();

  const { db, id } = robin.marina.tenant;
  const paid = await db.selectFrom('payments').select('id').where('tenant_id', '=', id).executeTakeFirstOrThrow();
  await page.goto(`${robin.url}/secure/account/payment/${paid.id}`);
  await expect(page.getByRole('main').getByText('£100.00', { exact: true }).first()).toBeVisible();
  await expectPaper(page);
});

test('[ORD-1] lists are printed without the ways to choose, pay, search and open, and without a dialog', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}, { unsigned: true }]);
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(page.getByRole('button', { name: 'Select all', exact: true })).toBeVisible();
  await print(page);
  await expectPaper(page);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeHidden();
  await expect(page.getByText('Selected to pay')).toBeHidden();
  await expect(page.getByText('Your stays and the days when orders are due')).toBeHidden();
  await expect(page.getByRole('main').getByText('£100.00', { exact: true }).first()).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${robin.url}/secure/account/order-history`);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await print(page);
  await expectPaper(page);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('link', { name: 'View' })).toHaveCount(0);

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await print(page);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('[QP-1] the invoice behind a pay link is printed without the ways to pay', async ({ page, debtor }) => {
  const { url, marina, orderIds } = await debtor([{}], { signedOut: true });
  const order = marina.tenant.db
    .selectFrom('orders')
    .select('guid')
    .where('id', '=', orderIds[0] ?? 0);
  const { guid } = await order.where('tenant_id', '=', marina.tenant.id).executeTakeFirstOrThrow();
  await page.goto(`${url}/quick-pay/${guid}`);
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await print(page);
  await expectPaper(page);
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeHidden();
  await expect(page.getByText('Check the order, then go to checkout.')).toBeHidden();
});

test('[AGR-5] a signed agreement is printed whole, down to its last line', async ({ page, debtor }) => {
  const { url, marina, owner } = await debtor([]);
  const clause = '<p>The owner keeps the boat insured and in good order at all times.</p>';
  const html = `${clause.repeat(60)}<p>The last line.</p>`;
  const { guid } = await makeReadableAgreement(marina.tenant.db, owner, { html, signedAt: new Date() });
  await page.goto(`${url}/secure/agreements/signed/${guid}`);
  await expect(page.getByText('The last line.')).toBeVisible();
  await print(page);
  await expectPaper(page);
  const { y = 0 } = (await page.getByText('The last line.').boundingBox()) ?? {};
  const box = await page.getByText('The last line.').locator('xpath=ancestor::section[1]').boundingBox();
  expect(y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
  expect(y).toBeGreaterThan(500);
});

test('[ORD-4] a list on paper says by which words, days and order it was chosen, and has no column of actions', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}, {}]);
  await page.goto(`${url}/secure/account/order-history?search=berth&dates=custom&from=2025-01-01&to=2025-12-31`);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeVisible();
  await expect(page.getByText('Sort by Newest first')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const words of ['Search berth', 'Dates Custom', 'From 01-Jan-2025', 'To 31-Dec-2025', 'Sort by Newest first'])
    await expect(page.getByRole('paragraph').filter({ hasText: words })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${url}/secure/account/order-history`);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Dates All dates')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Search' })).toHaveCount(0);
});
