import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { addCard } from '@quayside/contract/cards/stored-cards.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TenantDb } from '../../../db/client.ts';
import { loadDemo } from '../../../demo/load-demo.ts';
import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { openLocalFolder } from '../../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeBoat } from '../../../testing/factories/orders.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { presentCard } from '../../../testing/payments/card-payments.ts';
import { startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { runOperator } from '../../testing/operator.ts';
import { addOneOfEachKind } from '../../testing/whole-marina.ts';

const jo = { userName: 'jo.sailor@example.com', password: 'Harbour#2026' };
const marina = ['--tenant', 'saltmarsh'];
let app: TestApp;
let dataDir: string;
let files: FileStorage;
const mailbox = new TestMailbox();
const waiting = { interval: 500, timeout: 60_000 };
let tenantId: number;
let db: TenantDb;
let account: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-person-'));
  files = openLocalFolder(join(dataDir, 'files'));
  app = await startTestApp({ files });
  app.clock.set(new Date().toISOString());
  const [{ ownerUrl }, now, log] = [app.testDatabase, app.clock.now(), { info: () => {} }];
  await loadDemo({ ownerUrl, appDatabase: app.database, sandboxUrl: 'http://127.0.0.1:9', files, now, log });
  tenantId = (await unsafeFindTenant(app.database, 'key', 'saltmarsh'))?.id ?? 0;
  db = app.database.forTenant(tenantId);
  const found = await db.selectFrom('accounts').select('id').where('email', '=', jo.userName).executeTakeFirstOrThrow();
  account = found.id;
  await addOneOfEachKind(db, tenantId);
  await sql`
    insert into events (tenant_id, id, type, reference, object, version, occurred_at)
    values (${tenantId}, gen_random_uuid(), 'account.changed', 'C-1',
      jsonb_build_object('number', ${account}::int, 'lastName', 'Sailor', 'email', ${jo.userName}::text), '1', now())
  `.execute(db);
  await db.updateTable('accounts').set({ reference: 'C-1' }).where('id', '=', account).execute();
});
afterAll(async () => {
  await app.close();
  mailbox.remove();
  rmSync(dataDir, { recursive: true });
});

const run = (...args: string[]) => runOperator(args, { database: app.testDatabase, dataDir });

async function output(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Returns the number of rows of each table, and how many of them contain a text. */
async function tablesWith(text: string): Promise<Record<string, { all: number; found: number }>> {
  const owner = new pg.Client(app.testDatabase.ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  const { rows: tables } = await owner.query<{ name: string; is_tenants: boolean }>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as is_tenants
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  await owner.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)]);
  const result: Record<string, { all: number; found: number }> = {};
  for (const { name } of tables.filter(({ is_tenants }) => is_tenants)) {
    const { rows } = await owner.query<{ all: number; found: number }>(
      `select count(*)::int as all, count(*) filter (where t::text ilike $1)::int as found from ${name} t`,
      [`%${text}%`],
    );
    result[name] = rows[0] ?? { all: 0, found: 0 };
  }
  return result;
}

const namesOf = (tables: Awaited<ReturnType<typeof tablesWith>>) =>
  Object.entries(tables)
    .filter(([, { found }]) => found > 0)
    .map(([name]) => name)
    .toSorted();

const newFolder = () => join(makeFolder({}), 'person');

