import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { expect, ownerOf, test } from './customers.ts';
import { submitLogin } from './marina.ts';

/** Tests devices whose clock is wrong. The server's clock decides what depends on the day. */

const day = 24 * 60 * 60_000;
const dayFromToday = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const pdf = { name: 'Licence.pdf', mimeType: 'application/pdf', buffer: sampleFiles.pdf };

for (const { what, wrongBy } of [
  { what: 'a year ahead', wrongBy: 365 * day },
  { what: 'a year behind', wrongBy: -365 * day },
  { what: 'two days ahead', wrongBy: 2 * day },
]) {
  test(`[SHELL-187] with a clock ${what}, a period ends today, and a document expires by the marina’s day`, async ({
    page,
    somebody,
  }) => {
    const robin = await somebody();
    const { db, id } = robin.marina.tenant;
    await makeDocumentType(db, id, { name: 'Proof of identity' });
    await makeOrder(db, ownerOf(robin), { taxPointDate: dayFromToday(-29) });
    await page.clock.install({ time: Date.now() + wrongBy });
    const orders = page.getByRole('table', { name: 'Order history' }).locator('tbody tr');
    await page.goto(`${robin.url}/secure/account/order-history?dates=last30Days`);
    await expect(orders).toHaveCount(1);

    await page.goto(`${robin.url}/secure/documents`);
    await page.getByRole('button', { name: /^Upload/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Upload/ });
    const expiry = dialog.getByRole('textbox', { name: 'Expiry date' });
    await dialog.getByLabel('File', { exact: true }).setInputFiles(pdf);
    await expiry.fill(dayFromToday(-2));
    await expiry.blur();
    await expect(dialog).toContainText('This date has passed');
    await expiry.fill(dayFromToday(1));
    await expiry.blur();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });
}

test('[SHELL-187] with a wrong clock, who signs in has the server’s day at once, and no warning', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await makeOrder(robin.marina.tenant.db, ownerOf(robin), { taxPointDate: dayFromToday(-29) });
  await page.context().clearCookies();
  await page.clock.install({ time: Date.now() + 365 * day });
  await page.goto(`${robin.url}/secure/account/order-history?dates=last30Days`);
  await submitLogin(page, robin);
  await expect(page.getByRole('table', { name: 'Order history' }).locator('tbody tr')).toHaveCount(1);
  const response = page.waitForResponse('**/auth/session/end');
  await page.clock.fastForward(6_000);
  await response;
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
