import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { cards, expect, expectReceived, payWithNewCard, test } from './unpaid-orders.ts';

test('[PROV-8] [ORD-6] [SHELL-14] the history of payments: the period’s count, and the way back from one', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  const { db } = robin.marina.tenant;
  const pay = (overrides: Partial<Parameters<typeof makePaidPayment>[2]>) =>
    makePaidPayment(db, robin.owner, { orders: [], availableMinor: 1_000, ...overrides });
  const ids: number[] = [];
  for (let made = 0; made < 14; made += 1)
    ids.push(await pay({ paidAt: `2025-03-${String(made + 10)}T08:00:00Z`, channel: made === 0 ? 'None' : 'Card' }));
  const declined = await pay({ paidAt: '2025-04-01T08:00:00Z', state: 'declined' });
  await pay({ state: 'cancelled' });

  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payment history' }).click();
  await expect(page.getByText('15 payments in this period')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Number',
    'Date',
    'Payment method',
    'Amount',
    'Available',
    'Status',
    'Actions',
  ]);
  const rows = page.getByRole('table', { name: 'Payment history' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(10);
  const named = (id: number | undefined) => `P${String(id).padStart(6, '0')}`;
  await expect(rows.first().getByRole('cell')).toHaveText([
    named(declined),
    '01 Apr 25',
    'Card',
    '£10.00',
    '',
    'Declined',
    'View',
  ]);
  await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('£10.00');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rows.last()).toContainText('Paid at the office');
  await page.getByLabel('Dates').selectOption('last30Days');
  await expect(page.getByText('No payments: Last 30 days')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${robin.url}/secure/account/payment-history?dates=custom&from=2025-03-01&shown=12`);
  const cards = page.getByRole('list', { name: 'Payment history' }).getByRole('listitem');
  const card = cards.filter({ hasText: named(ids[4]) });
  const link = card.getByRole('link');
  // The totals above the list come by a call of their own.
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle');
  await link.scrollIntoViewIfNeeded();
  const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment ${named(ids[4])}`);
  await page.getByRole('link', { name: 'Back to payment history' }).click();
  await expect(page).toHaveURL(/payment-history\?(?=.*dates=custom)(?=.*from=2025-03-01)(?=.*shown=1)/);
  await expect(link).toBeFocused();
  await expect.poll(top).toBe(before);
  await page.reload();
  await expect(card).toBeVisible();
  await expectAccessible(page);
});

test('[FIND-4] the way back from a payment keeps the words and the order of the list', async ({ page, debtor }) => {
  const robin = await debtor([]);
  const { db } = robin.marina.tenant;
  await makePaidPayment(db, robin.owner, { orders: [], availableMinor: 1_000 });
  const list = `${robin.url}/secure/account/payment-history?search=P00&sort=oldest`;
  await page.goto(list);
  await page.getByRole('table').getByRole('link', { name: /^View/ }).click();
  await page.getByRole('link', { name: 'Back to payment history' }).click();
  await expect(page.getByLabel('Search')).toHaveValue('P00');
  await expect(page).toHaveURL(list);
});

test('[ORD-6] the history says what each payment was for, and the boat', async ({ page, debtor }) => {
  const robin = await debtor([{}]);
  const { db } = robin.marina.tenant;
  await makePaidPayment(db, robin.owner, { orders: [{ id: robin.orderIds[0] ?? 0, minor: 10_000 }] });
  await page.goto(`${robin.url}/secure/account/payment-history`);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toContainText('Visitor berth · Kittiwake');
  await page.setViewportSize({ width: 360, height: 740 });
  const card = page.getByRole('list', { name: 'Payment history' }).getByRole('listitem');
  await expect(card).toContainText('Visitor berth · Kittiwake');
  await expectAccessible(page);
});

