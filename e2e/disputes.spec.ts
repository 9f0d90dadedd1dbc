import { disputeAtPaypal } from '../apps/server/src/testing/payments/after-payment.ts';
import { givePageProvider, registerPaypal } from '../apps/server/src/testing/payments/page-payments.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { agreeAtPaypal, payBy, test } from './page-providers.ts';
import { expect, expectReceived, openOrders } from './unpaid-orders.ts';

test('[ORD-5] [ORD-6] [MONEY-3] order and history show a bank’s reversal or a dispute, and the reason', async ({
  page,
  debtor,
  hosts,
  serverUrl,
}) => {
  const robin = await debtor([{}]);
  const { tenant } = robin.marina;
  const [orderId] = robin.orderIds;
  const merchant = await registerPaypal(hosts, `${serverUrl}/harbour/api/hooks/paypal/${tenant.key}`);
  await givePageProvider(tenant.db, tenant.id, merchant);
  await openOrders(page, robin.url);
  await payBy(page, 'PayPal');
  await agreeAtPaypal(page, '£100.00');
  await expectReceived(page);
  const payments = tenant.db.selectFrom('payments').select(['id', 'provider_reference']);
  const { id, provider_reference: token } = await payments.where('tenant_id', '=', tenant.id).executeTakeFirstOrThrow();
  const reference = `P${String(id).padStart(6, '0')}`;
  const parts = async () => {
    const read = tenant.db.selectFrom('payments').select(['disputed_minor', 'reversed_minor']).where('id', '=', id);
    return Object.values(await read.executeTakeFirstOrThrow());
  };

  const order = `${robin.url}/secure/account/order/${orderId}`;
  const history = `${robin.url}/secure/account/payment-history`;
  const main = page.getByRole('main');
  const disputed = main.getByRole('status').filter({ hasText: `£30.00 of payment ${reference} is in dispute` });
  const takenOff = main.getByRole('status').filter({ hasText: `£20.00 of payment ${reference} was taken back` });

  await disputeAtPaypal(hosts, token, { status: 'OPEN', value: '30.00' });
  await expect.poll(parts).toEqual([3_000, 0]);
  await page.goto(order);
  await expect(disputed).toContainText('You do not need to pay again while it is being decided.');
  await expect(takenOff).toHaveCount(0);
  await page.goto(history);
  const row = main.getByRole('table', { name: 'Payment history' }).getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('£100.00In dispute£30.00');

  await disputeAtPaypal(hosts, token, { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR', refunded: '20.00' });
  await expect.poll(parts).toEqual([0, 2_000]);
  await page.goto(order);
  await expect(takenOff).toContainText('is due again');
  await expect(disputed).toHaveCount(0);
  await expect(main.getByText('Outstanding £20.00')).toBeVisible();
  const ofOrder = main.getByRole('table', { name: 'Payments' });
  await expect(ofOrder.getByRole('columnheader').last()).toHaveText('Taken back');
  await expect(ofOrder.locator('tbody').getByRole('row')).toHaveText(/£80\.00£20\.00$/);
  await expectAccessibleOnDeskAndPhone(page);
  await page.goto(history);
  await expect(row).toContainText('£100.00Taken back£20.00');
  await expectAccessibleOnDeskAndPhone(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(order);
  await expect(takenOff).toBeVisible();
  await expect(main.getByRole('list', { name: 'Payments' })).toContainText('Taken back£20.00');
  await page.goto(history);
  await expect(main.getByRole('list', { name: 'Payment history' })).toContainText('Taken back£20.00');
});
