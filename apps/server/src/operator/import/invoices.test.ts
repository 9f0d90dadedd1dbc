import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';

/** Tests invoices that the office numbers itself. */

let database: TestDatabase;
let client: DatabaseClient;
let db: TenantDb;

beforeAll(async () => {
  database = await createTestDatabase();
  const { code, err } = await runOperator(['import', exampleFolder], { database });
  if (code !== 0) throw new Error(err);
  client = new DatabaseClient({ url: database.appUrl, size: 1 });
  db = client.forTenant((await unsafeFindTenant(client, 'key', 'gullhaven'))?.id ?? 0);
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const importing = (files: Parameters<typeof makeFolder>[0]) =>
  runOperator(['import', makeFolder(files), '--tenant', 'gullhaven'], { database });

const head = 'reference,account,type,created_on,due_on,invoice_number,invoiced_on';
const rowOf = (reference: string, ...invoice: string[]) =>
  [reference, '10022', 'Lift-out', '2026-04-12', '2026-05-12', ...invoice].join(',');
const orders = (...rows: string[]) => ({ 'orders.csv': [head, ...rows, ''].join('\n') });
const lines = (price: string) => ({
  'order-lines.csv': `order,name,quantity,unit_price,vat_percent\nINV-2026-0102,Lift-out,1,${price},20\n`,
});
const stored = async () => {
  const row = db
    .selectFrom('orders')
    .select(['invoice_number', 'invoiced_on', 'gross_minor', 'cancelled_at'])
    .where('reference', '=', 'INV-2026-0102');
  return Object.values(await row.executeTakeFirstOrThrow());
};

test('[ORD-7] issued invoices of the office keep number, day and amount, also against a later file', async () => {
  const files = { ...orders(rowOf('INV-2026-0102', 'R/2026/17', '')), ...lines('186.00') };
  expect((await importing(files)).code).toBe(0);
  const given = ['R/2026/17', '2026-04-12', 18_600, null];
  expect(await stored()).toEqual(given);
  const wrong = {
    ...orders(
      rowOf('INV-2026-0102', 'R/2026/18', '2026-05-01'),
      rowOf('INV-2026-0101', 'R/2026/17', ''),
      rowOf('INV-2026-0103', '', '2026-05-01'),
    ),
    ...lines('190.00'),
  };
  const { err } = await importing(wrong);
  for (const problem of [
    'orders.csv:2: invoice_number: is another than the stored one, R/2026/17: an invoice keeps its number',
    'orders.csv:2: invoiced_on: is another than the stored day, 2026-04-12: an invoice keeps its day',
    'orders.csv:2: reference: has the invoice R/2026/17, so its amount stays 186.00',
    'orders.csv:3: invoice_number: is that of another order',
    'orders.csv:4: invoiced_on: is set, and there is no invoice_number',
  ])
    expect(err).toContain(problem);
  expect(await stored()).toEqual(given);
  const without = { ...orders(rowOf('INV-2026-0102', '', '')), ...lines('186.00') };
  expect((await importing(without)).code).toBe(0);
  expect(await stored()).toEqual(given);
});
