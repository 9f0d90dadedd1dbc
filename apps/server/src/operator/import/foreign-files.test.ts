import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';
import { findSources } from './folder.ts';
import { type KindMapping, mapRow } from './mapping.ts';
import { formatsOf } from './reading/locale.ts';

let database: TestDatabase;
let client: DatabaseClient;
let db: TenantDb;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
  await runOperator(['import', exampleFolder], { database });
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  db = client.forTenant(tenant?.id ?? 0);
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

let files: Record<string, string | Buffer>;
beforeEach(() => {
  files = {};
});

const importing = (...options: string[]) =>
  runOperator(['import', makeFolder(files), '--tenant', 'gullhaven', ...options], { database });

const nameOf = async (reference: string) =>
  (await db.selectFrom('accounts').select('lastname').where('reference', '=', reference).executeTakeFirst())?.lastname;

test('a file of an older program is read as Windows-1252, and the guess is said', async () => {
  files['accounts.csv'] = Buffer.concat([
    Buffer.from('reference;site;last_name\nF-1;1;M\xfcller ', 'latin1'),
    Buffer.from([0x96]),
    Buffer.from(' S\xf6hne\n', 'latin1'),
  ]);
  const { code, err } = await importing();
  expect(code).toBe(0);
  expect(err).toContain('accounts.csv: is not UTF-8, so it is read as Windows-1252.');
  expect(err).toContain('accounts.csv: cells are apart by ;.');
  expect(await nameOf('F-1')).toBe('Müller – Söhne');
});

test('[RUN-194] a file of UTF-8 with a line of another encoding is refused there, and not guessed', async () => {
  const [good, bad] = [Buffer.from('F-4;1;Müller\n'), Buffer.from('F-5;1;Wei\xdf\n', 'latin1')];
  const head = Buffer.from('reference;site;last_name\n');
  for (const [rows, line] of [[[good, bad], 3] as const, [[bad, good], 2] as const]) {
    files['accounts.csv'] = Buffer.concat([head, ...rows]);
    const { code, err } = await importing();
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(
        `accounts.csv:${line}: is not UTF-8 text: write it in UTF-8, which Excel calls "CSV UTF-8"`,
      ),
    });
  }
  expect((await importing('--encoding', 'windows-1252')).code).toBe(0);
});

test('an encoding and a separator that are named are taken, and an unknown one is refused', async () => {
  files['accounts.csv'] = Buffer.from('reference|site|last_name\nF-2|1|\xb9ory\n', 'latin1');
  expect((await importing('--encoding', 'windows-1250', '--separator', '|')).code).toBe(0);
  expect(await nameOf('F-2')).toBe('ąory');
  expect((await importing('--encoding', 'klingon')).err).toContain('"klingon" is no encoding such as');
  files['accounts.csv'] = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('reference\tsite\tlast_name\nF-3\t1\tŠkoda\n', 'utf16le'),
  ]);
  const { code, err } = await importing();
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('accounts.csv: is read as utf-16le.') });
  expect(err).toContain('cells are apart by tabs.');
  expect(await nameOf('F-3')).toBe('Škoda');
});

test('a workbook is refused with what to do', async () => {
  files['accounts.xlsx'] = 'PK';
  expect((await importing()).err).toContain('accounts.xlsx is a workbook. Open it, and save its sheet as "CSV UTF-8');
});

