import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { makeEstimate } from '../apps/server/src/testing/factories/estimates.ts';
import { makeAgreement, makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { messages, stopTime } from './toasts.ts';
import { expect, linkTo, test } from './unpaid-orders.ts';

/** Returns a marina's switches with one of them off. */
const without = (name: string) => ({ ...sampleSettings().permissions, [name]: false });

const isInvoicingEnabled = async () => {
  const answer = await fetch('/harbour/api/portal/config', { cache: 'no-store' });
  return ((await answer.json()) as { permissions: { invoicingEnabled: boolean } }).permissions.invoicingEnabled;
};

test('[LOGIN-11] [LOGIN-13] without invoicing: entry, amount, widget and page are gone', async ({ page, debtor }) => {
  const robin = await debtor([{ grossMinor: 10_000 }], { settings: { permissions: without('invoicingEnabled') } });
  await makeBoat(robin.marina.tenant.db, robin.owner);
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByRole('region', { name: 'Your boat' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unpaid orders' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: /Pay now/ })).toHaveCount(0);
  await expect(page.getByText('£100.00')).toHaveCount(0);
  const entries = page.getByRole('navigation', { name: 'Main menu' });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 360) await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(entries.getByRole('link', { name: 'My account' })).toBeVisible();
    await expect(entries.getByRole('link', { name: 'Unpaid orders' })).toHaveCount(0);
  }

  await stopTime(page);
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  const toast = messages(page).getByRole('alert');
  await expect(toast).toContainText('Not available');
  await expect(toast).toContainText('You do not have access to this page.');
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});

test('[LOGIN-11] a permission that is switched off while the portal is open: its page says so', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 10_000 }]);
  await page.goto(`${robin.url}/secure/account/edit`);
  await expect(page.getByRole('link', { name: 'Unpaid orders' })).toBeVisible();
  const settings = JSON.stringify(sampleSettings({ permissions: without('invoicingEnabled') }));
  const { db, id } = robin.marina.tenant;
  await db.updateTable('tenants').set({ settings }).where('id', '=', id).execute();
  // The server keeps a marina's settings for some seconds.
  await expect.poll(() => page.evaluate(isInvoicingEnabled)).toBe(false);
  await page.getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(page.getByRole('main')).toContainText('The marina does not offer this.');
});

for (const { what, settings, entries, paths } of [
  {
    what: 'agreements',
    settings: { agreementsEnabled: false },
    entries: ['Agreements'],
    paths: ['agreements', 'agreements/signed/GUID', 'agreements/unsigned/GUID'],
  },
  {
    what: 'account activity',
    settings: { permissions: without('showAccountActivity') },
    entries: ['Order history', 'Payment history'],
    paths: ['account/order-history', 'account/payment-history', 'account/payment/1'],
  },
  {
    what: 'estimates',
    settings: { permissions: without('showEstimates') },
    entries: ['Estimates'],
    paths: ['estimates', 'estimates/NUMBER'],
  },
])
  test(`[LOGIN-13] [LOGIN-11] [SHELL-5] without ${what}: the menu's entries and their pages are gone`, async ({
    page,
    debtor,
  }) => {
    const robin = await debtor([{}], { settings });
    const { db } = robin.marina.tenant;
    const { guid } = await makeAgreement(db, robin.owner, { signedAt: new Date() });
    const estimate = await makeEstimate(db, robin.owner);
    await page.goto(`${robin.url}/secure/contact-us`);
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
    for (const name of ['Agreements', 'Order history', 'Payment history', 'Estimates', 'Unpaid orders'])
      await expect(entry(name), name).toHaveCount(entries.includes(name) ? 0 : 1);
    await stopTime(page);
    for (const path of paths) {
      await page.goto(`${robin.url}/secure/${path.replace('GUID', guid).replace('NUMBER', String(estimate))}`);
      await expect(page, path).toHaveURL(`${robin.url}/secure/dashboard`);
      await expect(messages(page).getByRole('alert'), path).toContainText('You do not have access to this page.');
    }
  });

test('[SHELL-200] a marina without agreements asks for no signature: the office takes the payment', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}, { unsigned: true }], { settings: { agreementsEnabled: false } });
  await page.goto(`${robin.url}/secure/dashboard`);
  const header = page.getByRole('banner');
  await expect(header).toContainText('£100.00');
  await expect(header).not.toContainText('sign');
  const orders = page.getByRole('region', { name: 'Unpaid orders', exact: true });
  const part = (name: string) => orders.locator('dl > div').filter({ hasText: name });
  await expect(part('Due now')).toContainText('£200.00');
  await expect(part('You can pay now')).toContainText('£100.00');
  await expect(part('Waiting for your signature')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'To do' })).not.toContainText('sign');
  const asksOffice = 'can no longer be signed: contact the marina office to pay';
  await page.goto(`${robin.url}/secure/orders/outstanding?order=${robin.orderIds[1]}`);
  await expect(page.getByRole('main').getByRole('alert').or(page.getByRole('main').getByRole('status'))).toContainText([
    asksOffice,
  ]);
  await expect(page.getByRole('main').locator('dl > div').filter({ hasText: 'You can pay now' })).toContainText('£100');
  await expect(page.getByText('Waiting for your signature')).toHaveCount(0);

  await page.goto(await linkTo(robin, robin.orderIds[1]));
  await expect(page.getByText('The agreement “Berthing agreement” can no longer be signed')).toBeVisible();
  await expect(page.getByText(/To pay this order, call the marina office: \S+/)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});
