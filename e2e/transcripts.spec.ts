import { mergeTests, type Page } from '@playwright/test';
import { draw, makeLicence, readToEnd, signButton } from './agreements.ts';
import { test as withPeople } from './customers.ts';
import {
  cards,
  expect,
  expectReceived,
  goOn,
  openOrders,
  test as withDebts,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

const test = mergeTests(withPeople, withDebts);

/** Differs from run to run, or is long and read by nobody: the countries, and the agreement's repeated clause. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\d+ days overdue/g, '… days overdue'],
  [/QS-[\w-]+/g, 'QS-…'],
  [/\d{1,2} \w{3,9} 20\d\d,? \d\d:\d\d(:\d\d)?/g, '‹time›'],
  [/^ *- option "[^"]+"\n/gm, ''],
  [/((?:^ *- (?:heading "The berth"|paragraph: The owner keeps).*\n){2})\1+/gm, '$1'],
  [/"?\/?[\w:./-]*[\da-f]{8}-[\da-f-]{27}[^\s"]*"?/g, '‹link›'],
];

/**
 * Returns what a screen reader reads on the page from its top to its end: role, name and state of each element. An open
 * dialog hides the page behind it.
 */
async function read(page: Page): Promise<string> {
  const dialog = page.locator('dialog:modal');
  const found = await ((await dialog.count()) > 0 ? dialog.last() : page.locator('body')).ariaSnapshot();
  return `${volatile.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), found)}\n`;
}

/** Compares the page with the kept transcript. `--update-snapshots` writes it anew: read it aloud then. */
async function expectTranscript(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await expect(async () => expect(await read(page)).toMatchSnapshot(`${name}.txt`)).toPass({ timeout: 10_000 });
}

test('[ORD-3] [CARD-1] [CARD-2] a screen reader reads what is paid, how, and that it was received', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}, { grossMinor: 1_250 }]);
  await page.setViewportSize({ width: 360, height: 740 });
  await openOrders(page, url);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expectTranscript(page, 'paying-1-orders');
  await page.getByRole('button', { name: 'Pay now', exact: true }).click();
  await expectTranscript(page, 'paying-2-sheet');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await expectTranscript(page, 'paying-3-checkout');
  await goOn(page).click();
  await expectTranscript(page, 'paying-4-question');
  await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click();
  await expectReceived(page);
  await expectTranscript(page, 'paying-5-received');
});

test('[QP-1] a screen reader reads a pay link from the marina to the bar', async ({ page, debtor }) => {
  const { url, marina } = await debtor([{}], { signedOut: true });
  const order = marina.tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', marina.tenant.id);
  const { guid } = await order.executeTakeFirstOrThrow();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/quick-pay/${guid}`);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expectTranscript(page, 'paying-by-link');
});

test('[AGR-3] [AGR-4] a screen reader reads the agreement, what to do, and that it is signed', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeLicence(robin);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByLabel('Full name')).toHaveValue('Mrs Robin Test');
  await expectTranscript(page, 'signing-1-agreement');
  await readToEnd(page);
  await draw(page);
  await expect(signButton(page)).toBeEnabled();
  await expectTranscript(page, 'signing-2-drawn');
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await expectTranscript(page, 'signing-3-signed');
});
