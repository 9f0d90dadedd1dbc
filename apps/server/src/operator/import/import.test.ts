import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { exampleFile, exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';

let database: TestDatabase;
let client: DatabaseClient;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
  return async () => {
    await client.close();
    await database.drop();
  };
});

const importing = (folder: string, ...options: string[]) => runOperator(['import', folder, ...options], { database });
const importFiles = (changes: Parameters<typeof exampleFiles>[0], ...options: string[]) =>
  importing(makeFolder(exampleFiles(changes)), ...options);

async function gullhaven(): Promise<{ id: number; db: TenantDb }> {
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  return { id: tenant?.id ?? 0, db: client.forTenant(tenant?.id ?? 0) };
}

/** Returns the numbers of the result's line about one kind: added, changed, unchanged, removed. */
function counts(out: string, kind: string): number[] {
  const line = out.split('\n').find((each) => each.startsWith(kind) || each.startsWith(`gullhaven: ${kind} `)) ?? '';
  return line
    .trim()
    .split(/\s{2,}/)
    .slice(1)
    .map(Number);
}

/** Returns the problems that an import prints, without the last line. */
async function problems(changes: Parameters<typeof exampleFiles>[0], ...options: string[]): Promise<string[]> {
  const { code, err, out } = await importFiles(changes, ...options);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const lines = err
    .trim()
    .split('\n')
    .filter((line) => !/rows read$|…$/.test(line));
  expect(lines.pop()).toMatch(/^\d+ to correct\. Nothing was written\.$/);
  return lines;
}

test('a folder brings a marina with all that is its own, through the functions of the product', async () => {
  const { code, out, err } = await importing(exampleFolder);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('accounts.csv: 3 rows read') });
  expect(counts(out, 'accounts')).toEqual([3, 0, 0, 0]);
  expect(out).toMatch(/45 rows in [\d.]+ s, [\d,]+ a second\./);

  const { db } = await gullhaven();
  const orders = await db.selectFrom('orders').selectAll().orderBy('reference').execute();
  expect(
    orders.map(({ reference, gross_minor, description, currency }) => [reference, gross_minor, description, currency]),
  ).toEqual([
    ['INV-2026-0101', 278_875, 'Annual berth 2026/27', 'GBP'],
    ['INV-2026-0102', 18_600, 'Lift-out and pressure wash', 'GBP'],
    ['INV-2026-0103', 312_000, 'Swinging mooring 2026/27', 'GBP'],
  ]);
  // Noon at the site. In April it has summer time.
  expect(orders[1]?.created_at.toISOString()).toBe('2026-04-12T11:00:00.000Z');
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('line').execute();
  expect(lines[0]).toMatchObject({ line: 1, gross_minor: 259_875, net_minor: 216_562, vat_minor: 43_313 });
  expect(
    await db.selectFrom('waiting_list_entries').select(['position', 'joined_on']).orderBy('position').execute(),
  ).toEqual([
    { position: 1, joined_on: '2024-09-02' },
    { position: 2, joined_on: null },
  ]);
  const firm = await db.selectFrom('accounts').selectAll().where('reference', '=', '10023').executeTakeFirst();
  expect(firm).toMatchObject({ lastname: 'Kittiwake Charters Ltd', phone: '01632 960 203', site_id: 2 });
});

test('the same folder again changes nothing', async () => {
  await importing(exampleFolder);
  const { db } = await gullhaven();
  const before = await sql`select xmin, * from accounts order by id`.execute(db);
  const { code, out, err } = await importing(exampleFolder);
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  for (const [kind, count] of [
    ['tenants', 1],
    ['sites', 2],
    ['accounts', 3],
    ['boats', 3],
    ['consent-groups', 2],
    ['consents', 4],
    ['waiting-lists', 1],
    ['waiting-list-entries', 2],
    ['agreements', 3],
    ['orders', 3],
    ['order-lines', 5],
    ['payments', 1],
    ['estimates', 3],
    ['estimate-lines', 4],
    ['stays', 3],
    ['document-types', 2],
    ['documents', 3],
    ['ineligible-cards', 1],
  ] as const)
    expect([kind, counts(out, kind)]).toEqual([kind, [0, 0, count, 0]]);
  expect((await sql`select xmin, * from accounts order by id`.execute(db)).rows).toEqual(before.rows);
});

