import { buffer } from 'node:stream/consumers';
import { downloadPapers, exportOrders, exportPayments, getYearTotals } from '@quayside/contract/account/exports.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type SignedIn, signedInCustomer, type TestTenant } from '../../testing/factories/factories.ts';
import { makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { csvLines } from './csv.rules.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

interface Reader {
  customer: SignedIn;
  owner: Owner;
}

async function newReader(of = tenant): Promise<Reader> {
  const customer = await signedInCustomer(app, of);
  return { customer, owner: { tenantId: of.id, accountId: customer.account.id, siteId: 1 } };
}

const rowsOf = (csv: string): string[][] => parse(csv, { bom: true });

test('[FIND-1] the order history as CSV has all orders of the span, with days, decimals and no formula', async () => {
  const { customer, owner } = await newReader();
  await makeOrder(tenant.db, (await newReader()).owner);
  await makeOrder(tenant.db, owner, { taxPointDate: '2024-12-31' });
  const first = await makeOrder(tenant.db, owner, { taxPointDate: '2026-01-01', grossMinor: 120_050 });
  const second = await makeOrder(tenant.db, owner, { taxPointDate: '2026-12-31', grossMinor: 5 });
  await tenant.db
    .updateTable('orders')
    .set({ description: '=HYPERLINK("https://evil.example")' })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', second.id)
    .execute();
  const { text, status, headers } = await customer.client.call(exportOrders, {
    params: { guid: customer.account.guid },
    query: { fromDate: '2026-01-01 00:00:00', toDate: '2026-12-31 23:59:59' },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toContain('attachment; filename="Order history.csv"');
  expect(text.startsWith('\ufeff')).toBe(true);
  const [headings, ...rows] = rowsOf(text);
  expect(headings).toEqual([
    'Order number',
    'Date',
    'Type',
    'Description',
    'Boat',
    'Status',
    'Total',
    'Paid',
    'Outstanding',
    'Currency',
  ]);
  expect(rows.map(([id]) => Number(id))).toEqual([second.id, first.id]);
  expect(rows[0]?.[3]).toBe(`'=HYPERLINK("https://evil.example")`);
  expect(rows[1]?.slice(1, 2)).toEqual(['2026-01-01']);
  expect(rows[1]?.slice(6)).toEqual(['1200.50', '0.00', '1200.50', 'GBP']);
});

test('[FIND-1] a history longer than one statement comes whole, once each', async () => {
  const { customer, owner } = await newReader();
  for (let made = 0; made < 501; made += 1) await makeOrder(tenant.db, owner, { taxPointDate: '2026-03-01' });
  const { text } = await customer.client.call(exportOrders, { params: { guid: customer.account.guid } });
  const ids = rowsOf(text)
    .slice(1)
    .map(([id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([501, 501]);
});

test('[FIND-1] the payment history as CSV, in the reader’s language', async () => {
  const { customer, owner } = await newReader();
  const { id } = await makeOrder(tenant.db, owner);
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 2_500 }] });
  const { text } = await customer.client.call(
    exportPayments,
    { params: { guid: customer.account.guid } },
    { 'accept-language': 'fr-FR' },
  );
  const [headings, row] = rowsOf(text);
  expect(headings).toEqual([
    'Numéro de paiement',
    'Date',
    'Moyen de paiement',
    'Objet du paiement',
    'Statut',
    'Montant',
    'Remboursé',
    'Repris',
    'Disponible',
    'Devise',
  ]);
  expect(row?.[0]).toMatch(/^P\d{6}$/);
  expect(row?.[3]).toBe(`${id} Visitor berth`);
  expect(row?.slice(4)).toEqual(['Payé', '25.00', '0.00', '0.00', '0.00', 'GBP']);
});

test('[FIND-1] the payment history as CSV says how much was refunded', async () => {
  const { customer, owner } = await newReader();
  const { id } = await makeOrder(tenant.db, owner);
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 2_500 }], state: 'refunded' });
  const { text } = await customer.client.call(exportPayments, { params: { guid: customer.account.guid } });
  const [headings, row] = rowsOf(text);
  expect(headings?.slice(4, 8)).toEqual(['Status', 'Amount', 'Refunded', 'Taken back']);
  expect(row?.slice(4, 8)).toEqual(['Refunded', '25.00', '25.00', '0.00']);
});

