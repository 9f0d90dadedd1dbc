import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { test } from './page-providers.ts';
import { expect } from './unpaid-orders.ts';

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
