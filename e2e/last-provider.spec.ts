import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { inWindow, test } from './page-providers.ts';
import { expect, expectReceived } from './unpaid-orders.ts';

test('[ORD-3] with several providers the one of the customer’s last payment is chosen, and at first none', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'paypal');
  const card = page.getByRole('radio', { name: 'Card' });
  const paypal = page.getByRole('radio', { name: 'PayPal' });
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(card).toBeVisible();
  await expect(card.or(paypal).and(page.locator(':checked'))).toHaveCount(0);
  await expect(checkout).toHaveAccessibleDescription('Choose how to pay');
  const { db, id: tenantId } = robin.marina.tenant;
  const id = await makePaidPayment(db, robin.owner, { orders: [], availableMinor: 100 });
  const ofTenant = db.updateTable('payments').set({ provider_key: 'paypal' }).where('tenant_id', '=', tenantId);
  await ofTenant.where('id', '=', id).execute();
  await page.reload();
  await expect(paypal).toBeChecked();
  await expect(checkout).toBeEnabled();
  await card.check();
  await expect(paypal).not.toBeChecked();
});

test('[ORD-3] the provider of a payment in a window is chosen for the next one, in the same document', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}, {}]);
  await offer(robin, 'redirect');
  await page.clock.install();
  await page.goto(`${robin.url}/secure/orders/outstanding?order=${robin.orderIds[0]}`);
  const lighthouse = page.getByRole('radio', { name: 'Lighthouse Pay' });
  await lighthouse.check();
  const popup = await inWindow(page, () => page.getByRole('button', { name: 'Checkout' }).click());
  await popup.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(page);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('£100.00');
  await expect(lighthouse).toBeChecked();
});