test('changed rows are changed, and new ones are added; the others stay', async () => {
  await importing(exampleFolder);
  const { code, out, err } = await importFiles({
    'boats.csv': `${exampleFile('boats.csv', 'Petrel', 'Storm Petrel')}B-504,10021,Dinghy,Tender,2.4,1.3,0.2,Owner,\n`,
    'waiting-list-entries.csv':
      'list,account,position,added_on,removed\nBERTH-12,10022,,2024-09-05,yes\nBERTH-12,10023,1,2025-03-18,\n',
    'order-lines.csv': exampleFile('order-lines.csv', 'Electricity deposit', 'Electricity'),
  });
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect(counts(out, 'boats')).toEqual([1, 1, 2, 0]);
  expect(counts(out, 'waiting-list-entries')).toEqual([0, 1, 0, 1]);
  expect(counts(out, 'order-lines')).toEqual([0, 1, 4, 0]);
  const { db } = await gullhaven();
  expect((await db.selectFrom('boats').select('name').orderBy('id').execute()).map(({ name }) => name)).toEqual([
    'Sandpiper',
    'Storm Petrel',
    'Kittiwake II',
    'Dinghy',
  ]);
});

test('a line keeps the unit of its quantity as the marina writes it, without one it counts pieces', async () => {
  await importing(exampleFolder);
  const { db } = await gullhaven();
  const units = async () =>
    (await db.selectFrom('order_lines').select('unit').orderBy('order_id').orderBy('line').execute()).map(
      ({ unit }) => unit,
    );
  expect(await units()).toEqual(['m', null, null, 'm', null]);
  await importFiles({ 'order-lines.csv': exampleFile('order-lines.csv', '9.45,m', '9.45,') });
  expect((await units())[0]).toBeNull();
  const tooLong = exampleFile('order-lines.csv', '9.45,m', `9.45,${'m'.repeat(21)}`);
  const { code, err } = await importFiles({ 'order-lines.csv': tooLong });
  expect([code, err]).toEqual([1, expect.stringContaining('order-lines.csv:2: unit: is longer than 20 characters')]);
});

test('--dry-run counts and writes nothing, not even the marina', async () => {
  const { code, out, err } = await importing(exampleFolder, '--dry-run');
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect(counts(out, 'orders')).toEqual([3, 0, 0, 0]);
  expect(out).toContain('Nothing was written (--dry-run).');
  expect(await unsafeFindTenant(client, 'key', 'gullhaven')).toBeNull();
});

test('JSON and JSON Lines are read like CSV', async () => {
  const { code, out, err } = await importFiles({
    'accounts.csv': null,
    'accounts.json': JSON.stringify(
      [
        { reference: '10021', site: 1, first_name: 'Morgan', last_name: 'Tern {"[,]}"' },
        { reference: '10022', site: 1, last_name: 'Fulmar', email: null },
        { reference: '10023', site: 2, last_name: 'Kittiwake' },
      ],
      null,
      2,
    ),
    'consent-groups.csv': null,
    'consents.csv': null,
    'consent-groups.jsonl': '{"reference":"storm","position":1,"description":{"en-GB":"Storms","fr-FR":"Tempêtes"}}\n',
    'estimates.csv': null,
    'estimate-lines.csv': null,
    'agreements.csv': null,
    'orders.csv': null,
    'orders.json':
      '[{"reference":"A","account":"10021","type":"Berthing",' +
      '"created_on":"2026-03-01","due_on":"2026-04-01","total":12.5}]',
    'order-lines.csv': null,
    'payments.csv': null,
    'order-lines.jsonl': '{"order":"A","name":"Berth","quantity":1,"unit_price":12.5,"vat_percent":20}',
  });
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect(counts(out, 'accounts')).toEqual([3, 0, 0, 0]);
  const { db } = await gullhaven();
  expect(await db.selectFrom('consent_groups').select('descriptions').execute()).toEqual([
    { descriptions: { 'en-GB': 'Storms', 'fr-FR': 'Tempêtes' } },
  ]);
  expect((await db.selectFrom('orders').select('gross_minor').executeTakeFirst())?.gross_minor).toBe(1250);
});

