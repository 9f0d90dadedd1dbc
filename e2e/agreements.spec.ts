import { openLocalFolder } from '../apps/server/src/providers/files/local-folder.ts';
import { makeSignedAgreement, makeStoredFile } from '../apps/server/src/testing/factories/agreements.ts';
import { makeAgreement, makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessible } from './accessible.ts';
import { expect, ownerOf, test } from './customers.ts';

const signedAt = new Date('2026-02-01T10:00:00Z');

test('[AGR-1] [AGR-2] [SHELL-15] the list shows each agreement with state and link; an empty list says so', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const owner = ownerOf(robin);
  await page.goto(`${robin.url}/secure/agreements`);
  await expect(page.getByText('You have no agreements.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  const signed = await makeSignedAgreement(db, owner, new Date());
  const orders = [
    await makeOrder(db, owner, { agreementId: signed.id }),
    await makeOrder(db, owner, { agreementId: signed.id }),
  ];
  const days = { startDate: '2026-11-01', endDate: '2027-03-31' };
  const unsigned = await makeAgreement(db, owner, { ...days, type: 'Winter storage' });
  for (let more = 0; more < 8; more += 1)
    await makeAgreement(db, owner, { signedAt, createdAt: new Date('2025-01-01') });
  await page.reload();
  const table = page.getByRole('table', { name: 'Agreements' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Type',
    'Start Date',
    'End Date',
    'Signed',
    'Signed on',
    'Orders',
    'Actions',
  ]);
  const row = (place: number) => table.getByRole('row').nth(place);
  const expectCells = (place: number, texts: string[]) =>
    expect(row(place).getByRole('cell')).toHaveText(texts, { useInnerText: true });
  await expectCells(1, ['Winter storage', '01 Nov 26', '31 Mar 27', 'To sign', '', '', 'Sign']);
  const numbers = orders.map(({ id }) => id).join(' ');
  const captured = '01 Feb 2026 10:00:00';
  await expectCells(2, ['Berthing agreement', '', '', 'Signed', captured, numbers, 'View Download']);
  // A small window has no room for the time's own column.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectCells(2, ['Berthing agreement', '', '', `Signed ${captured}`, numbers, 'View Download']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  const referrer = 'referrer=%2Fsecure%2Fagreements&referrerText=Back+to+agreements';
  const unsignedPath = `/secure/agreements/unsigned/${unsigned.guid}?${referrer}`;
  for (const name of ['Winter storage', 'Sign Winter storage'])
    await expect(row(1).getByRole('link', { name, exact: true })).toHaveAttribute('href', unsignedPath);
  const download = `/harbour/api/agreement/${signed.guid}/download`;
  await expect(row(2).getByRole('link', { name: 'Download' })).toHaveAttribute('href', download);
  for (const { id } of orders)
    await expect(row(2).getByRole('link', { name: `${id}`, exact: true })).toHaveAttribute(
      'href',
      `/secure/account/order/${id}`,
    );
  await expect(row(2).getByRole('link', { name: 'View Berthing agreement' })).toHaveAttribute(
    'href',
    `/secure/agreements/signed/${signed.guid}`,
  );
  await expectAccessible(page);

  await row(2).getByRole('link', { name: 'Berthing agreement', exact: true }).click();
  await expect(page).toHaveTitle('Berthing agreement · Sample Marina');
  await expect(page.getByRole('region', { name: 'Berthing agreement' })).toContainText('keeps the berth tidy');
  const evidence = page.getByRole('region', { name: 'Signature', exact: true });
  const facts = {
    'Signed on': '01 Feb 2026 10:00:00',
    'Full name': 'Robin Test',
    'E-mail address': 'robin@example.com',
    Orders: orders.map(({ id }) => id).join(''),
    'IP address': '192.0.2.7',
    Browser: 'Firefox 140',
    'Operating system': 'Linux',
    'User agent': 'Mozilla/5.0',
  };
  await expect(evidence.getByRole('term')).toHaveText(Object.keys(facts));
  await expect(evidence.getByRole('definition')).toHaveText(Object.values(facts));
  await expect(evidence.getByRole('img', { name: 'Signature of Robin Test' })).toHaveJSProperty('naturalWidth', 500);
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', download);
  await expectAccessible(page);

  // Signed on paper: only time, name and orders remain, and the scan replaces the rest.
  const files = openLocalFolder(test.info().outputPath());
  await makeStoredFile(db, files, owner, { agreementId: signed.id, content: Buffer.from('%PDF-1.7') });
  await page.reload();
  await expect(page.getByText('This agreement was signed on paper')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scan.pdf' })).toHaveAttribute(
    'href',
    /^\/harbour\/api\/portal\/files\//,
  );
  await expect(evidence.getByRole('term')).toHaveText(['Signed on', 'Full name', 'Orders']);
  await expect(evidence.getByRole('definition').nth(0)).toHaveText(facts['Signed on']);
  await expect(evidence.getByRole('definition').nth(1)).toHaveText(facts['Full name']);
  await expect(page.getByText('192.0.2.7')).toHaveCount(0);

  // An unsigned agreement leads to its signing page.
  await page.goto(`${robin.url}/secure/agreements/signed/${unsigned.guid}`);
  await expect(page).toHaveURL(`${robin.url}/secure/agreements/unsigned/${unsigned.guid}`);
  await page.goto(`${robin.url}/secure/agreements/signed/${crypto.randomUUID()}`);
  await expect(page.getByText('We cannot find this agreement')).toBeVisible();
});

test('[AGR-10] the page tells if a PDF is genuine and unchanged', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const robin = await somebody();
  const { guid } = await makeSignedAgreement(robin.marina.tenant.db, ownerOf(robin), new Date());
  await page.goto(`${robin.url}/verify`);
  const paper = Buffer.from(
    await page.evaluate(
      async (path) => Array.from(new Uint8Array(await (await fetch(path)).arrayBuffer())),
      `/harbour/api/agreement/${guid}/download`,
    ),
  );
  const hand = (buffer: Buffer) =>
    page.getByLabel('Choose a PDF').setInputFiles({ name: 'Licence.pdf', mimeType: 'application/pdf', buffer });
  await hand(paper);
  const verdict = page.getByRole('status').filter({ hasText: 'This agreement is genuine and unchanged' });
  await expect(verdict).toContainText(/Test Haven.*Berthing agreement.*01 Feb 2026 10:00:00/s);
  await expectAccessible(page);

  const changed = Buffer.from(paper);
  changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
  await hand(changed);
  await expect(page.getByText('We cannot confirm this agreement')).toBeVisible();
  await expect(verdict).toHaveCount(0);
  await hand(Buffer.from('Not a PDF'));
  await expect(page.getByRole('alert')).toContainText('The PDF could not be checked');
  await hand(Buffer.alloc(10 * 1024 * 1024 + 1));
  await expect(page.getByText('The file is larger than 10 MB.')).toBeVisible();
});
