import type { Locator } from '@playwright/test';
import { dinarCulture, yenCulture } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone, expectNoSidewaysScroll } from './accessible.ts';
import { isTakenOver } from './drawn.ts';
import { expect, openOrders, orderBox, test } from './unpaid-orders.ts';

const total = 'Total due';

test('[ORD-1] payable orders start selected; a future order counts only while it is shown', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([
    { grossMinor: 10_000 },
    { grossMinor: 2_550 },
    { grossMinor: 70_000, unsigned: true },
    { grossMinor: 5_000, dueInDays: 40 },
  ]);
  const [first, second, blocked, future] = orderIds;
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(orderBox(page, first)).toBeChecked();
  await expect(orderBox(page, second)).toBeChecked();
  await expect(orderBox(page, blocked)).toBeDisabled();
  await expect(orderBox(page, blocked)).not.toBeChecked();
  await expect(orderBox(page, future)).toBeHidden();
  await expect(panel).toContainText('2 of 3 orders · £125.50');

  await page.getByRole('switch', { name: 'Show future orders' }).check();
  await expect(orderBox(page, future)).toBeChecked();
  await expect(panel).toContainText('3 of 4 orders · £175.50');
  await page.getByRole('switch', { name: 'Show future orders' }).uncheck();
  await expect(panel).toContainText('2 of 3 orders · £125.50');
});

test('[ORD-1] if the marina hides the switch, a future order is neither shown nor counted', async ({
  page,
  debtor,
}) => {
  const settings = { hideFutureToggle: true };
  const { url, orderIds } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 5_000, dueInDays: 40 }], { settings });
  await openOrders(page, url);
  await expect(orderBox(page, orderIds[0])).toBeChecked();
  await expect(orderBox(page, orderIds[1])).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Show future orders' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 1 order · £100.00');
});

test('[ORD-1] all, none and one can be selected, and the choice outlives a reload', async ({ page, debtor }) => {
  const { url, orderIds, addOrder } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550 }, { unsigned: true }]);
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  await page.getByRole('button', { name: 'Deselect all' }).click();
  await expect(panel).toContainText('0 of 3 orders · £0.00');
  await orderBox(page, orderIds[1]).check();
  await expect(panel).toContainText('1 of 3 orders · £25.50');

  const late = await addOrder({ grossMinor: 1_000 });
  await page.reload();
  await expect(orderBox(page, orderIds[0])).not.toBeChecked();
  await expect(orderBox(page, orderIds[1])).toBeChecked();
  await expect(orderBox(page, late)).toBeChecked();
  await expect(panel).toContainText('2 of 4 orders · £35.50');

  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await expect(panel).toContainText('3 of 4 orders · £135.50');
});

test('[SHELL-271] [ORD-1] the choice of orders stays when the browser goes back to their page', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{}, {}, { grossMinor: 2_550 }, {}]);
  await openOrders(page, url);
  await page.getByRole('button', { name: 'Deselect all' }).click();
  await orderBox(page, orderIds[2]).check();
  await page.goto(`${url}/secure/contact-us`);
  await page.goBack();
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(panel).toContainText('1 of 4 orders · £25.50');
  await isTakenOver(page);
  await expect(panel).toContainText('1 of 4 orders · £25.50');
  for (const [index, id] of orderIds.entries()) await expect(orderBox(page, id)).toBeChecked({ checked: index === 2 });
});

