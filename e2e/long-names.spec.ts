import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from './accessible.ts';
import { expect } from './components.ts';
import { test, type MarinaInBrowser } from './full-marina-fixtures.ts';

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';
const title = `Winter storage ashore with launch, pressure wash and ${longWord}`;
const boat = 'Her Serene Highness Wilhelmina Augusta I';
const largeMinor = 123_456_789_012;

/** Gives long names and large amounts to what the marina has. */
async function lengthen({ robin: { marina } }: MarinaInBrowser): Promise<void> {
  const { db, id } = marina.tenant;
  const order = { description: title, order_type: title, boat_name: boat, gross_minor: largeMinor };
  await db.updateTable('orders').set(order).where('tenant_id', '=', id).execute();
  await db.updateTable('order_lines').set({ name: title, boat_name: boat }).where('tenant_id', '=', id).execute();
  await db.updateTable('agreements').set({ type: title }).where('tenant_id', '=', id).execute();
  await db.updateTable('boats').set({ name: boat }).where('tenant_id', '=', id).execute();
  await db
    .updateTable('account_documents')
    .set({ name: `${longWord}.pdf` })
    .where('tenant_id', '=', id)
    .execute();
  const names = { firstname: 'Maximiliane', lastname: 'von Hohenlohe-Langenburg-Schillingsfürst' };
  await db.updateTable('accounts').set(names).where('tenant_id', '=', id).execute();
  await db.updateTable('payments').set({ amount_minor: largeMinor }).where('tenant_id', '=', id).execute();
}

/** Expects that an amount ends before its panel does, and stands in one line. */
async function expectWhole(amount: Locator): Promise<void> {
  const { isCut, lines } = await amount.evaluate((element) => {
    const range = new Range();
    range.selectNodeContents(element);
    const room = element.parentElement?.getBoundingClientRect();
    return { isCut: range.getBoundingClientRect().right > (room?.right ?? 0), lines: range.getClientRects().length };
  });
  expect({ isCut, lines }).toEqual({ isCut: false, lines: 1 });
}

test('[SHELL-238] on the narrowest screen long words break, and large amounts are smaller and never cut', async ({
  page,
  marinaInBrowser,
}) => {
  test.slow();
  const marina = await marinaInBrowser();
  const { paths, open } = marina;
  await lengthen(marina);
  await page.setViewportSize({ width: 320, height: 640 });
  const look = async (path: string) => {
    await open(path);
    await expect.soft(page.getByText(/Wilhelmina|Donaudampf|1,234,567,890/).first()).toBeAttached();
    await test.step(path, () => expectNoSidewaysScroll(page));
  };
  for (const path of [paths.signed, paths.toSign, paths.order, paths.paid, '/secure/agreements', '/secure/boats'])
    await look(path);
  await look('/secure/account/order-history');
  await look('/secure/dashboard');
  await expectWhole(page.locator('dd').getByText('£6,172,839,', { exact: false }).first());
  await look(paths.payment);
  await expectWhole(page.getByText('£1,234,567,890.12', { exact: true }).first());

  await open('/secure/orders/outstanding');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('dialog').getByRole('radio').first().check();
  await page.getByRole('dialog').getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText(longWord);
  await expectNoSidewaysScroll(page);
  await marina.leave();
  for (const path of [paths.payLink, paths.quickSign]) await look(path);
});
