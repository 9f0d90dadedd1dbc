import { expectAccessible } from './accessible.ts';
import { makeBoat } from '../apps/server/src/testing/factories-orders.ts';
import { expect, test } from './debts.ts';

for (const width of [360, 1280]) {
  test(`[ORD-8] the dashboard greets and says what is owed, at ${width} px`, async ({ page, debtor }) => {
    await page.setViewportSize({ width, height: 740 });
    const robin = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550, dueInDays: 20 }]);
    await makeBoat(robin.marina.tenant.db, robin.owner);
    await page.goto(`${robin.url}/secure/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
    const orders = page.getByRole('region', { name: 'Unpaid orders' });
    await expect(orders).toContainText('£100.00');
    await expect(orders).toContainText('£125.50');
    await expect(page.getByRole('region', { name: 'Your boat' })).toContainText('Sailing yacht · 9.40 × 3.10 m');
    await expectAccessible(page);
    await orders.getByRole('link', { name: 'View unpaid orders' }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  });
}

test('where nothing is owed the dashboard says so', async ({ page, debtor }) => {
  const { url } = await debtor([]);
  await page.goto(`${url}/secure/dashboard`);
  await expect(page.getByRole('region', { name: 'Unpaid orders' })).toContainText('You have no outstanding orders.');
});
