import { emailEstimate, listEstimates } from '@quayside/contract/orders/estimates.ts';
import { estimateLine, makeEstimate } from '../apps/server/src/testing/factories/estimates.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessible } from './accessible.ts';
import { expect, ownerOf, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { messages, stopTime } from './toasts.ts';

/** Returns a day relative to today at the site, which is in London. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/London' });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('[EST-1] [SHELL-14] [SHELL-5] the list: active ones first, dates and status in the address, the actions', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const order = await makeOrder(db, owner, { allocatedMinor: 10_000 });
  for (let made = 0; made < 11; made += 1)
    await makeEstimate(db, owner, { createdAt: daysAgo(100 + made), expiresOn: inDays(-90) });
  const converted = await makeEstimate(db, owner, { createdAt: daysAgo(40), convertedOrderId: order.id });
  const active = await makeEstimate(db, owner, {
    createdAt: new Date('2026-09-05T23:30:00Z'),
    expiresOn: '2099-02-28',
    startDate: '2099-03-29',
    departureDate: null,
  });

  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Estimates' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/estimates`);
  const rows = page.getByRole('table', { name: 'Estimates' }).locator('tbody').getByRole('row');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Number',
    'Created on',
    'Expiry date',
    'Start date',
    'Departure date',
    'Gross cost',
    'Status',
    'Actions',
  ]);
  await expect(rows).toHaveCount(1);
  // Half past midnight at the site, which has summer time.
  await expect(rows.getByRole('cell')).toHaveText([
    `${active}Annual berth · Kittiwake`,
    '06 Sep 26',
    '28 Feb 99',
    '29 Mar 99',
    '',
    '£100.00',
    'Active',
    /View$/,
  ]);
  await expectAccessible(page);

  await page.getByLabel('Status').selectOption('All');
  await expect(page).toHaveURL(/\?status=All$/);
  await expect(page.getByRole('status')).toHaveText('1 to 10 of 13');
  const ofConverted = rows.filter({ hasText: 'Converted' });
  await expect(ofConverted.getByRole('link')).toHaveText(['', '', 'View'], { useInnerText: true });
  await expect(ofConverted.getByRole('link', { name: `Download estimate ${converted}` })).toHaveAttribute(
    'href',
    new RegExp(`/estimates/document/${converted}$`),
  );
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Dates').selectOption('last3Months');
  await expect(page).toHaveURL(/\?(?!.*page).*dates=last3Months/);
  await expect(ofConverted).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Expired' })).toHaveCount(0);

  await page.getByLabel('Status').selectOption('Expired');
  await expect(page.getByText('0 estimates: Expired, Last 3 months')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Dates')).toHaveValue('last3Months');
  await page.getByLabel('Dates').selectOption('custom');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(/^\d\d-\w{3}-\d{4}$/);
  await page.getByLabel('From').fill('soon');
  await page.getByLabel('From').press('Enter');
  await expect(page.getByText('Enter a date, such as 16-May-2026')).toBeVisible();
  await page.getByLabel('From').fill('1/2/2027');
  await page.getByLabel('From').press('Enter');
  await expect(page.getByLabel('From')).toHaveValue('01-Feb-2027');
  await expect(page).toHaveURL(/from=2027-02-01/);
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const list = await breakCall(page, listEstimates, 'fails');
  await page.goto(`${robin.url}/secure/estimates/?status=All`);
  await expect(page.getByRole('alert')).toContainText('Your estimates could not be loaded');
  await list.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  const cards = page.getByRole('list', { name: 'Estimates' }).getByRole('listitem');
  await expect(cards.first()).toContainText('£100.00');
  await expect(page.getByText(/^\d+ of 13$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `View order ${order.id}` }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/account/order/${order.id}`);
  await expect(page.locator('p.paid')).toHaveText('Paid');
  await expectAccessible(page);
});

test('[EST-2] [EST-3] [ORD-5] the page of one: facts, order, e-mail; a wrong number leads to the list', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const line = { name: 'Annual berth', quantity: '11.35', unit: 'm', grossUnitMinor: 46_500, vatPercent: 20 };
  const order = await makeOrder(db, owner, {
    lines: [{ ...line, location: 'B 12', boatName: 'Kittiwake', startDate: '2026-04-01', departureDate: '2027-03-31' }],
    allocatedMinor: 27_775,
    taxPointDate: '2099-06-01',
  });
  const id = await makeEstimate(db, owner, {
    reference: 'Q-2026-17',
    createdAt: new Date('2026-05-04T10:00:00Z'),
    expiresAt: new Date('2026-05-29T16:00:00Z'),
    convertedOrderId: order.id,
    lines: [estimateLine({ quantity: '11.35', grossUnitMinor: 46_500 })],
  });
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Estimate ${id}`);
  const facts = page.getByRole('main').locator('dl').first();
  await expect(facts.locator('dt')).toHaveText([
    'Number',
    'Items',
    'Created on',
    'Expiry date',
    'Start date',
    'Departure date',
    'Reference',
    'Order',
  ]);
  await expect(facts.locator('dd')).toHaveText([
    String(id),
    'Annual berth · Kittiwake',
    '04 May 2026',
    '29 May 2026 17:00',
    '01 Jun 2026',
    '31 May 2027',
    'Q-2026-17',
    `${order.id}`,
  ]);
  await expect(page.getByText('Converted')).toBeVisible();
  const lines = page.getByRole('table', { name: 'Items' });
  await expect(lines.locator('tbody').locator('th, td')).toHaveText([
    'Annual berth',
    'Kittiwake, 11.35 m',
    '£465.00',
    '11.35',
    '£4,398.12',
    '£879.63',
    '£5,277.75',
  ]);
  await expect(page.getByRole('region', { name: 'Items' }).locator('dl > div')).toHaveText([
    'Total net£4,398.12',
    'VAT£879.63',
    'Total£5,277.75',
  ]);
  const download = page.getByRole('link', { name: 'Download' });
  await expect(download).toHaveAttribute('target', '_blank');
  const opened = await download.evaluate(async (link: HTMLAnchorElement) => {
    const { status, headers } = await fetch(link.href);
    return [status, headers.get('content-type')];
  });
  expect(opened).toEqual([200, 'application/pdf']);
  await expectAccessible(page);

  await stopTime(page);
  const email = page.getByRole('button', { name: /^(E-mail|Sending…|Sent)$/ });
  const call = await breakCall(page, emailEstimate, 'fails');
  await email.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The estimate could not be e-mailed');
  await expect(messages(page)).toContainText('Something went wrong.');
  await call.mend();
  await page.clock.runFor(2_100);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page)).toContainText('The e-mail is on its way.');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(email).toHaveText('Sent');
  await page.clock.runFor(3_100);
  await expect(email).toHaveText('E-mail');
  const waiting = await breakCall(page, emailEstimate, 'waits');
  await email.click();
  await expect(email).toHaveText('Sending…');
  await expect(email).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(5_000); // locked as long as the call takes
  await expect(email).toHaveAttribute('aria-disabled', 'true');
  await waiting.mend();
  await expect(email).toHaveText('Sent');
  await expect(email).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(2_100);
  await expect(email).not.toHaveAttribute('aria-disabled');
  await expect(email).toHaveText('Sent');
  await page.clock.runFor(1_000);
  await expect(email).toHaveText('E-mail');
  await page.clock.resume();

  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.id}`);
  await expect(page.locator('p.partpaid')).toHaveText('Partly paid');
  await expect(page.getByRole('main').locator('dl').first()).toContainText('01 Jun 2099');
  await expect(page.getByRole('table', { name: 'Items' }).locator('tbody').locator('th, td')).toHaveText([
    'Annual berth',
    '01 Apr 26 – 31 Mar 27',
    'B 12',
    'Kittiwake',
    '£465.00',
    '11.35 m',
    '£5,277.75',
  ]);
  await expect(page.getByRole('region', { name: 'Items' }).locator('dl > div')).toHaveText([
    'Total£5,277.75',
    'Paid£277.75',
    'Outstanding£5,000.00',
  ]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to order history' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/account/order-history`);
  await page.goto(`${robin.url}/secure/account/order/999999`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found');
  await expect(page.getByText('We cannot find this order on your account.')).toBeVisible();

  for (const wrong of ['999999', 'none']) {
    await stopTime(page);
    await page.goto(`${robin.url}/secure/estimates/${wrong}`);
    // A timer delivers a query's answer.
    await expect(async () => {
      await page.clock.runFor(20);
      expect(page.url()).toBe(`${robin.url}/secure/estimates`);
    }).toPass({ intervals: [50] });
    await expect(messages(page)).toContainText('We cannot find this estimate. Here are your estimates.');
  }
});