test('[PROV-8] [ORD-6] [ORD-10] a payment: all that is known of it, its orders, a receipt if completed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}, {}]);
  const [first = 0, second = 0] = robin.orderIds;
  const { db } = robin.marina.tenant;
  const orders = [
    { id: first, minor: 10_000 },
    { id: second, minor: 2_500 },
  ];
  const paid = await makePaidPayment(db, robin.owner, { orders, availableMinor: 500 });
  const refunded = await makePaidPayment(db, robin.owner, { orders: [], availableMinor: 500, state: 'refunded' });
  await page.goto(`${robin.url}/secure/account/payment/${paid}`);
  const main = page.getByRole('main');
  await expect(main.getByText('£130.00', { exact: true })).toBeVisible();
  await expect(main.locator('dl').first().locator('dd')).toHaveText([
    `P${String(paid).padStart(6, '0')}`,
    '16 May 2026 09:50:07',
    'Card',
    /ending 1000/,
    '£5.00',
  ]);
  const allocations = page.getByRole('table', { name: 'Orders paid' }).locator('tbody').getByRole('row');
  await expect(allocations).toHaveCount(2);
  await expect(allocations.first().locator('th, td')).toHaveText([
    /^\d+$/,
    '16 May 2026',
    `Order ${first}Visitor berth · Kittiwake`,
    '£100.00',
  ]);
  const receipt = main.getByRole('link', { name: 'Open receipt' });
  await expect(receipt).toHaveAttribute('href', new RegExp(`/receipt/${paid}/${robin.account.guid}$`));
  await expect(main.getByRole('button', { name: 'E-mail receipt', exact: true })).toBeVisible();
  await expect(main.getByText(/A receipt also goes to|The receipt was sent/)).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const cards = page.getByRole('list', { name: 'Orders paid' }).getByRole('listitem');
  await expect(cards.first().getByRole('link', { name: `Order ${first}` })).toBeVisible();
  await expect(cards.first()).toContainText('Visitor berth · Kittiwake');
  await page.setViewportSize({ width: 1280, height: 800 });
  await allocations.first().getByRole('link').click();
  await expect(page).toHaveURL(`${robin.url}/secure/account/order/${first}`);

  await page.goto(`${robin.url}/secure/account/payment-history`);
  const balance = await main.locator('[data-kind=info]').filter({ hasText: 'You have £' }).boundingBox();
  const search = await main.getByLabel('Search').boundingBox();
  expect((balance?.y ?? 0) + (balance?.height ?? 0) + 36).toBeLessThanOrEqual(search?.y ?? 0);

  await page.goto(`${robin.url}/secure/account/payment/${refunded}`);
  await expect(main.getByText('Refunded').first()).toBeVisible();
  await expect(main.getByText('This payment is not used for any order.')).toBeVisible();
  await expect(receipt).toHaveCount(0);
  await page.goto(`${robin.url}/secure/account/payment/999999`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment not found');
});

test('[ORD-7] a new payment’s page says that the receipt is on its way or sent, and sends another', async ({
  page,
  debtor,
}) => {
  const email = `robin.${Date.now()}@example.com`;
  const robin = await debtor([{}], { account: { email } });
  await payWithNewCard(page, robin.url, cards.frictionless);
  await expectReceived(page);
  const { db, id: tenantId } = robin.marina.tenant;
  const payments = db.selectFrom('payments').select('id').where('tenant_id', '=', tenantId);
  const { id } = await payments.executeTakeFirstOrThrow();
  const ofReader = db.selectFrom('mails').select('sent_at').where('tenant_id', '=', tenantId);
  const receipts = () => ofReader.where('recipient', '=', email).where('kind', '=', 'receipt').execute();
  await expect.poll(receipts, { timeout: 30_000 }).toEqual([{ sent_at: expect.any(Date) }]);
  const again = page.getByRole('button', { name: 'E-mail receipt again' });
  await page.goto(`${robin.url}/secure/account/payment/${id}`);
  await expect(again).toBeVisible();
  await expect(
    page.getByText(/^The receipt was sent to r\*\*\*@example\.com on \d\d [A-Z][a-z]{2} \d{4}\.$/),
  ).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);

  // The job seems not to have sent it yet.
  const mails = db.updateTable('mails').where('tenant_id', '=', tenantId).where('recipient', '=', email);
  await mails.set({ sent_at: null }).execute();
  await page.reload();
  await expect(page.getByText('A receipt also goes to r***@example.com.')).toBeVisible();
  await again.click();
  await expect(page.getByText('The receipt is on its way by e-mail')).toBeVisible();
  await expect(page.getByText('The receipt has been sent to r***@example.com')).toBeVisible();
  expect(await receipts()).toHaveLength(2);

  await mails.set({ sent_at: null, failed_at: new Date(), failure: '550' }).execute();
  await page.reload();
  await expect(page.getByRole('button', { name: 'E-mail receipt', exact: true })).toBeVisible();
  await expect(page.getByText(/A receipt also goes to|The receipt was sent/)).toHaveCount(0);
});
