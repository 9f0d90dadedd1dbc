import { mergeTests, type Page } from '@playwright/test';
import { makeEstimate, makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import { makeAgreement, makeBoat, makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { test as withPeople } from './customers.ts';
import { another, inEveryLanguage } from './drawn.ts';
import { expect, test as withDebts } from './unpaid-orders.ts';

const test = mergeTests(withPeople, withDebts);

const rows = (page: Page) => page.getByRole('main').getByRole('table').locator('tbody').getByRole('row');
/** The row's link covers the cell on purpose. */
const beside = { force: true };
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });

test('[FIND-4] a history is searched and sorted in the address, and nothing found leads to all', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 30_000 }, { grossMinor: 10_000 }, { grossMinor: 20_000 }]);
  const [first, second, third] = robin.orderIds;
  const { db, id: tenantId } = robin.marina.tenant;
  const lifted = db.updateTable('orders').set({ description: 'Lift-out' }).where('tenant_id', '=', tenantId);
  await lifted.where('id', '=', second ?? 0).execute();
  await makePaidPayment(db, robin.owner, { orders: [{ id: third ?? 0, minor: 2_500 }] });
  const numbers = async () => (await rows(page).locator('td:first-child').allTextContents()).map(Number);

  await page.goto(`${robin.url}/secure/account/order-history`);
  await expect(rows(page)).toHaveCount(3);
  await sort(page).selectOption('Lowest amount first');
  await expect(page).toHaveURL(/[?&]sort=lowest/);
  await expect.poll(numbers).toEqual([second, third, first]);
  await search(page).pressSequentially('visitor KITTI');
  await expect(page).toHaveURL(/search=visitor/);
  await expect.poll(numbers).toEqual([third, first]);
  await expect(search(page)).toBeFocused();
  await page.reload();
  await expect(search(page)).toHaveValue('visitor KITTI');
  await expect.poll(numbers).toEqual([third, first]);
  await expectAccessibleOnDeskAndPhone(page);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', /search=visitor/);
  await search(page).fill('no such thing');
  await search(page).press('Enter');
  await expect(page.getByText('Nothing found for “no such thing”.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(3);

  await page.goto(`${robin.url}/secure/account/payment-history?search=kittiwake&sort=oldest`);
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('4242');
  await expect(page.getByText('Nothing found for “4242”.')).toBeVisible();
});

test('[FIND-4] [FIND-5] agreements and estimates are searched and sorted, and rows lead to the whole', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  const { db } = robin.marina.tenant;
  const signed = { signedAt: new Date('2026-03-20T10:00:00Z') };
  await makeAgreement(db, robin.owner, { type: 'Winter storage', ...signed });
  await makeAgreement(db, robin.owner, { type: 'Berthing licence', ...signed });
  await makeEstimate(db, robin.owner);
  await makeStay(db, robin.owner, { boatId: await makeBoat(db, robin.owner, 'Avocet'), boatName: 'Avocet' });

  await page.goto(`${robin.url}/secure/agreements`);
  await sort(page).selectOption('Name');
  await expect(rows(page).locator('td:first-child')).toHaveText(['Berthing licence', 'Winter storage']);
  await search(page).fill('storage');
  await expect(page).toHaveURL(/search=storage/);
  await expect(rows(page).locator('td:first-child')).toHaveText(['Winter storage']);
  await expectAccessibleOnDeskAndPhone(page);
  await rows(page).getByRole('cell', { name: 'Signed' }).first().click(beside);
  await expect(page.getByRole('heading', { level: 1, name: 'Winter storage' })).toBeVisible();

  await page.goto(`${robin.url}/secure/estimates?search=annual&sort=highest`);
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('crane');
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\?status=All$/);
  await expect(rows(page)).toHaveCount(1);

  await page.goto(`${robin.url}/secure/account/my-stays?filter=All`);
  await rows(page).getByRole('cell', { name: 'Annual berth' }).click(beside);
  await expect(page.getByRole('heading', { level: 1, name: 'Boats' })).toBeVisible();
});