test('days and numbers of a named language become ours; texts stay as they are', async () => {
  files['orders.csv'] = 'reference;account;type;created_on;due_on\nL-1;10021;Berth;3.2.2026;28.02.2026\n';
  files['order-lines.csv'] =
    'order;name;quantity;unit_price;vat_percent\nL-1;Platz 1.250,5 m;1.250,5;1.234,50;20\nL-1;Rabatt;1;-1.000,00;20\n';
  const { code, err } = await importing('--locale', 'de-DE');
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  const lines = await db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', (join_) =>
      join_.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'),
    )
    .select(['l.name', 'l.quantity', 'l.gross_unit_minor', 'o.tax_point_date'])
    .where('o.reference', '=', 'L-1')
    .orderBy('l.line')
    .execute();
  expect(lines).toEqual([
    { name: 'Platz 1.250,5 m', quantity: '1250.500', gross_unit_minor: 123_450, tax_point_date: '2026-02-28' },
    { name: 'Rabatt', quantity: '1.000', gross_unit_minor: -100_000, tax_point_date: '2026-02-28' },
  ]);
  files['orders.csv'] = 'reference;account;type;created_on;due_on\nL-2;10021;Berth;13/02/26;2026-02-28\n';
  delete files['order-lines.csv'];
  expect((await importing('--locale', 'en-GB')).err).toContain(
    'created_on: "13/02/26" has a year of two digits: write all four, as in 2026-05-16',
  );
  files['orders.csv'] = 'reference;account;type;created_on;due_on\nL-2;10021;Berth;31.2.2026;2026-02-28\n';
  expect((await importing('--locale', 'de-DE')).err).toContain('created_on: "31.2.2026" is a day that does not exist');
  expect((await importing('--locale', 'xx-nowhere-at-all')).err).toContain('is no language and country');
});

test('each language has its own order of days and its own signs', () => {
  const read = (locale: string) => {
    const formats = formatsOf(locale);
    return [
      formats?.day('3/12/2026'),
      formats?.number('1,234.5'),
      formats?.number('1.234,5'),
      formats?.number('1 234,5'),
    ];
  };
  expect(read('en-GB')).toEqual(['2026-12-03', '1234.5', '1.234,5', '1 234,5']);
  expect(read('en-US')).toEqual(['2026-03-12', '1234.5', '1.234,5', '1 234,5']);
  expect(read('fr-FR')).toEqual(['2026-12-03', '1,234.5', '1.234,5', '1234.5']);
  expect(read('de-DE')).toEqual(['2026-12-03', '1,234.5', '1234.5', '1234.5']);
  expect(formatsOf('de-DE')?.number('1.2345,5')).toBe('1.2345,5');
});

test('numbers as bookkeepers and programs write them', () => {
  const read = (text: string) => formatsOf('de-DE')?.number(text);
  for (const [text, ours] of [
    ['1.500', '1500'],
    ['-45,00', '-45.00'],
    ['45,00-', '-45.00'],
    ['(45,00)', '-45.00'],
    ['(1.045,00 €)', '-1045.00€'],
    ['€ 12,50', '€12.50'],
    ['19 %', '19%'],
    ['1 250,00', '1250.00'],
    ['1\u00a0250\u00a0000', '1250000'],
    ['1\u202f250,00 €', '1250.00€'],
  ])
    expect({ text, ours: read(text ?? '') }).toEqual({ text, ours });
  for (const text of ['13,06 m', '(-45,00)', '-45,00-', '()', '1 25,00', '1.250 000', '(45,00'])
    expect(read(text)).toBe(text);
});

test('a day may end with midnight, a tax rate with %, and a message shows the cell of the file', async () => {
  const write = (due: string, vat: string, total: string) => {
    files['orders.csv'] = `reference;account;type;created_on;due_on;total\nL-3;10021;Berth;1.2.2026;${due};${total}\n`;
    files['order-lines.csv'] = `order;name;quantity;unit_price;vat_percent\nL-3;Platz;1;1.234,50;${vat}\n`;
  };
  write('3.4.2026 00:00:00', '19 %', '1.234,50');
  expect(await importing('--locale', 'de-DE', '--dry-run')).toMatchObject({ code: 0 });
  write('3.4.2026 9:30', '19 % MwSt', '1.234,567');
  const { err } = await importing('--locale', 'de-DE', '--dry-run');
  expect(err).toContain('orders.csv:2: due_on: "3.4.2026 9:30" is not a day: write it as 2026-05-16');
  expect(err).toContain('orders.csv:2: total: "1.234,567" has more than 2 decimals');
  expect(err).toContain('order-lines.csv:2: vat_percent: "19 % MwSt" is not a number such as 20');
});

test('a title or a telephone number that is refused is shown as it stands in the file', async () => {
  files['accounts.csv'] = 'reference,site,last_name,phone\nF-20,1,Hansen,(0431)-12\n';
  expect((await importing()).err).toContain('phone: "(0431)-12" is no telephone number of 7 to 20 digits');
});

