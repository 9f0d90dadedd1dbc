import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { ownerRole } from '../../db/opening/roles.ts';
import { GivenFiles } from '../../import/given-file.ts';
import { reportPlans, watchPlans } from '../../testing/databases/query-plans.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { findSources } from './folder.ts';
import { kinds } from './kinds.ts';
import { Progress } from './progress.ts';
import { runImport } from './run-import.ts';

/** The number of rows that each statement went through, by its text. */
type Visited = Map<string, number>;

let databases: TestDatabase[] = [];
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** Makes a vendor's export of a marina: every second order has an invoice, and each has two lines. */
function exportOf(marina: string, orders: number): string {
  const accounts = Math.ceil(orders / 4);
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index + 1)).join('');
  const berthing = 'Berthing,Kittiwake,2026-03-01,2026-04-01,2788.75';
  return makeFolder({
    'tenants.csv': `key,name,country,currency,language,languages,email,telephone
${marina},${marina},GB,GBP,en-GB,en-GB,office@example.com,01632 960000\n`,
    'sites.csv': `number,name,address,telephone,email,time_zone
1,Bench,Quay Road,01632 960000,office@example.com,Europe/London\n`,
    'accounts.csv': `reference,site,last_name,email
${lines(accounts, (n) => `A${n},1,Number ${n},robin.${n}@example.com\n`)}`,
    'boats.csv': `reference,account,name,type,length,beam,draft,relationship
${lines(accounts, (n) => `B${n},A${n},Kittiwake,Sailing yacht,9.45,3.1,1.6,Owner\n`)}`,
    'orders.csv': `reference,account,type,boat,created_on,due_on,total,invoice_number
${lines(orders, (n) => `O${n},A${(n % accounts) + 1},${berthing},${n % 2 ? `I${n}` : ''}\n`)}`,
    'order-lines.csv': `order,name,quantity,unit_price,vat_percent
${lines(orders, (n) => `O${n},Annual berth,9.45,275.00,20\nO${n},Electricity deposit,1,190.00,20\n`)}`,
  });
}

async function takeIn(ownerDb: TenantDb, folder: string): Promise<void> {
  const storage = () => {
    throw new Error('no file is named');
  };
  const notes = { add: async () => {}, remove: async () => {} };
  const { problems } = await runImport(ownerDb, {
    sources: findSources(folder, ['tenants', ...kinds.map(({ name }) => name)], { say: () => {} }),
    tenantKey: undefined,
    dryRun: false,
    event: 'import',
    officeWins: false,
    now: new Date(),
    takeNumbers,
    files: new GivenFiles({ folder: null, storage, scanner: null, notes, dryRun: false }),
    progress: new Progress({ write: () => {}, isTTY: false, now: () => performance.now() }),
  });
  expect(problems.tell()).toBe('');
}

/** Imports a marina twice, beside one that is there. Without that one the planner knows nothing and guesses right. */
async function visitedBy(database: TestDatabase, orders: number): Promise<Visited> {
  await reportPlans(database.name, ownerRole);
  const visited: Visited = new Map();
  let turn = '';
  const owner = new DatabaseClient({ url: database.ownerUrl, size: 1 });
  watchPlans(owner.pool, ({ text, rows }) => {
    const key = `${turn}: ${text}`;
    // The rows themselves are sent a thousand at a time.
    if (turn !== '' && !text.includes('json_populate_recordset')) visited.set(key, (visited.get(key) ?? 0) + rows);
  });
  const ownerDb = owner.unsafeWithoutTenant();
  await takeIn(ownerDb, exportOf('there', 4_000));
  // Autovacuum does the same sooner or later: the planner then expects no rows of any other marina.
  await sql`analyze`.execute(ownerDb);
  for (turn of ['new', 'again']) await takeIn(ownerDb, exportOf('coming', orders));
  await owner.close();
  return visited;
}

test('four times the rows are four times the work, in every statement of an import', async () => {
  const [small, large] = databases as [TestDatabase, TestDatabase];
  const ofFew = await visitedBy(small, 2_000);
  const ofMany = await visitedBy(large, 8_000);
  expect(ofMany.size).toBeGreaterThan(60);
  expect([...ofMany.keys()].toSorted()).toEqual([...ofFew.keys()].toSorted());
  // A quadratic statement goes through sixteen times as many.
  const quadratic = [...ofMany].filter(([text, rows]) => rows > 6 * (ofFew.get(text) ?? 0) + 1_000);
  expect(quadratic).toEqual([]);
}, 120_000);