test('[ORD-1] a preselected order alone is selected', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550 }, { unsigned: true }]);
  await openOrders(page, url, `?order=${orderIds[1]}`);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 3 orders · £25.50');
  await openOrders(page, url, `?order=${orderIds[2]}`);
  await expect(page.getByText(`Sign the agreement of order ${orderIds[2]} before you pay it.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('0 of 3 orders');
  await openOrders(page, url, '?order=999999');
  await expect(page.getByText('Order 999999 is already paid')).toBeVisible();
});

test('[ORD-12] orders selected beside a preselected one stay over a reload and Back, not over a new click', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550 }, { grossMinor: 1_000 }]);
  const [first, second] = orderIds;
  const panel = page.getByRole('region', { name: 'Payment' });
  await openOrders(page, url, `?order=${second}`);
  await orderBox(page, first).check();
  await page.reload();
  await expect(panel).toContainText('2 of 3 orders · £125.50');
  await page.goto(`${url}/secure/account/order/${second}`);
  await page.goBack();
  await expect(panel).toContainText('2 of 3 orders · £125.50');
  await page.goForward();
  await page.getByRole('link', { name: 'Pay £25.50' }).click();
  await expect(panel).toContainText('1 of 3 orders · £25.50');
});

test('[ORD-13] the page of a future order says if the unpaid orders count it', async ({ page, debtor }) => {
  const later = { grossMinor: 7_000, dueInDays: 70 };
  const { url, orderIds } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 5_000, dueInDays: 40 }, later]);
  const [due, future] = orderIds;
  const main = page.getByRole('main');
  const box = main.getByRole('checkbox', { name: 'Pay now' });
  await page.goto(`${url}/secure/account/order/${future}`);
  await expect(main.getByText('Not selected')).toBeVisible();
  await box.check();
  await openOrders(page, url);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('2 of 3 orders · £150.00');

  // Another document takes over what the server has drawn, which knows of no choice.
  await page.goto(`${url}/secure/account/order/${due}`);
  await box.uncheck();
  await page.reload();
  await expect(main.getByText('Not selected')).toBeVisible();
});

test('[ORD-13] if the marina hides the switch, the page of a future order has nothing to choose', async ({
  page,
  debtor,
}) => {
  const settings = { hideFutureToggle: true };
  const { url, orderIds } = await debtor([{ grossMinor: 5_000, dueInDays: 40 }], { settings });
  await page.goto(`${url}/secure/account/order/${orderIds[0]}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Not selected')).toBeVisible();
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  await main.getByRole('link', { name: 'Pay £50.00' }).click();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 1 order · £50.00');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 1 order · £50.00');
});

test('[ORD-2] every selection shows the same total due, and how much of it waits for a signature', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([
    { grossMinor: 10_000 },
    { grossMinor: 2_550 },
    { grossMinor: 104_988, unsigned: true },
    { grossMinor: 5_000, dueInDays: 40 },
  ]);
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  const partOf = (name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name });
  await expect(partOf('Due now')).toContainText('£1,175.38');
  await expect(partOf('You can pay now')).toContainText('£125.50');
  await expect(partOf('Waiting for your signature')).toContainText('£1,049.88');
  await expect(panel).toContainText(`${total} £1,175.38`);
  await orderBox(page, orderIds[0]).uncheck();
  await expect(panel).toContainText(`${total} £1,175.38`);
  await expect(panel).toContainText('Selected1 of 3 orders · £25.50');
});

test('[ORD-1] an order says how many days it is overdue, and its name opens it', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{ dueInDays: -47 }, { dueInDays: -3 }]);
  await openOrders(page, url);
  const row = (id: number | undefined) => page.getByRole('listitem').filter({ hasText: `Order ${id}` });
  // The site's day can differ from the day of this machine.
  await expect(row(orderIds[0])).toContainText(/4[678] days overdue/);
  await expect(row(orderIds[1])).not.toContainText('overdue');
  await row(orderIds[0]).getByRole('link', { name: 'Visitor berth' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${orderIds[0]}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download invoice' })).toBeVisible();
});

test('[ORD-2] the bar of each order says by words, icon and colour whether it will be paid', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{}, {}, { unsigned: true }]);
  await openOrders(page, url);
  await orderBox(page, orderIds[1]).uncheck();
  const words = ['Selected to pay', 'Not selected', 'Sign the agreement “Berthing agreement” to pay'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const bars = words.map((text) =>
      page.getByRole('listitem').getByText(text).locator('xpath=ancestor-or-self::div[1]'),
    );
    for (const bar of bars) await expect(bar.locator('svg')).toHaveCount(1);
    expect(await Promise.all(bars.map(drawnColour)), colorScheme).toEqual(['green', 'red', 'red']);
  }
});

test('[ORD-16] the bar of an order that is not due yet is no alarm if it is not selected, in list and page', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{}, { dueInDays: 40 }]);
  await openOrders(page, url);
  await page.getByRole('switch', { name: 'Show future orders' }).check();
  await orderBox(page, orderIds[1]).uncheck();
  const bar = page.getByRole('main').getByText('Not selected').locator('xpath=ancestor-or-self::div[1]');
  const expectCalm = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => drawnColour(bar)).not.toContain('red');
      await expectAccessibleOnDeskAndPhone(page);
    }
  };
  await expectCalm();
  await page.goto(`${url}/secure/account/order/${orderIds[1]}`);
  await expectCalm();
});