test('[FIND-5] [CAL-2] an empty list says what comes next, and the calendar is offered where due dates are', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  await expect(page.getByRole('link', { name: 'Download calendar file' })).toBeVisible();
  const empty = {
    agreements: 'When the marina sends you an agreement, you can read and sign it here.',
    'estimates?status=All': 'When the marina office sends you an estimate, it appears here.',
    'account/payment-history': 'Your payments appear here as soon as you make them.',
    documents: 'If that changes, you can upload them here.',
    'waiting-lists': 'To join one, contact the marina office.',
    boats: 'To add your boat, contact the marina office.',
  };
  for (const [path, next] of Object.entries(empty)) {
    await page.goto(`${robin.url}/secure/${path}`);
    await expect(page.getByRole('main')).toContainText(next);
  }
});

test('[FIND-5] [CARD-3] somebody without an order, a card or an address reads what comes next', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([]);
  const main = page.getByRole('main');
  await page.goto(`${url}/secure/account/order-history`);
  await expect(main).toContainText('New orders from the marina appear here.');
  await page.goto(`${url}/secure/manage-payment-methods`);
  await expect(page.getByRole('region', { name: 'Stored cards' })).toContainText(
    'Add a card, or save one when you pay.',
  );
  await expect(page.getByRole('region', { name: 'Billing addresses' })).toContainText(
    'Add an address to use it when you pay.',
  );
});

test('[SHELL-173] the ways back from an order, an estimate or an agreement lead to the list as it was', async ({
  page,
  debtor,
}) => {
  const robin = await debtor(Array.from({ length: 12 }, (_, place) => ({ grossMinor: 10_000 + place })));
  const { db } = robin.marina.tenant;
  await makeEstimate(db, robin.owner);
  await makeAgreement(db, robin.owner, { type: 'Winter storage', signedAt: new Date('2026-03-20T10:00:00Z') });
  await makeAgreement(db, robin.owner, { type: 'Winter berth' });
  const lists: { list: string; open: RegExp; back: string; isAsItWas: () => Promise<void> }[] = [
    {
      list: 'account/order-history?sort=lowest&search=visitor&page=2',
      open: /^View order/,
      back: 'Back to order history',
      isAsItWas: async () => {
        await expect(rows(page)).toHaveCount(2);
        await expect(search(page)).toHaveValue('visitor');
        await expect(sort(page)).toHaveValue('lowest');
      },
    },
    {
      list: 'estimates?status=All&search=annual&sort=oldest',
      open: /^View estimate/,
      back: 'Back to estimates',
      isAsItWas: () => expect(page.getByLabel('Status')).toHaveValue('All'),
    },
    {
      list: 'agreements?search=storage&sort=name',
      open: /^View Winter storage/,
      back: 'Back to agreements',
      isAsItWas: () => expect(search(page)).toHaveValue('storage'),
    },
  ];
  for (const { list, open, back, isAsItWas } of lists) {
    await page.goto(`${robin.url}/secure/${list}`);
    const searchNow = () => Object.fromEntries(new URL(page.url()).searchParams);
    const wanted = searchNow();
    const expectList = async () => {
      await expect.poll(searchNow).toEqual(wanted);
      await isAsItWas();
    };
    await expectList();
    const heading = page.getByRole('heading', { level: 1 });
    const title = await heading.textContent();
    for (const goBack of [
      () => page.getByRole('main').getByRole('link', { name: back, exact: true }).click(),
      () => page.goBack(),
    ]) {
      await page.getByRole('main').getByRole('link', { name: open }).first().click();
      await expect(heading).not.toHaveText(title ?? '');
      await goBack();
      await expect(heading).toHaveText(title ?? '');
      await expectList();
    }
  }

  // After the signature a link leads back, which stands in the address.
  await page.goto(`${robin.url}/secure/agreements?search=winter+berth`);
  await page.getByRole('link', { name: 'Sign Winter berth' }).click();
  await expect(page).toHaveURL(({ searchParams }) => {
    return /^\/secure\/agreements\?search=winter(\+|%20)berth$/.test(searchParams.get('referrer') ?? '');
  });

  // An order that was opened from the unpaid ones leads back there.
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  const name = page
    .getByRole('main')
    .getByRole('link', { name: /Visitor berth/ })
    .nth(8);
  await name.click();
  await page.getByRole('link', { name: 'Back to unpaid orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid orders' })).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
});

