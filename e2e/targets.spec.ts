import { mergeTests, type Page } from '@playwright/test';
import { makeLicence, draw, readToEnd, signButton } from './agreements.ts';
import { test as withPeople } from './customers.ts';
import { closeLoginAlerts } from './login-alerts.ts';
import { expectTargetSizes } from './target-sizes.ts';
import {
  cards,
  expect,
  expectReceived,
  goOn,
  openOrders,
  test as withDebts,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

const test = mergeTests(withPeople, withDebts);

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/** Checks the open page at both sizes, and leaves it at the phone's. */
async function expectBothSizes(page: Page, name: string): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await expectTargetSizes(page, name);
  }
}

test('[QP-1] [ORD-3] [CARD-1] on every screen of paying a thumb hits what it aims at', async ({ page, debtor }) => {
  const { url, marina } = await debtor([{}, { unsigned: true }]);
  await page.goto(`${url}/secure/dashboard`);
  await closeLoginAlerts(page);
  await expectBothSizes(page, 'dashboard');
  await openOrders(page, url);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expectBothSizes(page, 'unpaid orders');
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Pay £100.00' })).toBeVisible();
  await expectTargetSizes(page, 'ways to pay');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await expectBothSizes(page, 'checkout');
  await goOn(page).click();
  await expect(page.getByRole('dialog', { name: 'Confirm payment' })).toBeVisible();
  await expectBothSizes(page, 'question');
  await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click();
  await expectReceived(page);
  await expectBothSizes(page, 'payment received');

  const order = marina.tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', marina.tenant.id);
  for (const { guid } of await order.execute()) {
    await page.goto(`${url}/quick-pay/${guid}`);
    await expect(page.getByRole('heading', { level: 1, name: /^(Review|Confirmation)$/ })).toBeVisible();
    await expectBothSizes(page, 'pay link');
  }
});

test('[AGR-3] [AGR-4] [SHELL-174] on every screen of signing a thumb hits what it aims at', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.goto(`${robin.url}/quick-sign/${guid}`);
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expectBothSizes(page, 'agreement by a link');
  await page.goto(`${robin.url}/secure/agreements`);
  await expect(page.getByText('Berthing licence').first()).toBeVisible();
  await expectBothSizes(page, 'agreements');
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByLabel('Full name')).toBeVisible();
  await readToEnd(page);
  await draw(page);
  await expectBothSizes(page, 'agreement to sign');
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await expectBothSizes(page, 'signed');
  await page.goto(`${robin.url}/secure/agreements/signed/${guid}`);
  await expect(page.getByRole('link', { name: 'Check whether a copy of this PDF is genuine' })).toBeVisible();
  await expectBothSizes(page, 'signed agreement');
});
