import { downloadPapers } from '@quayside/contract/account/exports.ts';
import { emailInvoice } from '@quayside/contract/orders/invoices.ts';
import { makeAgreement } from '../apps/server/src/testing/factories/orders.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { messages, stopTime } from './toasts.ts';
import { expect, orderBox, test } from './unpaid-orders.ts';

test('[ORD-4] [SHELL-5] [SHELL-14] the history of orders: columns, actions, dates in the address, pages', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([
    { taxPointDate: '2026-03-30' },
    { taxPointDate: '2026-03-29', unsigned: true, grossMinor: 124_500 },
    { taxPointDate: '2026-03-28', grossMinor: -5_000 },
  ]);
  const [open, blocked, credited] = robin.orderIds;
  const { db } = robin.marina.tenant;
  const agreement = await makeAgreement(db, robin.owner, { signedAt: new Date('2026-01-06T10:00:00Z') });
  const paid = await robin.addOrder({ taxPointDate: '2026-03-27', agreementId: agreement.id });
  await makePaidPayment(db, robin.owner, { orders: [{ id: paid, minor: 10_000 }] });
  for (let made = 0; made < 8; made += 1)
    await robin.addOrder({ taxPointDate: `2025-0${made + 1}-01`, allocatedMinor: 10_000 });

  await page.goto(`${robin.url}/secure/contact-us`);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Order history' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/account/order-history`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Number',
    'Date',
    'Type',
    'Status',
    'Amount',
    'Outstanding',
    'Actions',
  ]);
  const rows = page.getByRole('table', { name: 'Order history' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(10);
  await expect(rows.first().getByRole('cell')).toHaveText([
    String(open),
    '30 Mar 26',
    'BerthingVisitor berth · Kittiwake',
    'Overdue',
    '£100.00',
    '£100.00',
    'PayView',
  ]);
  const actionsOf = (id: number | undefined) =>
    rows
      .filter({ has: page.getByText(String(id), { exact: true }) })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  expect(await actionsOf(open)).toEqual([`Pay order ${open}`, `View order ${open}`]);
  expect(await actionsOf(blocked)).toEqual([`Sign the agreement of order ${blocked}`, `View order ${blocked}`]);
  expect(await actionsOf(credited)).toEqual([`View order ${credited}`]);
  expect(await actionsOf(paid)).toEqual([`View the signed agreement of order ${paid}`, `View order ${paid}`]);
  await expect(page.getByRole('link', { name: `View the signed agreement of order ${paid}` })).toHaveAttribute(
    'href',
    `/secure/agreements/signed/${agreement.guid}`,
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Dates').selectOption('custom');
  // The field starts with the day of the first order, which comes a moment later.
  await expect(page.getByLabel('From')).not.toHaveValue('');
  await page.getByLabel('From').fill('28/3/2026');
  await page.getByLabel('From').press('Enter');
  await expect(page).toHaveURL(/\?(?!.*page).*from=2026-03-28/);
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Dates').selectOption('last30Days');
  await expect(page.getByText('No orders: Last 30 days')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${robin.url}/secure/account/order-history`);
  const cards = page.getByRole('list', { name: 'Order history' }).getByRole('listitem');
  await expect(cards.first()).toContainText('£100.00');
  await expect(page.getByText(/^\d+ of 12$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Pay order ${open}` }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?order=${open}`);
  await expect(orderBox(page, open)).toBeChecked();
});

test('[PROV-8] [ORD-5] [ORD-10] the page of an order: its way to pay, balance, payments and agreement', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ taxPointDate: '2026-03-30' }, { unsigned: true }, {}]);
  const [open, blocked, other] = robin.orderIds;
  const { db } = robin.marina.tenant;
  const first = await makePaidPayment(db, robin.owner, { orders: [{ id: open ?? 0, minor: 2_500 }] });
  await page.goto(`${robin.url}/secure/account/order/${open}`);
  await expect(page.locator('p.overdue')).toHaveText('Overdue');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Pay £75.00' })).toHaveAttribute(
    'href',
    `/secure/orders/outstanding?order=${open}`,
  );
  await expect(main.getByText('Outstanding £75.00')).toBeVisible();
  const reference = `P${String(first).padStart(6, '0')}`;
  const payments = page.getByRole('table', { name: 'Payments' }).locator('tbody');
  await expect(payments.locator('th, td')).toHaveText([reference, '16 May 2026', 'Card', 'Paid', '£25.00']);
  await expectAccessibleOnDeskAndPhone(page);
  const download = main.getByRole('link', { name: 'Download invoice' });
  await expect(download).toHaveAttribute('target', '_blank');
  const opened = await download.evaluate(async (link: HTMLAnchorElement) => {
    const { status, headers } = await fetch(link.href);
    return [status, headers.get('content-type')];
  });
  expect(opened).toEqual([200, 'application/pdf']);
  await stopTime(page);
  const email = main.getByRole('button', { name: /^(E-mail invoice|Sending…|Sent)$/ });
  const call = await breakCall(page, emailInvoice, 'fails');
  await email.click();
  await expect(messages(page)).toContainText('The invoice could not be e-mailed.');
  await call.mend();
  await page.clock.runFor(2_100);
  await email.click();
  await expect(messages(page)).toContainText('The invoice is on its way by e-mail');
  await expect(main.getByText(/^The invoice has been sent to .\*\*\*@/)).toBeVisible();
  await page.clock.resume();
  // The order is chosen until the reader changes that, and the unpaid orders follow.
  await expect(main.getByText('Selected to pay')).toBeVisible();
  await main.getByRole('checkbox', { name: 'Pay now' }).uncheck();
  await expect(main.getByText('Not selected')).toBeVisible();
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(orderBox(page, other)).toBeChecked();
  await expect(orderBox(page, open)).not.toBeChecked();

  await db.updateTable('accounts').set({ email: '' }).where('id', '=', robin.account.id).execute();
  await page.goto(`${robin.url}/secure/account/order/${blocked}`);
  await email.click();
  const dialog = page.getByRole('dialog', { name: 'E-mail the invoice' });
  await dialog.getByRole('button', { name: 'Send invoice' }).click();
  await expect(dialog.getByRole('link', { name: 'Enter the e-mail address to send the invoice to' })).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('boss@example.com');
  await dialog.getByRole('button', { name: 'Send invoice' }).click();
  await expect(main.getByText('The invoice has been sent to b***@example.com')).toBeVisible();
  await expect(main.getByText('There are no payments on this order yet.')).toBeVisible();
  await expect(main.getByRole('link', { name: /^Pay / })).toHaveCount(0);
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await main.getByRole('link', { name: 'Sign the agreement “Berthing agreement” to pay' }).click();
  await expect(page).toHaveURL(/agreements\/unsigned\/.*referrer=%2Fsecure%2Faccount%2Forder/);
  await page.goBack();
  await expect(main.getByRole('link', { name: 'Sign the agreement', exact: true })).toBeVisible();
});

test('[FIND-1] [FIND-2] [FIND-3] the history has a spreadsheet, totals and papers of the year, and links', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ taxPointDate: '2026-03-30', grossMinor: 12_050 }]);
  const [id = 0] = robin.orderIds;
  await makePaidPayment(robin.marina.tenant.db, robin.owner, {
    orders: [{ id, minor: 2_500 }],
    paidAt: '2026-04-01T08:00:00Z',
  });
  await page.goto(`${robin.url}/secure/account/order-history?dates=custom&from=2026-01-01&to=2026-12-31`);
  await expect(page.getByRole('main')).toContainText('Orders in 2026£120.50');
  await expect(page.getByRole('main')).toContainText('Paid in 2026£25.00');
  await expectAccessibleOnDeskAndPhone(page);

  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await csv).suggestedFilename()).toBe('Order history.csv');
  const zip = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Invoices and receipts 2026 as ZIP' }).click();
  expect((await zip).suggestedFilename()).toBe('Invoices and receipts 2026.zip');
  // The server's test reads the papers in it. Here it arrives whole.
  expect(await (await zip).failure()).toBeNull();

  // A click beside the link opens the order, and each action of the row keeps its own click.
  const status = await page
    .getByRole('cell', { name: 'Overdue' })
    .or(page.getByRole('cell', { name: 'Part paid' }))
    .boundingBox();
  if (!status) throw new Error('The row has no status.');
  await page.mouse.click(status.x + 5, status.y + 5);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: `Pay order ${id}` }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?order=${id}`);
});