test('days that do not exist and years of two digits are causes of their own', async () => {
  const days = ['31.2.2026', '30.2.2026', '1.2.26', '2.2.26', 'bald'];
  const rows = days.map((due, index) => `L-${index + 30};10021;Berth;1.2.2026;${due}\n`);
  files['orders.csv'] = `reference;account;type;created_on;due_on\n${Array(4).fill(rows.join('')).join('')}`;
  const { err } = await importing('--locale', 'de-DE', '--dry-run');
  expect(err).toContain('8 times: orders.csv: due_on: "…" is a day that does not exist');
  expect(err).toContain('8 times: orders.csv: due_on: "…" has a year of two digits');
  expect(err).toContain('orders.csv:6: due_on: "bald" is not a day: write it as 2026-05-16');
});

test('a line without a reference is told to be deleted if it holds totals', async () => {
  files['accounts.csv'] = 'reference,site,last_name\nF-21,1,Hansen\n,,1 Kunde\n';
  expect((await importing()).err).toContain('accounts.csv:3: reference: is empty: if the line holds totals, delete it');
});

test('one column may fill several of ours, and the first filled of several columns counts', () => {
  const read = (columns: object, row: Record<string, string>, values = {}) =>
    mapRow(row, { columns: columns as KindMapping['columns'], values, words: {} });
  const number = { RgNr: ['reference', 'invoice_number'] };
  expect(read(number, { RgNr: '4711' })).toEqual({ reference: '4711', invoice_number: '4711' });
  const names = { Firma: 'last_name', Nachname: 'last_name' };
  expect(read(names, { Nachname: 'Hansen', Firma: 'Kai GmbH' })).toEqual({ last_name: 'Kai GmbH' });
  expect(read(names, { Nachname: 'Hansen', Firma: ' ' })).toEqual({ last_name: 'Hansen' });
  expect(read(names, { Nachname: '', Firma: '' }, { last_name: '?' })).toEqual({ last_name: '?' });
});

test('a mapping may lie in the folder of the files that it names', () => {
  const folder = makeFolder({ 'accounts.csv': 'reference\n', 'mapping.json': '{}' });
  const found = (mappingPath?: string) => findSources(folder, ['accounts'], { mappingPath, say: () => {} });
  expect([...found(join(folder, 'mapping.json')).keys()]).toEqual(['accounts']);
  expect(() => found()).toThrow('mapping.json is not a file of an import');
});

test('a mapping names the office’s own files and columns, leaves columns out, and gives values', async () => {
  files['Kunden 2026.csv'] = 'Kd-Nr;Nachname;Notiz;Hafen\nF-9;Schmidt;duzt uns;\n';
  const mapping = {
    accounts: {
      file: 'Kunden 2026.csv',
      columns: { 'Kd-Nr': 'reference', Nachname: 'last_name', Notiz: null, Hafen: 'site' },
      values: { site: '2' },
    },
  };
  const at = (content: unknown) => join(makeFolder({ 'mapping.json': JSON.stringify(content) }), 'mapping.json');
  const { code, err } = await importing('--mapping', at(mapping));
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect(await nameOf('F-9')).toBe('Schmidt');
  expect((await importing('--mapping', at({ kunden: {} }))).err).toContain('"kunden" is none of tenants, sites');
  expect((await importing('--mapping', at({ accounts: { file: 'Kunden.csv' } }))).err).toContain(
    'has no file Kunden.csv, which the mapping names.',
  );
  const wrong = at({ accounts: { ...mapping.accounts, columns: {} } });
  expect((await importing('--mapping', wrong)).err).toContain('accounts: Kd-Nr'.slice(10));
});