describe('[RUN-10] everything about one customer', () => {
  test('is written as JSON with its files, without secrets and without other customers', async () => {
    const folder = newFolder();
    expect(await output('account', 'export', ...marina, '--account', 'C-1', '--to', folder)).toMatch(
      /has \d+ rows of account \d+ and \d+ files\.\n$/,
    );
    const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
    expect(index).toMatchObject({ account, reference: 'C-1', missing: [] });
    const tables = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'index.json');
    for (const name of tables)
      expect([name, JSON.parse(readFileSync(join(folder, name), 'utf8')).length]).toEqual([
        name,
        index.rows[name.replace('.json', '')],
      ]);
    expect(tables).toEqual(expect.arrayContaining(['accounts.json', 'orders.json', 'payments.json', 'mails.json']));
    let all = tables.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    expect(all).toContain('"lastname":"Sailor"');
    expect(readdirSync(join(folder, 'files'))).toHaveLength(index.rows.files);
    all += readFileSync(join(folder, 'index.html'), 'utf8');
    const others = await db
      .selectFrom('accounts')
      .select(['email', 'guid'])
      .where('id', '<>', account)
      .where('email', '<>', '')
      .execute();
    expect(others.length).toBeGreaterThan(5);
    for (const { email, guid } of others) expect([all.includes(email), all.includes(guid)]).toEqual([false, false]);
    for (const secret of [
      'scrypt',
      'unsubscribe-with-this-token',
      'token_hash',
      'password_hash',
      'opaque_token',
      'pay_link_guid',
    ])
      expect(all).not.toContain(secret);
  });

  test('[RUN-215] is also a page that a person can read, with amounts and local times', async () => {
    await db.updateTable('accounts').set({ address2: '<b>Quay & Sons</b>' }).where('id', '=', account).execute();
    const folder = newFolder();
    await output('account', 'export', ...marina, '--account', 'C-1', '--to', folder);
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const [payment] = JSON.parse(readFileSync(join(folder, 'payments.json'), 'utf8')) as { amount_minor: number }[];
    expect(page).toContain(`<td>${((payment?.amount_minor ?? 0) / 100).toFixed(2)} GBP</td>`);
    expect(page).toContain('<h2 lang="en">Order lines</h2>');
    expect(page.indexOf('<h2 lang="en">Accounts</h2>')).toBe(page.indexOf('<h2'));
    expect(page).toContain('Times are those of Europe/London.');
    expect(page).toContain('&lt;b&gt;Quay &amp; Sons&lt;/b&gt;');
    expect(page).not.toMatch(/minor<\/th>|<td>\d{4}-\d{2}-\d{2}T/);
  });

  test('[SAFE-103] a text of the customer that begins like a time is written as it is', async () => {
    const message = '2026-05-16T09:00:00 I called you, and nobody answered.';
    await db.updateTable('contact_messages').set({ message }).where('account_id', '=', account).execute();
    const folder = newFolder();
    await output('account', 'export', ...marina, '--account', 'C-1', '--to', folder);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(`<td>${message}</td>`);
  });
});

