import { makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import { makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocument, makeDocumentType, makeWaitingListEntry } from '../apps/server/src/testing/factories/papers.ts';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { closeLoginAlerts, loginAlerts } from './login-alerts.ts';

test('[DASH-2] [DASH-6] boats have a page of their own, with what is known of each and how its papers stand', async ({
  page,
  somebody,
}) => {
  const culture = { ...sampleSettings().culture, measurementSystem: 'Imperial' as const };
  const robin = await somebody({ settings: { culture } });
  const { db, id } = robin.marina.tenant;
  const avocet = await makeBoat(db, ownerOf(robin), 'Avocet');
  const kittiwake = await makeBoat(db, ownerOf(robin), 'Kittiwake');
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  await makeDocument(db, ownerOf(robin), insurance, { boatId: avocet });
  // A stay under the boat's earlier name, and a stay of another boat with this one's name.
  await makeStay(db, ownerOf(robin), { boatId: avocet, boatName: 'Old Avocet', from: '2025-04-01', depart: null });
  await makeStay(db, ownerOf(robin), { boatId: kittiwake, from: '2025-04-01', depart: '2025-09-30' });
  await makeStay(db, ownerOf(robin), { boatName: 'Kittiwake', from: '2025-04-01', depart: null });
  await page.goto(`${robin.url}/secure/dashboard`);
  await closeLoginAlerts(page);
  await page.getByRole('link', { name: 'View your boats' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/boats`);
  const boat = page.getByRole('region', { name: 'Avocet' });
  await expect(boat).toContainText('Owner');
  await expect(boat).toContainText('Sailing yacht');
  await expect(boat.getByRole('definition')).toHaveText(['9.40 ft', '3.10 ft', '1.65 ft', 'SM-0042']);
  await expect(boat.getByRole('listitem')).toHaveText([
    /B 12.*Annual berth.*since 01 Apr 2025$/,
    /Proof of insurance.*Active/,
  ]);
  const handIn = { name: 'Upload missing or expired documents' };
  await expect(boat.getByRole('link', handIn)).toHaveCount(0);
  const other = page.getByRole('region', { name: 'Kittiwake' });
  await expect(other).toContainText('Not in the marina today.');
  await expect(other.getByRole('listitem')).toHaveText(/Proof of insurance.*Waiting for document/);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await other.getByRole('link', handIn).click();
  await expect(page).toHaveURL(`${robin.url}/secure/documents`);
});

test('[DOC-6] documents stand by need on their page, on the boat’s, and in each list of the dashboard', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const boatId = await makeBoat(db, owner, 'Teal');
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await makeDocument(db, owner, await makeDocumentType(db, id, { name: 'Identity' }), { expiresOn: '2099-01-31' });
  for (const [name, expiresOn] of [
    ['Survey', '2099-01-31'],
    ['Gas check', null],
    ['Licence', soon],
    ['Insurance', '2026-01-31'],
  ] as const) {
    const type = await makeDocumentType(db, id, { name, level: 'Boat' });
    if (expiresOn) await makeDocument(db, owner, type, { boatId, expiresOn });
  }
  const needs = ['Insurance', 'Gas check', 'Licence'];
  await page.goto(`${robin.url}/secure/documents`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Teal', 'Your account']);
  const boat = page.getByRole('region', { name: 'Teal' });
  await expect(boat.getByRole('heading', { level: 3 })).toHaveText([...needs, 'Survey']);
  await page.goto(`${robin.url}/secure/boats`);
  await expect(boat.getByRole('listitem').locator('strong')).toHaveText([...needs, 'Survey']);
  await expect(boat.getByRole('listitem').filter({ hasText: 'Licence' })).toContainText(
    /Expires soon, on \d\d \w+ \d{4}/,
  );

  await page.goto(`${robin.url}/secure/dashboard`);
  const rows = loginAlerts(page).getByRole('table', { name: 'Inactive documents' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveText([/Insurance/, /Gas check/]);
  await closeLoginAlerts(page);
  const widget = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(widget.getByRole('listitem').locator('strong')).toHaveText(needs);
  await expect(page.getByRole('region', { name: 'To do' })).toContainText(/Insurance \(Teal\).*Gas check.*Licence/s);
});

test('[DASH-2] [DASH-6] waiting lists have a page of their own; without a rank it says so', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  await makeWaitingListEntry(db, ownerOf(robin), { title: 'Annual berth', joinedOn: '2024-03-09' });
  const swinging = { title: 'Swinging mooring', type: 'Mooring', position: null, joinedOn: null };
  await makeWaitingListEntry(db, ownerOf(robin), { ...swinging, addedOn: '2025-10-02' });
  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('link', { name: 'View waiting lists' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/waiting-lists`);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Waiting list',
    'Type',
    'Position',
    'Joined on',
    'First in line applied on',
  ]);
  const cells = (name: string) => page.getByRole('row', { name }).getByRole('cell');
  await expect(cells('Annual berth')).toHaveText(['Berth', '4', '09/03/2024', '09/03/2024']);
  await expect(cells('Swinging mooring')).toHaveText(['Mooring', 'Not ranked', '02/10/2025', '02/10/2025']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Waiting lists' })).toContainText('Not ranked');

  const broken = await breakCall(page, getSummary, 'fails');
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your waiting lists could not be loaded');
  await broken.mend();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Waiting lists' })).toContainText('Annual berth');
});

test('[API-8] a place shows how the office moved it, and why', async ({ page, somebody }) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const movedAt = new Date('2026-02-03T10:00:00Z');
  const move = { isUp: true, movedAt, reason: 'Two <b>customers</b> have left.' };
  await makeWaitingListEntry(db, ownerOf(robin), { title: 'Annual berth', joinedOn: '2024-03-09', move });
  const back = { isUp: false, movedAt, reason: 'Your boat is longer now.' };
  await makeWaitingListEntry(db, ownerOf(robin), { title: 'Swinging mooring', position: 7, move: back });
  await page.goto(`${robin.url}/secure/dashboard`);
  const widget = page.getByRole('region', { name: 'Waiting lists' });
  await expect(widget.getByRole('listitem')).toContainText([
    'Moved up on 03/02/2026: Two <b>customers</b> have left.',
    'Moved down on 03/02/2026: Your boat is longer now.',
  ]);
  await page.getByRole('link', { name: 'View waiting lists' }).click();
  const position = (name: string) => page.getByRole('row', { name }).getByRole('cell').nth(1);
  await expect(position('Annual berth')).toHaveText('4Moved up on 03/02/2026: Two <b>customers</b> have left.');
  await expect(position('Swinging mooring')).toHaveText('7Moved down on 03/02/2026: Your boat is longer now.');
  await expectAccessibleOnDeskAndPhone(page);
});

test('[LOGIN-11] [LOGIN-13] a marina without waiting lists has no page of them', async ({ page, somebody }) => {
  const robin = await somebody({ permissions: { showWaitingLists: false } });
  await page.goto(`${robin.url}/secure/waiting-lists`);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View waiting lists' })).toHaveCount(0);
});
