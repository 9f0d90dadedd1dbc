import type { Locator } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import { makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocument, makeDocumentType, makeWaitingListEntry } from '../apps/server/src/testing/factories/papers.ts';
import { withoutFont } from './drawn.ts';
import { expectAccessible } from './accessible.ts';
import { expect, ownerOf, test } from './customers.ts';

const phone = { width: 360, height: 740 };

/** Returns the width of each line of an element's text. */
const linesOf = (element: Locator) =>
  element.evaluate((it) => {
    const range = new Range();
    range.selectNodeContents(it);
    return Array.from(range.getClientRects(), ({ width }) => width);
  });

test('[SHELL-24] on a phone the words of an agreement’s table stay whole', async ({ page, somebody }) => {
  const robin = await somebody();
  const cells = (cell: string, words: string[]) => words.map((word) => `<${cell}>${word}</${cell}>`).join('');
  const { guid } = await makeReadableAgreement(robin.marina.tenant.db, ownerOf(robin), {
    type: 'Berthing licence',
    html: `<table><tr>${cells('th', ['Item', 'Included', 'Charged as used'])}</tr>
      <tr>${cells('td', ['Berth, water, waste and showers', 'yes', ''])}</tr>
      <tr>${cells('td', ['Electricity', '', 'by the meter, each quarter'])}</tr></table>`,
  });
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
    expect(await linesOf(page.locator('th', { hasText: 'Included' }))).toHaveLength(1);
    await expectAccessible(page);
  }
});

test('[SHELL-227] on a phone the name of a signed agreement has the whole line, and a link leads back', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { guid } = await makeReadableAgreement(robin.marina.tenant.db, ownerOf(robin), {
    type: 'Storage licence',
    signedAt: new Date('2026-01-06T10:00:00Z'),
  });
  await page.setViewportSize(phone);
  await page.goto(`${robin.url}/secure/agreements/signed/${guid}`);
  const name = page.getByRole('heading', { level: 1 }).first();
  expect(await linesOf(name)).toHaveLength(1);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await top(page.getByRole('link', { name: /Download/ }))).toBeGreaterThan(await top(name));
  await page.getByRole('link', { name: 'Back to agreements' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/agreements`);
});

test('[SHELL-24] facts of a document stand in one column, and buttons share lines well', async ({ page, somebody }) => {
  const robin = await somebody();
  const { db, id } = robin.marina.tenant;
  const owner = ownerOf(robin);
  const boatId = await makeBoat(db, owner, 'Avocet');
  await makeStay(db, owner, { from: '2026-04-01', depart: '2099-04-30' });
  const insurance = await makeDocumentType(db, id, { name: 'Proof of insurance', level: 'Boat' });
  await makeDocument(db, owner, insurance, { boatId, name: 'Insurance certificate of the year 2025.pdf' });
  await makeDocumentType(db, id, { name: 'Gas certificate', level: 'Boat' });
  await page.setViewportSize(phone);
  await page.goto(`${robin.url}/secure/documents`);
  const values = page.getByRole('main').getByRole('definition');
  await expect(values).toHaveCount(3);
  const starts = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().left));
  expect(new Set(starts).size).toBe(1);

  await page.goto(`${robin.url}/secure/boats`);
  const [first = 0, second = 0, ...more] = await linesOf(
    page.getByRole('link', { name: 'Upload missing or expired documents' }).locator('span'),
  );
  expect(more).toEqual([]);
  expect(second).toBeGreaterThan(first * 0.6);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${robin.url}/secure/account/my-stays`);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const file = await calendar.getByRole('link', { name: 'Download calendar file' }).boundingBox();
  const address = await calendar.getByRole('button', { name: 'Create a calendar address' }).boundingBox();
  expect(address?.y).toBe(file?.y);
});

test('[SHELL-177] on the narrowest phone a date beside a long name stays in one line', async ({ page, somebody }) => {
  const robin = await somebody();
  const joined = { joinedOn: '2024-03-09', addedOn: '2024-03-09' };
  await makeWaitingListEntry(robin.marina.tenant.db, ownerOf(robin), { title: 'Annual berth', ...joined });
  await page.setViewportSize({ width: 320, height: 740 });
  // The font of the system is wider, and readers see it first.
  await withoutFont(page.context());
  await page.goto(`${robin.url}/secure/waiting-lists`);
  const dates = page.getByRole('main').getByRole('definition').filter({ hasText: /2024/, visible: true });
  await expect(dates).toHaveCount(2);
  for (const date of await dates.all()) expect(await linesOf(date)).toHaveLength(1);
});
