import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { listConsentRows } from '../../features/consent/consent.queries.ts';
import { recordConsents } from '../../features/consent/consent.service.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { exampleFile, exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { startOperator } from '../../testing/processes/operator-process.ts';
import { runOperator } from '../testing/operator.ts';

/** Imports files again into a marina whose customers used the portal since the first import. */

/** A database with the example imported. Each test starts from a copy, because an import takes longer. */
let imported: TestDatabase;
let database: TestDatabase;
let client: DatabaseClient;
let db: TenantDb;
let tenantId: number;

beforeAll(async () => {
  imported = await createTestDatabase();
  const { code, err } = await runOperator(['import', exampleFolder], { database: imported });
  if (code !== 0) throw new Error(err);
});
afterAll(() => imported.drop());

async function open(like?: TestDatabase): Promise<void> {
  database = await createTestDatabase(like);
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
  onTestFinished(async () => {
    await client.close();
    await database.drop();
  });
}

const openEmpty = () => open();

async function openImported(): Promise<void> {
  await open(imported);
  tenantId = (await unsafeFindTenant(client, 'key', 'gullhaven'))?.id ?? 0;
  db = client.forTenant(tenantId);
}

const importing = (folder: string, ...options: string[]) => runOperator(['import', folder, ...options], { database });
const importFiles = (changes: Parameters<typeof exampleFiles>[0], ...options: string[]) =>
  importing(makeFolder(exampleFiles(changes)), ...options);

describe('consents', () => {
  const accountOf = (reference: string) =>
    db.selectFrom('accounts').select('id').where('reference', '=', reference).executeTakeFirstOrThrow();
  /** Returns the consents that hold, storms first. */
  const holds = async (reference: string) =>
    (await listConsentRows(db, tenantId, (await accountOf(reference)).id)).map(({ granted }) => granted);
  const recorded = async (reference: string) =>
    db
      .selectFrom('consents')
      .select(['granted', 'source', 'recorded_at', 'sequence'])
      .where('account_id', '=', (await accountOf(reference)).id)
      .orderBy('recorded_at')
      .execute();

  beforeEach(openImported);

  test('that were given elsewhere have their time and source, and yield to the customer’s later choice', async () => {
    expect([await holds('10021'), await holds('10022'), await holds('10023')]).toEqual([
      [true, true],
      [null, false],
      [null, null],
    ]);
    expect(await recorded('10021')).toEqual([
      // The day begins at the site's midnight. March has no summer time there, October has.
      { granted: true, source: 'office', recorded_at: new Date('2024-03-02T00:00:00Z'), sequence: 1 },
      { granted: true, source: 'mail', recorded_at: new Date('2025-10-11T08:30:00Z'), sequence: 1 },
    ]);

    const { id: accountId } = await accountOf('10021');
    const [, news] = await listConsentRows(db, tenantId, accountId);
    const withdrawn = new Map([[news?.id ?? 0, false]]);
    const origin = { source: 'portal', emailMessageId: null } as const;
    await db
      .transaction()
      .execute((trx) => recordConsents(trx, { tenantId, accountId }, withdrawn, origin, new Date('2026-05-16T08:00Z')));
    const earlier =
      `${String(exampleFiles()['consents.csv'])}10021,news,no,2025-01-07 17:05,consent-page\n` +
      '10021,news,yes,2026-05-16,\n';
    const { out } = await importFiles({ 'consents.csv': earlier });
    expect(out).toMatch(/consents +2 +0 +4 +0/);
    expect(await holds('10021')).toEqual([true, false]);
    expect((await recorded('10021')).map(({ granted, sequence }) => [granted, sequence])).toEqual([
      [true, 1],
      [false, 3],
      [true, 1],
      [true, 4],
      [false, 2],
    ]);
  });

  test('that contradict stored ones, or are in the future, invalid or nobody’s, are told and not stored', async () => {
    const rows = ['10021,news,no,2024-03-02,', '10021,storm,yes,2999-01-01,', '10021,storm,yes,2026-02-30,'];
    rows.push('10099,news,yes,2024-01-01,', '10021,weather,yes,2024-01-01,', '10021,news,yes,2025-01-01,telepathy');
    rows.push('10021,storm,no,2025-10-11 09:30,mail', '10021,news,yes,2023-01-01,', '10021,news,yes,2023-01-01T00:00,');
    const { err } = await importFiles({
      'consents.csv': ['account,group,granted,given_at,source', ...rows, ''].join('\n'),
    });
    expect(err.split('\n').filter((line) => line.startsWith('consents.csv:') && !line.includes('rows read'))).toEqual([
      'consents.csv:2: granted: was stored otherwise for this time; give what changed a time of its own',
      'consents.csv:3: given_at: is in the future',
      'consents.csv:4: given_at: "2026-02-30" is a day that does not exist',
      'consents.csv:5: account: there is no account "10099"',
      'consents.csv:6: group: there is no consent group "weather"',
      'consents.csv:7: source: "telepathy" is none of consent-page, portal, mail, office',
      'consents.csv:8: granted: was stored otherwise for this time; give what changed a time of its own',
      'consents.csv:10: given_at: is the same as in line 9',
    ]);
    expect(await recorded('10021')).toHaveLength(2);
  });
});

