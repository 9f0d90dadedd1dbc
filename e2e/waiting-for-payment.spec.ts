import { randomUUID } from 'node:crypto';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { cards, expect, openOrders, pay, test, typeAddress, typeCard } from './unpaid-orders.ts';
import { breakCall } from './faults.ts';

test('[PROV-8] [QP-2] a customer who pays by a link and waits for the bank reads who gets the e-mail', async ({
  page,
  debtor,
}) => {
  const { url, marina, orderIds, fault } = await debtor([{}], { signedOut: true });
  const order = marina.tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', marina.tenant.id);
  const { guid } = await order.where('id', '=', orderIds[0] ?? 0).executeTakeFirstOrThrow();
  await fault({ operation: 'auths.create', kind: 'drop-after-commit' });
  await fault({ operation: 'auths.search', kind: 'status', times: 500 });
  await page.goto(`${url}/quick-pay/${guid}`);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await typeAddress(page);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your bank' })).toBeVisible({ timeout: 30_000 });
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Do not pay again.')).toBeVisible();
  await page.clock.fastForward('15:01');
  await expect(page.getByText('You do not need to pay again. We will e-mail r***@example.com')).toBeVisible();
  await expect(page.getByText('e-mail you')).toHaveCount(0);
});

test('[PROV-8] while the result of a payment is unknown, the page mentions neither a bank nor paying again', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await page.clock.install();
  await openOrders(page, url);
  const broken = await breakCall(page, getPayment, 'fails');
  await page.goto(`${url}/secure/payment/confirmation?reference=QS-${randomUUID()}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Checking your payment' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.clock.fastForward('15:01');
  await expect(page.getByText('We could not check your last payment')).toBeVisible();
  await expect(page.getByText(/pay again|e-mail|your bank/)).toHaveCount(0);
  await broken.mend();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible();
});

test('[ORD-17] an address that names no payment says so at once, on every page of a result', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of ['payment-processed/P002903', 'payment-processed/P002903?cancelled=true']) {
    await page.goto(`${url}/${path}`);
    await expect(page.getByText('We cannot show this payment here.')).toBeVisible();
    await expect(page.getByText('Checking…')).toHaveCount(0);
  }
  expect(asked.filter((address) => address.endsWith('/payment/P002903'))).toHaveLength(2);
  for (const path of ['paysafe/error', 'payment/error']) {
    await page.goto(`${url}/secure/${path}?reference=typo`);
    await expect(page.getByText('The payment did not go through')).toBeVisible();
  }
  expect(asked.filter((address) => address.endsWith('/payment/typo'))).toEqual([]);
});
