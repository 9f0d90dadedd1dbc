import { makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, test } from './customers.ts';
import { messages, stopTime } from './toasts.ts';

test('[STAY-1] [SHELL-5] my stays: shown if there are any, the current ones first, and none with the flag off', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id: tenantId } = robin.marina.tenant;
  const owner = { tenantId, accountId: robin.account.id, siteId: 1 };
  await page.goto(`${robin.url}/secure/account/my-stays`);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My stays' });
  await expect(entry).toHaveCount(0);

  for (let year = 2001; year <= 2012; year += 1)
    await makeStay(db, owner, { from: `${year}-04-01`, depart: `${year + 1}-03-31` });
  await makeStay(db, owner, { from: '2024-09-05', depart: null, assetName: 'B 14', type: 'Mooring' });
  await makeStay(db, owner, { boatName: 'Teal', from: '2098-05-01', depart: '2099-05-31' });
  await page.goto(`${robin.url}/secure/dashboard`);
  await entry.click();
  const rows = page.getByRole('table', { name: 'My stays' }).locator('tbody').getByRole('row');
  await expect(page.getByRole('columnheader')).toHaveText(['Boat name', 'From', 'Depart', 'Place', 'Type']);
  await expect(page.getByLabel('Display').locator('option')).toHaveText(['All', 'Current', 'Upcoming', 'Historical']);
  await expect(page.getByLabel('Display')).toHaveValue('Current');
  await expect(rows.getByRole('cell')).toHaveText(['Kittiwake', '05 Sep 24', '', 'B 14', 'Mooring']);
  await page.getByLabel('Display').selectOption('Upcoming');
  await expect(rows.getByRole('cell')).toHaveText(['Teal', '01 May 98', '31 May 99', 'B 12', 'Annual berth']);
  await page.getByLabel('Display').selectOption('Historical');
  await expect(page.getByRole('status')).toHaveText('1 to 10 of 12');
  await expect(page).toHaveURL(/\?filter=Historical$/);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByLabel('Display').selectOption('All');
  await expect(page.getByText(/^\d+ of 14$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'My stays' }).getByRole('listitem').first()).toContainText('Teal');
  await expectAccessible(page);

  const unlisted = await somebody({ settings: { features: { 'my-stays': false } } });
  await stopTime(page);
  await page.goto(`${unlisted.url}/secure/account/my-stays`);
  await expect(page).toHaveURL(`${unlisted.url}/secure/dashboard`);
  await expect(messages(page)).toContainText('You do not have access to this page.');
});

test('[STAY-1] [CAL-2] [FIND-5] an empty list says what comes next; a calendar address is revocable', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { marina, account } = robin;
  const owner = { tenantId: marina.tenant.id, accountId: account.id, siteId: account.siteId };
  await makeStay(marina.tenant.db, owner, { from: '2026-04-01', depart: '2099-04-30' });
  await page.goto(`${robin.url}/secure/account/my-stays?filter=Upcoming`);
  await expect(page.getByRole('main')).toContainText('You have no upcoming stays.');
  await expect(page.getByRole('main')).toContainText('When you book a berth, your stay appears here.');
  await page.goto(`${robin.url}/secure/account/my-stays`);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const file = page.waitForEvent('download');
  await calendar.getByRole('link', { name: 'Download calendar file' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.ics$/);

  await calendar.getByRole('button', { name: 'Create a calendar address' }).click();
  const address = calendar.getByLabel('Calendar address');
  await expect(address).toHaveValue(/\/harbour\/api\/portal\/calendar\/[\w-]{43}$/);
  await expectAccessibleOnDeskAndPhone(page);
  const path = new URL(await address.inputValue()).pathname;
  const read = async () =>
    (
      await fetch(robin.url.replace(/\/\/[^:]+/, '//127.0.0.1') + path, {
        headers: { tenantKey: marina.tenant.key },
      })
    ).status;
  expect(await read()).toBe(200);
  await page.reload();
  await expect(calendar).toContainText('You created a calendar address on');
  await expect(address).toHaveCount(0);
  await calendar.getByRole('button', { name: 'Revoke the address' }).click();
  await expect(calendar.getByRole('button', { name: 'Create a calendar address' })).toBeVisible();
  expect(await read()).toBe(404);
});

test('[CAL-4] an address that another page made meanwhile stays, and the page says so', async ({ page, somebody }) => {
  const robin = await somebody();
  const { marina, account } = robin;
  await makeStay(marina.tenant.db, { tenantId: marina.tenant.id, accountId: account.id, siteId: account.siteId });
  await page.goto(`${robin.url}/secure/account/my-stays`);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await expect(calendar.getByRole('button', { name: 'Create a calendar address' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Create a calendar address' }).click();
  const made = await other.getByLabel('Calendar address').inputValue();
  await calendar.getByRole('button', { name: 'Create a calendar address' }).click();
  await expect(messages(page)).toContainText('was changed elsewhere in the meantime. It stays as it is.');
  await expect(calendar).toContainText('You created a calendar address on');
  const address = robin.url.replace(/\/\/[^:]+/, '//127.0.0.1') + new URL(made).pathname;
  expect((await fetch(address, { headers: { tenantKey: robin.marina.tenant.key } })).status).toBe(200);
});