describe('details that customers may change themselves', () => {
  /** Changes an account as the portal does for its owner. */
  const customerWrites = (details: { town?: string; mobile?: string }) =>
    db
      .updateTable('accounts')
      .set((row) => ({ ...details, version: row('version', '+', 1) }))
      .where('reference', '=', '10021')
      .execute();
  const account = () =>
    db
      .selectFrom('accounts')
      .select(['town', 'mobile', 'email', 'version'])
      .where('reference', '=', '10021')
      .executeTakeFirstOrThrow();

  beforeEach(openImported);

  test('stay as the customer wrote them while the office says what it said before', async () => {
    await customerWrites({ town: 'Newtown' });
    const { out } = await importing(exampleFolder);
    expect(out).toMatch(/accounts +0 +0 +3 +0/);
    expect(await account()).toMatchObject({ town: 'Newtown', version: 2 });
  });

  test('take the office’s change where the customer changed nothing, and an open form of theirs is told', async () => {
    await customerWrites({ town: 'Newtown' });
    const changed = exampleFile('accounts.csv', '07700 900201', '07700 900299');
    const { out } = await importFiles({ 'accounts.csv': changed });
    expect(out).toMatch(/accounts +0 +1 +2 +0/);
    expect(out).not.toContain('stays as the customer');
    expect(await account()).toMatchObject({ town: 'Newtown', mobile: '07700 900299', version: 3 });
  });

  test('stay as the customer wrote them where both changed, which is told once', async () => {
    await customerWrites({ town: 'Newtown' });
    const both = { 'accounts.csv': exampleFile('accounts.csv', 'Herring Row,Gullhaven', 'Herring Row,Oldtown') };
    const { out, code } = await importFiles(both);
    expect(code).toBe(0);
    expect(out).toContain('accounts.csv:2: town: stays as the customer wrote it in the portal');
    expect((await account()).town).toBe('Newtown');
    expect((await importFiles(both)).out).not.toContain('stays as the customer');
  });

  test('are the office’s where it insists', async () => {
    await customerWrites({ town: 'Newtown' });
    await importing(exampleFolder, '--office-wins');
    expect((await account()).town).toBe('Gullhaven');
  });

  test('stay where the file has no such column', async () => {
    await importFiles({ 'accounts.csv': 'reference,site,last_name\n10021,2,Tern\n' });
    expect(await account()).toMatchObject({ town: 'Gullhaven', email: 'morgan.tern@example.com' });
    expect(
      (await db.selectFrom('accounts').select('site_id').where('reference', '=', '10021').executeTakeFirst())?.site_id,
    ).toBe(2);
  });

  test('an account is closed by its day, and opened again without one', async () => {
    const closed = (day: string) => `reference,site,last_name,closed_on\n10021,1,Tern,${day}\n`;
    const closedAt = async () =>
      (await db.selectFrom('accounts').select('closed_at').where('reference', '=', '10021').executeTakeFirst())
        ?.closed_at;
    await importFiles({ 'accounts.csv': closed('2026-05-01') });
    expect((await closedAt())?.toISOString()).toBe('2026-04-30T23:00:00.000Z');
    await importFiles({ 'accounts.csv': closed('') });
    expect(await closedAt()).toBeNull();
  });
});