test('files of spreadsheets are read: byte order mark, semicolons, CRLF, decimal commas, quotes', async () => {
  const csv = [
    '\uFEFFreference;account;name;type;length;beam;draft;relationship',
    '"B;1";10021;"Le ""Goéland"" ";Voilier;9,45;3,1;1,6;Propriétaire',
    ';;;;;;;',
    '',
    'B2;10022;Été;Moteur;7;2,5;0,7;Propriétaire;',
    '',
  ].join('\r\n');
  const { code, err } = await importFiles({ 'boats.csv': csv, 'documents.csv': null, 'stays.csv': null });
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  const { db } = await gullhaven();
  expect(await db.selectFrom('boats').select(['reference', 'name', 'length']).orderBy('id').execute()).toEqual([
    { reference: 'B;1', name: 'Le "Goéland"', length: '9.45' },
    { reference: 'B2', name: 'Été', length: '7.00' },
  ]);
});

describe('mistakes are told by file, line and column, and nothing is written:', () => {
  afterEachNothingStored();

  test('cells', async () => {
    expect(
      await problems({
        'accounts.csv': [
          'reference,site,last_name,email,mobile,country,closed_on',
          '10021,one,Tern,morgan.tern,07700 900201,GB,',
          '10022,1,,,nought,XX,2026-02-30',
          '10023,1,Kittiwake,,,,2999-01-01',
        ].join('\n'),
      }),
    ).toEqual([
      'accounts.csv:2: site: "one" is not a number from 1 on',
      'accounts.csv:2: email: "morgan.tern" is not an e-mail address',
      'accounts.csv:3: last_name: is empty',
      'accounts.csv:3: country: "XX" is not a country of two letters, such as GB or FR',
      'accounts.csv:3: closed_on: "2026-02-30" is a day that does not exist',
      'accounts.csv:4: closed_on: "2999-01-01" is a day to come',
    ]);
  });

  test('columns that are unknown or missing, once for the whole file', async () => {
    const [unknown, missing, ...others] = await problems({
      'waiting-lists.csv': 'reference,titel,type\nBERTH-12,Annual,Berth\nB,Other,Berth\n',
    });
    expect(unknown).toBe('waiting-lists.csv:2: titel: is none of the columns tenant, reference, title, type');
    expect(missing).toBe('waiting-lists.csv:2: title: is missing');
    expect(others).toEqual([]);
  });

  test('a reference to something unknown is told, but not one to a row that is wrong itself', async () => {
    expect(
      await problems({
        'accounts.csv': exampleFile('accounts.csv', 'GH1 3QX,GB', 'GH1 3QX,XX'),
        'boats.csv': exampleFile('boats.csv', 'B-503,10023', 'B-503,10099'),
        'waiting-list-entries.csv': exampleFile('waiting-list-entries.csv', 'BERTH-12,10023', 'BERTH-13,10023'),
        'order-lines.csv': exampleFile('order-lines.csv', 'INV-2026-0102', 'INV-2026-0999'),
      }),
    ).toEqual([
      'accounts.csv:2: country: "XX" is not a country of two letters, such as GB or FR',
      'boats.csv:4: account: there is no account "10099"',
      'order-lines.csv:4: order: there is no order "INV-2026-0999"',
      'orders.csv:3: reference: has no line in order-lines',
      'waiting-list-entries.csv:3: list: there is no waiting list "BERTH-13"',
    ]);
  });

  test('the same key twice', async () => {
    expect(
      await problems({
        'boats.csv': exampleFile('boats.csv', 'B-503', 'B-501'),
        'waiting-list-entries.csv': exampleFile('waiting-list-entries.csv', '10023', '10022'),
      }),
    ).toEqual([
      'boats.csv:4: reference: is the same as in line 2',
      'stays.csv:4: boat_reference: there is no boat "B-503"',
      'waiting-list-entries.csv:3: account: is the same as in line 2',
    ]);
  });

  test('amounts: more decimals than the currency has, thousands, a total that the lines do not come to', async () => {
    expect(
      await problems({
        'order-lines.csv': exampleFile('order-lines.csv', '186.00', '186.005')
          .replace('190.00', '"1,190"')
          .replace('275.00', '27500000000.00'),
        'orders.csv': exampleFile('orders.csv', '3120.00', '3120.01'),
      }),
    ).toEqual([
      'order-lines.csv:2: unit_price: "27500000000.00" is too large',
      expect.stringContaining('order-lines.csv:3: unit_price: "1,190" may have a thousands separator: leave it out'),
      'order-lines.csv:4: unit_price: "186.005" has more than 2 decimals',
      'orders.csv:4: total: says 3120.01, and the lines come to 3120.00',
    ]);
  });

  test('files: an open quote, too many cells, not JSON', async () => {
    expect(
      await problems({
        'boats.csv': exampleFile('boats.csv', 'Petrel', '"Petrel'),
        'waiting-lists.csv': 'reference,title,type\nBERTH-12,Annual berth, up to 12 m,Berth\n',
        'consent-groups.csv': null,
        'consents.csv': null,
        'consent-groups.json': '[{"reference":"storm"},\n{"reference":}]',
      }),
    ).toEqual([
      'boats.csv:3: has a quotation mark that is never closed',
      'consent-groups.json:1: position: is missing',
      'consent-groups.json:1: description.en-GB: is missing',
      'consent-groups.json:1: description.fr-FR: is missing',
      expect.stringMatching(/^consent-groups\.json:2: is not JSON: /),
      'waiting-lists.csv:2: has 4 cells where the first line names 3 columns',
    ]);
  });

  test('marinas: a host of another, a currency that is none, and then nothing else is looked at', async () => {
    expect(
      await problems({
        'tenants.csv': exampleFile('tenants.csv', 'GBP', 'QQQ').replace('gullhaven.localhost', 'gull haven:80'),
        'boats.csv': 'nonsense',
      }),
    ).toEqual([
      'tenants.csv:2: hosts: "gull haven:80" is not a list of host names without port, with blanks between',
      'tenants.csv:2: currency: "QQQ" is not a currency such as EUR',
    ]);
  });

  test('the first of each cause, and how often each occurs', async () => {
    const wrong = Array.from({ length: 1200 }, (_, index) => `X-${index},1,x,y,${index % 3 === 0 ? 'a' : 1},1,1,z,`);
    const lines = await problems({
      'boats.csv': exampleFile('boats.csv', 'GH 0503\n', `GH 0503\n${wrong.join('\n')}`),
    });
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('boats.csv:5: length: "a" is not a number such as 11.35');
    expect(lines[1]).toBe('boats.csv:5: account: there is no account "1"');
    expect(lines.slice(-2)).toEqual([
      '400 times: boats.csv: length: "…" is not a number such as 11.35',
      '1,200 times: boats.csv: account: there is no account "…"',
    ]);
  });

  function afterEachNothingStored() {
    beforeEach(() => async () => {
      const owner = new DatabaseClient({ url: database.ownerUrl, size: 1 });
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from tenants`.execute(
        owner.unsafeWithoutTenant(),
      );
      await owner.close();
      expect(rows[0]?.count).toBe(0);
    });
  }
});

test('a folder that is none, a file that nobody knows, one kind twice, a marina that there is not', async () => {
  const ask = async (folder: string, ...options: string[]) =>
    (await importing(folder, ...options)).err.trim().split('\n').at(-1);
  expect(await ask('/nowhere')).toBe('There is no folder /nowhere.');
  expect(await ask(makeFolder({ 'account.csv': 'a' }))).toMatch(
    /^account\.csv is not a file of an import\. The files are called tenants, sites, accounts,/,
  );
  expect(await ask(makeFolder({ 'README.md': 'a' }))).toMatch(/has none of the files of an import/);
  expect(await ask(makeFolder({ 'boats.csv': 'a', 'boats.json': '[]' }))).toBe(
    'boats.csv and boats.json are both there. Keep one of them.',
  );
  const boats = makeFolder({ 'boats.csv': exampleFiles()['boats.csv'] ?? '' });
  expect((await importing(boats, '--tenant', 'gullhaven')).err).toContain('There is no marina "gullhaven".');
  expect((await importing(boats)).err).toContain(
    'boats.csv:2: tenant: is missing: name the marina here, or with --tenant',
  );
  const several = makeFolder({ 'boats.csv': 'tenant,reference\nelsewhere,B-1\nelsewhere,B-2\n' });
  expect((await importing(several)).err).toContain('boats.csv:2: tenant: there is no marina "elsewhere"\n1 to correct');
});