test('[ORD-2] if nothing can be paid online, the bars are blue', async ({ page, debtor }) => {
  const { url } = await debtor([{}], { withoutProvider: true });
  await openOrders(page, url);
  const bar = page.getByRole('listitem').locator('div:has(> svg)').last();
  expect(await drawnColour(bar)).toBe('blue');
});

/** Returns the visible hue of a bar's text and background, independent of names in the code. */
async function drawnColour(bar: Locator): Promise<string> {
  const hues = await bar.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    return [color, backgroundColor].map((value) => {
      if (!canvas) return 'none';
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = value;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const most = Math.max(red, green, blue);
      if (most - Math.min(red, green, blue) < 8) return 'grey';
      return most === red ? 'red' : most === green ? 'green' : 'blue';
    });
  });
  const [text, ground] = hues;
  return text === ground ? String(text) : hues.join(' on ');
}

test('[ORD-2] [ORD-1] while all orders are hidden because they are due later, the page says so', async ({
  page,
  debtor,
}) => {
  const { url, orderIds, addOrder } = await debtor([{ grossMinor: 5_000, dueInDays: 40 }], {
    sites: ['Main Basin', 'Outer Harbour'],
  });
  await openOrders(page, url);
  const nothingDue = page.getByText('You have no unpaid orders.');
  const panel = page.getByRole('region', { name: 'Payment' });
  await expect(nothingDue).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Select all' })).toBeHidden();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('switch', { name: 'Show future orders' }).check();
  await expect(orderBox(page, orderIds[0])).toBeChecked();
  await expect(nothingDue).toBeHidden();
  await expect(panel).toContainText('1 of 1 order · £50.00');
  await page.getByRole('switch', { name: 'Show future orders' }).uncheck();

  await addOrder({ grossMinor: 1_000, siteId: 2 });
  await page.reload();
  await expect(page.getByText('Nothing is due at this site.')).toBeVisible();
  await page.getByRole('radio', { name: /^Outer Harbour/ }).check();
  await expect(panel).toContainText('1 of 1 order · £10.00');
});

test('[PROV-8] [ORD-2] without debts the page says so', async ({ page, debtor }) => {
  const { url } = await debtor([]);
  await openOrders(page, url);
  await expect(page.getByText('You have no unpaid orders.')).toBeVisible();
  await expect(page.getByText(total)).toBeHidden();
  await expectAccessible(page);
});

for (const { culture, shown } of [
  { culture: yenCulture, shown: '1 of 1 order · ¥1,980' },
  { culture: { ...dinarCulture, defaultLanguage: 'en-GB' }, shown: '1 of 1 order · TND 1.980' },
  { culture: {}, shown: '1 of 1 order · £19.80' },
]) {
  test(`[ORD-8] ${shown}: as many decimals as the currency has`, async ({ page, debtor }) => {
    const { url } = await debtor([{ grossMinor: 1_980 }], { culture });
    await openOrders(page, url);
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText(shown);
  });
}

test('the page works with the keyboard alone', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550 }]);
  await openOrders(page, url);
  await orderBox(page, orderIds[0]).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 2 orders · £25.50');
  const checkout = page.getByRole('button', { name: 'Checkout' });
  for (
    let step = 0;
    step < 10 && !(await checkout.evaluate((button) => button === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/secure/paysafe/checkout`);
});

test('axe finds nothing, and nothing lies behind the panel', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{}, { allocatedMinor: 2_000 }, { unsigned: true }, {}, {}]);
  await openOrders(page, url);
  await expectAccessibleOnDeskAndPhone(page);
  const last = orderBox(page, orderIds[4]);
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoSidewaysScroll(page);
    await last.blur();
    await last.focus();
    const isCovered = (box: Element) => {
      const { x, y } = box.getBoundingClientRect();
      return !box.contains(document.elementFromPoint(x + 5, y + 5));
    };
    await expect.poll(() => last.evaluate(isCovered), `${width} px`).toBe(false);
  }
});