test('[FIND-2] a year’s papers that are refused, or can’t be made, say so in place of a broken download', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  const paid = { orders: [], paidAt: '2026-04-01T08:00:00Z', availableMinor: 2_500 };
  await makePaidPayment(robin.marina.tenant.db, robin.owner, paid);
  const link = page.getByRole('link', { name: 'Invoices and receipts 2026 as ZIP' });
  const open = () => page.goto(`${robin.url}/secure/account/order-history?dates=custom&from=2026-01-01&to=2026-12-31`);
  for (let time = 0; time < 5; time += 1) {
    await open();
    const zip = page.waitForEvent('download');
    await link.click();
    expect(await (await zip).failure()).toBeNull();
  }
  await open();
  await expect(link).toBeVisible();
  await stopTime(page);
  await link.click();
  await expect(messages(page)).toContainText('Too many attempts. Wait a few minutes, then try again.');
  await breakCall(page, downloadPapers, 'drops');
  await page.clock.runFor(2_100);
  await link.click();
  await expect(messages(page)).toContainText('We could not reach the marina.');
});

test('[FIND-3] an empty history leads to all dates', async ({ page, debtor }) => {
  const robin = await debtor([{ taxPointDate: '2020-03-30' }]);
  await page.goto(`${robin.url}/secure/account/order-history?dates=last30Days`);
  await page.getByRole('link', { name: 'Show all dates' }).click();
  await expect(page.getByRole('cell', { name: String(robin.orderIds[0]), exact: true })).toBeVisible();
});