test('[SHELL-173] on a phone the ways back lead to the row that was opened, with all rows above it', async ({
  page,
  debtor,
}) => {
  const robin = await debtor(Array.from({ length: 14 }, () => ({})));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${robin.url}/secure/account/order-history?shown=12`);
  const link = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^View order/ })
    .nth(9);
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle');
  await link.scrollIntoViewIfNeeded();
  const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  for (const goBack of [() => page.getByRole('link', { name: 'Back to order history' }).click(), () => page.goBack()]) {
    const before = await top();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d+/ })).toBeVisible();
    await goBack();
    await expect(page).toHaveURL(/[?&]shown=1\d/);
    await expect(link).toBeFocused();
    await expect.poll(top).toBe(before);
  }
  // Somebody who comes by the menu reads the list from its top.
  await link.click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Order history', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order history' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('[SHELL-220] a row that is opened in another tab takes no focus from the search of its list', async ({
  page,
  context,
  debtor,
}) => {
  const robin = await debtor([{}, {}, {}]);
  const [first = 0, second = 0] = robin.orderIds;
  const { db, id: tenantId } = robin.marina.tenant;
  const lifted = db.updateTable('orders').set({ description: 'Lift-out' }).where('tenant_id', '=', tenantId);
  await lifted.where('id', '=', second).execute();
  await page.goto(`${robin.url}/secure/account/order-history`);
  await expect(rows(page)).toHaveCount(3);
  const link = page.getByRole('main').getByRole('link', { name: `View order ${first}` });
  const other = context.waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
  await (await other).close();
  await search(page).pressSequentially('visitor');
  await expect(rows(page)).toHaveCount(2);
  await expect(search(page)).toBeFocused();

  // The row was opened elsewhere, so no way leads back to it.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await expect(link).not.toBeFocused();
});

for (const [locale, width] of [
  ['en-GB', 1024],
  ['fr-FR', 1024],
  ['de-DE', 1024],
  ['es-ES', 1024],
  ['nl-NL', 1024],
  ['ar', 1024],
  ['de-DE', 1279],
] as const)
  test(`[SHELL-226] at ${width} pixels in ${locale} all actions of a row are in view`, async ({
    context,
    browser,
    debtor,
  }) => {
    const offered = { settings: inEveryLanguage, culture: inEveryLanguage.culture };
    const robin = await debtor([{ grossMinor: 527_775 }, { grossMinor: 104_988, unsigned: true }], offered);
    const { db, id: tenantId } = robin.marina.tenant;
    const named = { description: 'Electricity, meter read 26/11/2026' };
    await db.updateTable('orders').set(named).where('tenant_id', '=', tenantId).execute();
    const signedAt = new Date('2026-02-01T10:00:00Z');
    const days = { startDate: '2026-11-01', endDate: '2027-03-31', type: 'Annual berthing agreement' };
    const signed = await makeAgreement(db, robin.owner, { ...days, signedAt });
    await makeAgreement(db, robin.owner, { ...days, signatureRequired: false });
    await makeOrder(db, robin.owner, { agreementId: signed.id });
    const reader = await another(browser, context, { locale, viewport: { width, height: 1200 } });
    const tab = await reader.newPage();
    for (const path of ['account/order-history', 'agreements']) {
      await tab.goto(`${robin.url}/secure/${path}`);
      const table = tab.getByRole('main').getByRole('table');
      await expect(table.locator('tbody').getByRole('link').last()).toBeInViewport({ ratio: 1 });
      expect([
        path,
        await table.evaluate(({ parentElement: box }) => box && box.scrollWidth <= box.clientWidth),
      ]).toEqual([path, true]);
    }
    await reader.close();
  });