test('[RUN-217] the page of a customer has names in place of numbers, and links to the files', async () => {
  const folder = newFolder();
  await output('account', 'export', ...marina, '--account', 'C-1', '--to', folder);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const table = (heading: string) => page.split(`<h2 lang="en">${heading}</h2>`)[1]?.split('</table>')[0] ?? '';
  const site = await db.selectFrom('sites').select('name').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
  const group = await db
    .selectFrom('consent_groups')
    .select(sql<string>`descriptions ->> 'en-GB'`.as('text'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  expect(table('Accounts')).toContain('<th scope="col" lang="en">Site</th>');
  expect(table('Accounts')).toContain(`<td>${site.name}</td>`);
  expect(table('Consents')).toContain(`<td>${group.text}</td>`);
  expect(table('Account documents')).toContain('<td>Proof of identity</td>');
  expect(table('Stays')).toContain('<td>Visitor berth</td><td>Kittiwake</td></tr>');
  expect(table('Waiting list entries')).toContain('<td>Annual berth, 12 to 15 m</td>');
  const [file = ''] = readdirSync(join(folder, 'files'));
  expect(page).toContain(`<a href="files/${encodeURIComponent(file)}">`);
  expect(page).not.toMatch(/>(Site|Boat|File|Document type|Consent group|Waiting list) id</);
});

test('[RUN-220] the page of a customer is in their own language', async () => {
  const speak = (language: string) =>
    db.updateTable('logins').set({ language }).where('email', '=', jo.userName).execute();
  onTestFinished(async () => void (await speak('en-GB')));
  const pageIn = async (language: string) => {
    await speak(language);
    const folder = newFolder();
    await output('account', 'export', ...marina, '--account', 'C-1', '--to', folder);
    return readFileSync(join(folder, 'index.html'), 'utf8');
  };
  const french = await pageIn('fr-FR');
  expect(french).toContain('<html lang="fr-FR" dir="ltr">');
  expect(french).toContain('<h1>Toutes les données d’un client de Saltmarsh Marina</h1>');
  expect(french).toContain('Les heures sont celles du fuseau Europe/London. Les fichiers sont dans');
  expect(french).toContain('Les titres sont les noms des données dans la base de données, en anglais.');
  expect(french).toContain('<td>oui</td>');
  expect(french).not.toContain('<td>yes</td>');
  const group = await db
    .selectFrom('consent_groups')
    .select(sql<string>`descriptions ->> 'fr-FR'`.as('text'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  expect(french).toContain(`<td>${group.text}</td>`);
  expect(await pageIn('ar')).toContain('<html lang="ar" dir="rtl">');
});

describe('[RUN-10] erasing a customer', () => {
  test('is refused while money moves or is owed, with each reason', async () => {
    const refused = await run('account', 'erase', ...marina, '--account', 'C-1');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/can't be erased now:\n(.*\n)*.*owes [\d.]+ GBP \(\d+ orders\)/);
    await db
      .updateTable('orders')
      .set({ cancelled_at: app.clock.now() })
      .where('account_id', '=', account)
      .whereRef('gross_minor', '>', 'allocated_minor')
      .execute();
    const payment = await db
      .selectFrom('payments')
      .select(['id', 'state', 'merchant_ref_number'])
      .where('account_id', '=', account)
      .where('state', '=', 'allocated')
      .executeTakeFirstOrThrow();
    const setState = (state: string) =>
      db.updateTable('payments').set({ state }).where('id', '=', payment.id).execute();
    await setState('unknown');
    expect((await run('account', 'erase', ...marina, '--account', 'C-1')).err).toContain(
      `Payment ${payment.merchant_ref_number} is under way.`,
    );
    await setState(payment.state);
    await sql`update payment_refunds set under_way = true where tenant_id = ${tenantId}`.execute(db);
    expect((await run('account', 'erase', ...marina, '--account', 'C-1')).err).toContain('A refund is under way.');
    await sql`update payment_refunds set under_way = false where tenant_id = ${tenantId}`.execute(db);
  });

  test('has the papers of signed agreements sealed first', async () => {
    const erase = () => run('account', 'erase', ...marina, '--account', 'C-1');
    expect((await erase()).err).toContain('has no sealed paper yet. The running server makes it');
    const worker = await startMailWorker({ ...app, files }, mailbox);
    onTestFinished(() => worker.stop());
    await expect.poll(async () => (await erase()).err, waiting).not.toContain('no sealed paper');
  });

  test('has the papers of invoices stored first, because nobody knows the name afterwards', async () => {
    const refused = await run('account', 'erase', ...marina, '--account', 'C-1');
    expect(refused.err).toMatch(/now stores the papers of \d+ invoices/);
    const worker = await startMailWorker({ ...app, files }, mailbox);
    onTestFinished(() => worker.stop());
    await expect.poll(() => run('account', 'erase', ...marina, '--account', 'C-1'), waiting).toMatchObject({ err: '' });
  });

  test('is tried first: it says what goes, what stays and why, and changes nothing', async () => {
    const before = await tablesWith('sailor');
    const out = await output('account', 'erase', ...marina, '--account', String(account));
    expect(out).toContain('orders: ');
    expect(out).toMatch(/boats: \d+ go \(the invoices name the boat;/);
    expect(out).toMatch(/payments: \d+ stay \(the books and the law need them\)/);
    expect(out).toContain(`Nothing has changed. To erase it: --confirm ${account}\n`);
    expect(await tablesWith('sailor')).toEqual(before);
  });

  test('leaves the name only on papers and in the books, ends every session, and is in the audit trail', async () => {
    const client = app.client('saltmarsh');
    expect((await client.call(signIn, { body: jo })).status).toBe(200);
    expect((await run('account', 'erase', ...marina, '--account', 'C-1', '--confirm', '99999')).err).toContain(
      `"C-1" is account ${account}, and --confirm names 99999.`,
    );
    const before = await tablesWith('sailor');
    const away = await run('account', 'erase', ...marina, '--account', 'C-1', '--confirm', String(account));
    expect(away.err).toContain(
      'The card provider does not answer. Nothing has changed: run the command again. (paysafe: connection failed)',
    );
    expect(await tablesWith('sailor')).toEqual(before);
    await db.deleteFrom('card_vault_profiles').where('account_id', '=', account).execute();
    expect(namesOf(before)).toEqual(expect.arrayContaining(['accounts', 'logins', 'mails', 'events']));
    await output('account', 'erase', ...marina, '--account', 'C-1', '--confirm', String(account));
    expect(namesOf(await tablesWith('sailor'))).toEqual(['agreement_signatures']);
    for (const kept of ['orders', 'order_lines', 'payments', 'payment_allocations', 'invoice_papers', 'consents'])
      expect([kept, (await tablesWith('x'))[kept]?.all]).toEqual([kept, before[kept]?.all]);
    expect((await client.call(signIn, { body: jo })).status).toBe(401);
    const { rows } = await sql<{ content: Record<string, unknown> }>`
      select content from audit_entries where tenant_id = ${tenantId} and event = 'account.erase'`.execute(db);
    expect(rows).toMatchObject([{ content: { accountId: account, details: { boats: expect.any(Number) } } }]);
    expect(await output('audit', 'verify', ...marina)).toContain('whole');
    expect(await output('account', 'erase', ...marina, '--account', 'C-1')).toMatch(/was erased on \d{4}-/);
  });

  test('stays: no file of the office brings the data back', async () => {
    const folder = makeFolder({ 'accounts.csv': 'reference,site,last_name\nC-1,1,Sailor\n' });
    const { code, err } = await run('import', folder, ...marina);
    expect(code).toBe(1);
    expect(err).toMatch(/accounts\.csv:2: reference: "C-1" was erased on \d{4}-\d\d-\d\d: leave this row out/);
  });

  test('stays: no other row of the account comes in, but its orders may stand in a file', async () => {
    const boat = 'reference,account,name,type,length,beam,draft,relationship\nB-9,C-1,Sailor’s Joy,Yacht,9,3,1,Owner\n';
    const entry = 'list,account,added_on\nW-1,C-1,2026-01-01\n';
    const folder = makeFolder({
      'boats.csv': boat,
      'waiting-lists.csv': 'reference,title,type\nW-1,Berth,Berth\n',
      'waiting-list-entries.csv': entry,
    });
    const { code, err } = await run('import', folder, ...marina);
    expect(code).toBe(1);
    for (const file of ['boats', 'waiting-list-entries'])
      expect(err).toMatch(new RegExp(`${file}\\.csv:2: account: "C-1" was erased on .*: leave this row out`));
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow();
    await db.updateTable('orders').set({ reference: 'O-1' }).where('id', '=', id).execute();
    const header = 'reference,account,type,created_on,due_on\n';
    const orders = (reference: string) =>
      makeFolder({ 'orders.csv': `${header}${reference},C-1,Berth,2026-01-01,2026-01-01\n` });
    expect((await run('import', orders('O-1'), ...marina)).err).not.toContain('was erased');
    expect((await run('import', orders('O-new'), ...marina)).err).toContain('was erased');
  });

  test('can be repeated, for what a restore or an older version has brought back', async () => {
    await makeBoat(db, { tenantId, accountId: account, siteId: 1 }, 'Sailor’s Joy');
    await output('account', 'erase', ...marina, '--account', 'C-1', '--confirm', String(account));
    expect(namesOf(await tablesWith('sailor’s joy'))).toEqual([]);
  });

  test('deletes the cards that a provider stores', async () => {
    const fixture = await startCheckoutFixture();
    onTestFinished(() => fixture.close());
    const customer = await fixture.customer();
    const { token } = await presentCard(fixture.sandbox.url, fixture.merchant, '4000000000001000');
    const params = { accountGuid: customer.accountGuid };
    const kept = await customer.client.call(addCard, { params, body: { token, holderName: 'R Test' } });
    expect(kept.body.profile.cards).toHaveLength(1);
    const profile = await fixture.tenant.db.selectFrom('card_vault_profiles').selectAll().executeTakeFirstOrThrow();
    const args = ['account', 'erase', '--tenant', fixture.tenant.key, '--account', String(customer.account.id)];
    const { out, err } = await runOperator([...args, '--confirm', String(customer.account.id)], {
      database: fixture.app.testDatabase,
    });
    expect(err).toBe('');
    expect(out).toContain('1 stored cards were deleted at the provider.');
    expect(await fixture.tenant.db.selectFrom('card_vault_profiles').selectAll().execute()).toEqual([]);
    // Another customer who would get this profile sees no card in it.
    const other = await fixture.customer();
    await fixture.tenant.db
      .insertInto('card_vault_profiles')
      .values({ ...profile, account_id: other.account.id })
      .execute();
    const seen = await other.client.call(getCardVaultProfile, { params: { guid: other.accountGuid } });
    expect(seen.body.profile?.cards).toEqual([]);
  });
});
