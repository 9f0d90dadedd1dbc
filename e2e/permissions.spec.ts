import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { messages, stopTime } from './toasts.ts';
import { expect, test } from './unpaid-orders.ts';

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