describe('an order', () => {
  const reference = 'INV-2026-0102';
  const dearer = {
    'order-lines.csv': exampleFile('order-lines.csv', '186.00', '190.00'),
    'orders.csv': exampleFile('orders.csv', '186.00', '190.00'),
  };
  const cancelled = {
    'orders.csv':
      'reference,account,type,created_on,due_on,cancelled_on\n' +
      'INV-2026-0102,10022,Lift-out,2026-04-12,2026-05-12,2026-05-01\n',
  };
  const order = () => db.selectFrom('orders').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  const onlyOrders = { 'order-lines.csv': null };

  beforeEach(openImported);

  test('that nobody paid is changed and cancelled as the files say', async () => {
    expect((await importFiles(dearer)).code).toBe(0);
    expect((await order()).gross_minor).toBe(19_000);
    expect((await importFiles({ ...cancelled, ...onlyOrders })).code).toBe(0);
    expect((await order()).cancelled_at?.toISOString()).toBe('2026-05-01T11:00:00.000Z');
  });

  test('[PAID-1] keeps its amount and isn’t cancelled while something is paid on it; all else may change', async () => {
    const run = (...args: string[]) => runOperator(['payment', ...args, '--tenant', 'gullhaven'], { database });
    const money = ['--method', 'cash', '--paid-on', '2026-05-02', '--amount', '50.00', '--orders', reference];
    expect((await run('record', '--account', '10022', '--reference', 'TILL-7', ...money)).code).toBe(0);
    expect((await importFiles(dearer)).err).toContain(
      "orders.csv:3: reference: has payments, so its amount stays 186.00 and can't become 190.00: put the " +
        'difference on a new order\n1 to correct.',
    );
    expect((await importFiles({ ...cancelled, ...onlyOrders })).err).toContain(
      "can't be set, because the order has payments: credit it, or reverse payments of the office first\n1 to correct.",
    );
    const moved = { 'orders.csv': exampleFile('orders.csv', '2026-05-12', '2026-06-12') };
    expect((await importFiles(moved)).code).toBe(0);
    expect(await order()).toMatchObject({ tax_point_date: '2026-06-12', gross_minor: 18_600, cancelled_at: null });
    await run('reverse', '--reference', 'TILL-7');
    expect((await importFiles({ ...cancelled, ...onlyOrders })).code).toBe(0);
  });

  test('[RUN-166] keeps its amount while somebody is paying it', async () => {
    const { id, account_id: accountId, site_id: siteId } = await order();
    await insertPayment(db, { tenantId, accountId, siteId }, { state: 'sent', orderId: id });
    expect((await importFiles(dearer)).err).toContain("can't become 190.00 now, because somebody is paying the order");
    expect((await importFiles({ ...cancelled, ...onlyOrders })).err).toContain(
      "can't be set, because somebody is paying the order: try again when that payment has ended",
    );
  });

  test('stays its account’s', async () => {
    const other = { 'orders.csv': exampleFile('orders.csv', 'INV-2026-0102,10022', 'INV-2026-0102,10021') };
    expect((await importFiles(other)).err).toContain("orders.csv:3: account: is another than the stored order's");
  });

  test('has the lines of the file and no others', async () => {
    const fewer = exampleFile(
      'order-lines.csv',
      'INV-2026-0101,Electricity deposit,1,,190.00,20,,,A 14,Sandpiper\n',
      '',
    );
    const { out } = await importFiles({
      'order-lines.csv': fewer,
      'orders.csv': exampleFile('orders.csv', '2788.75', '2598.75'),
    });
    expect(out).toMatch(/order-lines +0 +0 +4 +1/);
    expect(out).toMatch(/gullhaven: orders +0 +1 +2 +0/);
  });
});

test('a marina that is there gets what its file says and keeps its other settings; its currency stays', async () => {
  await openImported();
  const set = ['tenant', 'set', 'gullhaven', 'permissions.showEstimates', 'false'];
  expect((await runOperator(set, { database })).code).toBe(0);
  const { out } = await importFiles({ 'tenants.csv': exampleFile('tenants.csv', '#7a3b69', '#123456') });
  expect(out).toMatch(/tenants +0 +1 +0 +0/);
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  expect(tenant?.settings).toMatchObject({ backgroundColour: '#123456', permissions: { showEstimates: false } });
  const euros = { 'tenants.csv': exampleFile('tenants.csv', 'GBP', 'EUR') };
  expect((await importFiles(euros)).err).toContain('tenants.csv:2: currency: is GBP for good');
  const bySetting = ['tenant', 'set', 'gullhaven', 'culture.isoCurrencyCode', 'EUR'];
  expect((await runOperator(bySetting, { database })).err).toContain(
    'has orders, estimates or payments in GBP, so its currency cannot change',
  );
});