test('amounts may have the marina’s own sign or code, and no other currency’s', async () => {
  const withTotal = (total: string) => {
    files['orders.csv'] =
      `reference;account;type;created_on;due_on;total\nL-2;10021;Berth;3.2.2026;28.2.2026;${total}\n`;
    files['order-lines.csv'] = 'order;name;quantity;unit_price;vat_percent\nL-2;Platz;1;£ 1.234,50;20\n';
    return importing('--locale', 'de-DE', '--dry-run');
  };
  for (const total of ['1.234,50 £', 'GBP 1.234,50', '1.234,50GBP', '£1.234,50', '1.234,50'])
    expect({ total, ...(await withTotal(total)) }).toMatchObject({ total, code: 0 });
  for (const total of ['1.234,50 GB', '£1.234,50 £'])
    expect((await withTotal(total)).err, total).toContain('is not a number such as 1250.00');
  for (const total of ['1.234,50 €', '1.234,50 EUR'])
    expect((await withTotal(total)).err, total).toContain(
      'is in another currency: write an amount in GBP, such as 1250.00',
    );
});

test('a mapping may lie in the folder, and gives our words for those of the file', async () => {
  files['Kunden.csv'] = 'Kd-Nr;Nachname;Land\nF-10;Hansen;Deutschland \nF-11;Friis;DK\n';
  files['Notizen.xlsx'] = 'PK';
  files['mapping.json'] = JSON.stringify({
    accounts: {
      file: 'Kunden.csv',
      columns: { 'Kd-Nr': 'reference', Nachname: 'last_name', Land: 'country' },
      values: { site: '2' },
      words: { country: { Deutschland: 'DE' } },
    },
  });
  const folder = makeFolder(files);
  const { code, err } = await runOperator(
    ['import', folder, '--tenant', 'gullhaven', '--mapping', join(folder, 'mapping.json')],
    { database },
  );
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Notizen.xlsx is a workbook, so nothing') });
  const stored = await db
    .selectFrom('accounts')
    .select(['reference', 'country_code'])
    .where('reference', 'in', ['F-10', 'F-11'])
    .orderBy('reference')
    .execute();
  expect(stored).toEqual([
    { reference: 'F-10', country_code: 'DE' },
    { reference: 'F-11', country_code: 'DK' },
  ]);
});

test('a trial names customers who are in the file twice, and takes them in', async () => {
  const twins = ['F-40,1,Jo,Kai,jo@example.com,', 'F-41,1,jo,KAI,JO@example.com,', 'F-42,1,Jo,Kai,,'];
  const others = ['F-43,1,Ute,Kai,jo@example.com,', 'F-44,1,Jo,Kai,jo@example.com,2020-01-01'];
  files['accounts.csv'] = `reference,site,first_name,last_name,email,closed_on\n${[...twins, ...others].join('\n')}\n`;
  const { code, out } = await importing('--dry-run');
  expect(code).toBe(0);
  const message =
    'accounts.csv:3: reference: "F-41" has the name and the e-mail address of line 2: is it one customer?';
  expect(out.split('\n').filter((line) => line.includes('one customer'))).toEqual([message]);
  expect((await importing()).out).not.toContain('one customer');
});

test('[RUN-207] code issue makes no code for a customer with a login, and a file that Excel opens', async () => {
  const issue = (...args: string[]) => runOperator(['code', 'issue', '--tenant', 'gullhaven', ...args], { database });
  expect((await issue('--account', 'F-9')).err).toBe('');
  const { id } = await db.selectFrom('accounts').select('id').where('reference', '=', 'F-9').executeTakeFirstOrThrow();
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  const tenant_id = tenant?.id ?? 0;
  const login = { tenant_id, id: 77, email: 'schmidt@example.com', password_hash: 'x', created_at: new Date(0) };
  await db
    .insertInto('logins')
    .values({ ...login, email_confirmed_at: null })
    .execute();
  await db.insertInto('login_accounts').values({ tenant_id, login_id: 77, account_id: id }).execute();
  const refused = await issue('--account', 'F-9');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(
    /\(account \d+\) has a login already, so a code would open nothing\. "login list" shows it\./,
  );
  const { out } = await issue('--all-without-login', '--csv', '--excel');
  expect(out).toMatch(/^\uFEFFreference,title/);
  expect(out).toContain('Müller – Söhne');
  expect(out).not.toContain('Schmidt');
  const apart = await issue('--all-without-login', '--again', '--csv', '--separator', ';');
  expect(apart.out).toMatch(/^reference;title;/);
  expect(apart.out).toContain('F-1;;;Müller – Söhne;');
  expect((await issue('--account', 'F-1', '--separator', ';')).err).toContain('--separator goes with --csv.');
});