test.each(['=1+1', '+44 20', '-2', '@SUM(A1)', '\u00a0=1', ' =1', '＝1'])(
  '[FIND-1] the text %j can’t run as a formula',
  (text) => {
    expect(parse(csvLines([[text]]))).toEqual([[`'${text}`]]);
  },
);

/** Returns the cells that a spreadsheet shows which reads another separator, and so no quotation marks inside. */
const cellsBy = (separator: string, csv: string) => csv.split(/\r?\n/).flatMap((line) => line.split(separator));

test.each([
  'Berth;=1+1;',
  'Berth; "=1+1',
  'Berth\t@SUM(A1)',
  'two\r\n=1+1',
  'two\n \u200b-1',
  '=1;=2\n＋3',
  '\n=1+1',
  '\t=1',
  ' \r\n @SUM(A1)',
])('[SAFE-60] the text %j runs as no formula where another separator is read', (text) => {
  const csv = csvLines([['O-1', text, 'Tern']]);
  for (const separator of [';', '\t'])
    for (const cell of cellsBy(separator, csv)) expect(cell).not.toMatch(/^[\s\u200b"]*[=+\-@＋]/u);
  expect(parse(csv).flat()[1]?.replaceAll("'", '')).toBe(text);
});

test('[SAFE-60] a file with semicolons runs no formula where commas are read', () => {
  const csv = csvLines([['C-1', 'Fowey,=1+1', 'a;b']], ';');
  expect(csv).toBe(`C-1;Fowey,'=1+1;"a;b"\r\n`);
});

test('[SAFE-60] a file with tabs runs no formula behind a sign and a tab', () => {
  expect(csvLines([['C-1', 'Fowey;\t=1+1']], '\t')).toBe(`C-1\t"Fowey;'\t=1+1"\r\n`);
});

test('[FIND-1] other texts stay as they are', () => {
  const texts = ['a=1', 'Say "hello", then go', 'two\nlines', 'Berth 4, -2 m; 5 %', 'a;b-1'];
  expect(parse(csvLines([texts]))).toEqual([texts]);
});

test('[FIND-1] a number below nothing stays a number', () => {
  expect(csvLines([[{ decimal: '-25.50' }, 7, null]])).toBe('-25.50,7,\r\n');
});

test('[FIND-2] a year’s invoices and receipts as a ZIP, and the year’s totals', async () => {
  const { customer, owner } = await newReader();
  const params = { guid: customer.account.guid, year: 2026 };
  expect((await customer.client.call(downloadPapers, { params })).status).toBe(404);
  const { id } = await makeOrder(tenant.db, owner, { taxPointDate: '2026-03-01', grossMinor: 12_050 });
  await makeOrder(tenant.db, owner, { taxPointDate: '2025-03-01', grossMinor: 99_900 });
  await tenant.db
    .updateTable('orders')
    .set({ invoice_number: 'INV/7', invoiced_on: '2026-03-02' })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute();
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 2_500 }] });

  const year = (await customer.client.call(getYearTotals, { params })).body;
  expect(year).toEqual({ ordered: 120.5, paid: 25, papers: 2 });
  const { bytes, status, headers } = await customer.client.call(downloadPapers, { params });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await unzip(bytes);
  expect(Object.keys(files)).toEqual([
    expect.stringMatching(/^Invoice INV.7\.pdf$/),
    expect.stringMatching(/^Receipt P\d{6}\.pdf$/),
  ]);
  for (const content of Object.values(files)) expect(content.subarray(0, 5).toString()).toBe('%PDF-');

  const stranger = await newReader();
  const theirs = await stranger.customer.client.call(downloadPapers, { params });
  expect(theirs.status).toBe(404);
});

test('[FIND-2] a sixth ZIP within an hour is refused', async () => {
  const { customer, owner } = await newReader();
  const { id } = await makeOrder(tenant.db, owner, { taxPointDate: '2026-03-01' });
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 2_500 }] });
  const params = { guid: customer.account.guid, year: 2026 };
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push((await customer.client.call(downloadPapers, { params })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, {});
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}