test('two marinas in one folder, each with its own currency and the same references', async () => {
  await openEmpty();
  const accounts = 'tenant,reference,site,last_name\ngullhaven,1,1,Tern\nyen,1,1,Umi\n';
  const orders =
    'tenant,reference,account,type,created_on,due_on\ngullhaven,A,1,Berthing,2026-03-01,2026-04-01\n' +
    'yen,A,1,Berthing,2026-03-01,2026-04-01\n';
  const sites =
    'tenant,number,name,address,telephone,email,time_zone\ngullhaven,1,G,a,1,a@b.example,UTC\n' +
    'yen,1,Y,a,1,a@b.example,Asia/Tokyo\n';
  const example = String(exampleFiles()['tenants.csv']);
  const tenants = `${example}yen,Yen Marina,,JP,JPY,en-GB,en-GB,a@b.example,1,\n`;
  const files = (price: string) =>
    makeFolder({
      'tenants.csv': tenants,
      'sites.csv': sites,
      'accounts.csv': accounts,
      'orders.csv': orders,
      'order-lines.csv':
        'tenant,order,name,quantity,unit_price,vat_percent\ngullhaven,A,Berth,1,12.50,20\n' +
        `yen,A,Berth,1,${price},10\n`,
    });
  expect((await importing(files('1250.50'))).err).toContain('unit_price: "1250.50" is not a whole number');
  expect((await importing(files('1250'))).code).toBe(0);
  for (const [key, currency, gross] of [
    ['gullhaven', 'GBP', 1250],
    ['yen', 'JPY', 1250],
  ] as const) {
    const tenant = await unsafeFindTenant(client, 'key', key);
    const rows = await client
      .forTenant(tenant?.id ?? 0)
      .selectFrom('orders')
      .select(['currency', 'gross_minor'])
      .execute();
    expect(rows).toEqual([{ currency, gross_minor: gross }]);
  }
  expect((await importing(files('1250'), '--tenant', 'yen')).err).toContain(
    'tenants.csv:2: key: is not yen, which --tenant says',
  );
  const rows = makeFolder({ 'sites.csv': sites, 'accounts.csv': accounts });
  expect((await importing(rows, '--tenant', 'yen')).err).toContain(
    'accounts.csv:2: tenant: is not yen, which --tenant says',
  );
});

test('with --tenant a folder that brings or changes another marina is refused, and changes nothing', async () => {
  await openEmpty();
  const head = exampleFiles()['tenants.csv']?.toString().split('\n')[0] ?? '';
  const marina = (key: string, name: string) =>
    makeFolder({ 'tenants.csv': `${head}\n${key},${name},,GB,GBP,en-GB,en-GB,a@b.example,1,\n` });
  const names = async () => {
    const found = await Promise.all(['gulls', 'terns'].map((key) => unsafeFindTenant(client, 'key', key)));
    return found.map((tenant) => tenant?.name);
  };
  expect((await importing(marina('gulls', 'Gulls'), '--tenant', 'gulls')).code).toBe(0);
  const refused = await importing(marina('terns', 'Terns'), '--tenant', 'gulls');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('tenants.csv:2: key: is not gulls')]);
  expect(await names()).toEqual(['Gulls', undefined]);
  expect((await importing(marina('terns', 'Terns'))).code).toBe(0);
  expect((await importing(marina('terns', 'Renamed'), '--tenant', 'gulls')).code).toBe(1);
  expect(await names()).toEqual(['Gulls', 'Terns']);
});

describe('half an import is none:', () => {
  beforeEach(openEmpty);

  /** Takes a lock that stops the import after its accounts and boats are stored and before its orders are. */
  async function holdOrders(): Promise<{ reached: () => Promise<void>; release: () => Promise<void> }> {
    const holder = new pg.Client(database.ownerUrl);
    await holder.connect();
    await holder.query('begin; lock table orders in share mode');
    const waiting = `select count(*)::int as count from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'orders' and not l.granted`;
    const reached = async () => {
      while ((await holder.query<{ count: number }>(waiting)).rows[0]?.count === 0)
        await holder.query('select pg_sleep(0.05)');
    };
    return { reached, release: () => holder.end() };
  }

  /** Waits until no import runs. PostgreSQL notices that a process is gone only when it answers it. */
  async function untilNoImportRuns(): Promise<void> {
    const others = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and usename = 'quayside_owner' and pid <> pg_backend_pid()`;
    const looker = new pg.Client(database.ownerUrl);
    await looker.connect();
    while ((await looker.query<{ count: number }>(others)).rows[0]?.count !== 0)
      await looker.query('select pg_sleep(0.05)');
    await looker.end();
  }

  const everything = async () => {
    const owner = new DatabaseClient({ url: database.ownerUrl, size: 1 });
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from tenants`.execute(
      owner.unsafeWithoutTenant(),
    );
    await owner.close();
    return rows[0]?.count;
  };

  test('killed in the middle it leaves nothing, and the next one does it all', async () => {
    const hold = await holdOrders();
    const { child } = startOperator(['import', exampleFolder], { database });
    await hold.reached();
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
    await hold.release();
    await untilNoImportRuns();
    expect(await everything()).toBe(0);
    expect((await importing(exampleFolder)).code).toBe(0);
    expect(await everything()).toBe(1);
  });

  test('a second one beside it is refused', async () => {
    const hold = await holdOrders();
    const first = startOperator(['import', exampleFolder], { database });
    await hold.reached();
    const second = await importing(exampleFolder);
    expect([second.code, second.err.trim()]).toEqual([1, 'Another import is running. Try again when it is done.']);
    await hold.release();
    expect((await first.ended).code).toBe(0);
  });
});
