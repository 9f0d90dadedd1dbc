import { type ChildProcess, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { loadDemo } from '../../demo/load-demo.ts';
import { findBrokenSeals } from '../../features/agreements/agreements.exports.ts';
import type { Manifest } from '../../features/archive/archive.exports.ts';
import { createKey } from '../../features/integration-keys/integration-keys.service.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { openLocalFolder } from '../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { isIntactForPdfsig } from '../../testing/pdf-signature.ts';
import { startOperator } from '../../testing/processes/operator-process.ts';
import { runOperator } from '../testing/operator.ts';
import { addOneOfEachKind } from '../testing/whole-marina.ts';

/** A database with the folder of its files. */
interface Place {
  database: TestDatabase;
  dataDir: string;
}

const jo = { userName: 'jo.sailor@example.com', password: 'Harbour#2026' };
const trails = 'earlier_audit_entries';
let app: TestApp;
let source: Place;
let tenantId: number;
/** A whole export of Saltmarsh. Tests that damage one take a copy. */
let exported: string;

/** Runs a command, and returns what it says. */
async function succeed(place: Place, ...args: string[]): Promise<string> {
  const { code, out, err } = await runOperator(args, place);
  if (code !== 0) throw new Error(err);
  return out;
}

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-export-'));
  const files = openLocalFolder(join(dataDir, 'files'));
  app = await startTestApp({ files });
  app.clock.set(new Date().toISOString());
  source = { database: app.testDatabase, dataDir };
  const { ownerUrl } = app.testDatabase;
  const [now, log] = [app.clock.now(), { info: () => {} }];
  await loadDemo({ ownerUrl, appDatabase: app.database, sandboxUrl: 'http://127.0.0.1:9', files, now, log });
  tenantId = (await unsafeFindTenant(app.database, 'key', 'saltmarsh'))?.id ?? 0;
  await addOneOfEachKind(app.database.forTenant(tenantId), tenantId);
  await sealAgreement();
  exported = join(dataDir, 'export');
  await succeed(source, 'export', '--tenant', 'saltmarsh', '--to', exported);
});
afterAll(async () => {
  await app.close();
  rmSync(source.dataDir, { recursive: true });
});

/** Downloads a signed agreement of Jo's, which seals its paper. */
async function sealAgreement(): Promise<void> {
  const { rows } = await sql<{ guid: string }>`
    select a.guid from agreements a
      join agreement_signatures s on s.tenant_id = a.tenant_id and s.agreement_id = a.id
      join accounts c on c.tenant_id = a.tenant_id and c.id = a.account_id
    where c.email = ${jo.userName} order by a.id limit 1`.execute(app.database.forTenant(tenantId));
  const guid = rows[0]?.guid ?? '';
  const client = app.client('saltmarsh');
  await client.call(signIn, { body: jo });
  const { status } = await client.call(downloadAgreement, { params: { agreementGuid: guid }, query: {} });
  expect(status).toBe(200);
}

async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { database, dataDir: makeFolder({}) };
}

const newFolder = () => join(makeFolder({}), 'export');

function copyOfExport(): string {
  const copy = newFolder();
  cpSync(exported, copy, { recursive: true });
  return copy;
}

const listOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'));
const tablesOf = (folder: string) => listOf(folder).tables.filter(({ name }) => name !== trails);
const rowsIn = (folder: string, table: string) => readFileSync(join(folder, 'rows', `${table}.1.ndjson`), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

async function asOwner<Row extends pg.QueryResultRow>(place: Place, statement: string): Promise<Row[]> {
  const client = new pg.Client(place.database.ownerUrl);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('[API-6] an export has rows of every table and no secret', async () => {
  const empty = listOf(exported).tables.filter(({ rows }) => rows === 0);
  expect(empty, 'give each table a row: in the demo, or in operator/testing/whole-marina.ts').toEqual([]);
  const { rows } = await sql<{ secret: string }>`
    select unnest(array[opaque_token, consent_key::text]) as secret from accounts
    union all select password_hash from logins where password_hash is not null
    union all select pay_link_guid::text from agreements
    union all select encode(private_key, 'hex') from seal_certificates
    union all select encode(key_hash, 'hex') from order_keys
    union all select encode(code_hash, 'hex') from renewal_codes
    union all select encode(payment_token_hash, 'hex') from three_d_secure_lookups
    union all select unnest(array[unsubscribe_token, encode(link_hash, 'hex')]) from mails where link_hash is not null
    `.execute(app.database.forTenant(tenantId));
  const text = filesBelow(join(exported, 'rows'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([]);
  for (const file of filesBelow(exported)) expect(statSync(file).mode & 0o077).toBe(0);
});

test('[API-6] an export that is imported elsewhere gives the same export again, and sealed papers hold', async () => {
  const place = await emptyPlace();
  expect(await succeed(place, 'import', exported)).toContain('saltmarsh is as it was exported');
  const again = newFolder();
  await succeed(place, 'export', '--tenant', 'saltmarsh', '--to', again);
  expect(tablesOf(again)).toEqual(tablesOf(exported));
  const [before, after] = [listOf(exported), listOf(again)];
  expect([after.marina, after.files]).toEqual([before.marina, before.files]);
  // The old trail comes along unchanged. The new one tells only of the import and of this export.
  const [old, both] = [rowsIn(exported, trails), rowsIn(again, trails)];
  expect(both.startsWith(old)).toBe(true);
  const added = both
    .slice(old.length)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(added.map(({ trail, sequence, content }) => [trail, sequence, JSON.parse(content).event])).toEqual([
    [2, 1, 'export.import'],
    [2, 2, 'export'],
  ]);
  const files = openLocalFolder(join(place.dataDir, 'files'));
  const database = new DatabaseClient({ url: place.database.appUrl, size: 1 });
  onTestFinished(() => database.close());
  const tenant = await unsafeFindTenant(database, 'key', 'saltmarsh');
  if (!tenant) throw new Error('the marina is not there');
  expect(await findBrokenSeals(database.forTenant(tenant.id), tenant, files)).toEqual([]);
  const { rows } = await sql<{ name: string }>`
    select storage_name as name from files f
      join agreement_files a on a.tenant_id = f.tenant_id and a.file_id = f.id and a.kind = 'sealed'`.execute(
    database.forTenant(tenant.id),
  );
  const sealed = await files.get(tenant.id, rows[0]?.name ?? '');
  expect(sealed && (await isIntactForPdfsig(await buffer(sealed)))).toBe(true);
  expect(await succeed(place, 'audit', 'verify')).toMatch(/earlier trail 1: [1-9]\d* entries, whole/);
});

test('[API-6] a marina is imported beside the one that it comes from, under another key', async () => {
  await succeed(source, 'import', exported, '--tenant', 'second');
  const again = newFolder();
  await succeed(source, 'export', '--tenant', 'second', '--to', again);
  expect(tablesOf(again)).toEqual(tablesOf(exported));
  const { code, err } = await runOperator(['import', exported, '--tenant', 'second'], source);
  expect([code, err]).toEqual([1, 'The marina is not empty: it has sites. Name a new marina. Nothing was written.\n']);
});

test.each([
  [
    'rows are missing',
    'rows/order_lines.1.ndjson',
    '',
    'rows/order_lines.1.ndjson is missing: the export is not whole.',
  ],
  [
    'a row was changed',
    'rows/boats.1.ndjson',
    ' ',
    'The rows of boats are damaged: their hash is not that of export.json.',
  ],
  ['a file was changed', 'files', 'x', /^files\/\S+ is damaged: its hash differs\.$/],
])('an export is refused if %s, and nothing of it stays', async (_, path, added, words) => {
  const [place, copy] = [await emptyPlace(), copyOfExport()];
  const damaged = path === 'files' ? (filesBelow(join(copy, path))[0] ?? '') : join(copy, path);
  if (added === '') rmSync(damaged);
  else appendFileSync(damaged, added);
  const { code, err } = await runOperator(['import', copy], place);
  const [last = ''] = err.trim().split('\n').slice(-1);
  expect([code, last.endsWith(' Nothing was written.')]).toEqual([1, true]);
  expect(last.replace(' Nothing was written.', '')).toEqual(
    typeof words === 'string' ? words : expect.stringMatching(words),
  );
  expect(await asOwner(place, 'select key from tenants')).toEqual([]);
  expect((await runOperator(['export', '--tenant', 'saltmarsh', '--to', copy, '--verify'], source)).code).toBe(1);
});

test('[API-6] a changed entry of the audit trail is found, although the hash of the rows is right', async () => {
  const [place, copy] = [await emptyPlace(), copyOfExport()];
  const path = join(copy, 'rows', `${trails}.1.ndjson`);
  const forged = readFileSync(path, 'utf8').replace('\\"event\\":\\"sign-in\\"', '\\"event\\":\\"sign-up\\"');
  writeFileSync(path, forged);
  const list = listOf(copy);
  const sha256 = createHash('sha256').update(forged).digest('hex');
  const tables = list.tables.map((table) => (table.name === trails ? { ...table, sha256 } : table));
  writeFileSync(join(copy, 'export.json'), JSON.stringify({ ...list, tables }));
  expect(await runOperator(['import', copy], place)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Entry \d+ of the audit trail 1 was changed\. Nothing was written\.\n$/),
  });
});

test('--verify reads a whole export again, and changes nothing', async () => {
  const said = await succeed(source, 'export', '--tenant', 'saltmarsh', '--to', exported, '--verify');
  expect(said).toMatch(/ has [\d,]+ rows of \S+ and [1-9]\d* files\.\n$/);
});

test.each([
  ['a folder with other things', 'is not empty. Name a new place for each export.'],
  ['a whole export', 'has a whole export. Name a new place for each export.'],
  [
    'an export of another marina that did not finish',
    'has an export of port-azur that did not finish. Name another place.',
  ],
])('%s is no place for an export', async (what, words) => {
  const to = what === 'a whole export' ? exported : makeFolder({ 'mine.txt': 'mine' });
  if (what.startsWith('an export')) renameSync(join(to, 'mine.txt'), join(to, 'begun.json'));
  if (what.startsWith('an export')) writeFileSync(join(to, 'begun.json'), '{"marina":"port-azur"}');
  const { code, err } = await runOperator(['export', '--tenant', 'saltmarsh', '--to', to], source);
  expect([code, err]).toEqual([1, `${to} ${words}\n`]);
});

/** Ends a process as a power failure does. */
async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

test('[API-6] killed while it reads rows, an export reads them again, all of one moment', async () => {
  const to = newFolder();
  const holder = new pg.Client(source.database.ownerUrl);
  await holder.connect();
  await holder.query('begin; lock table payments in access exclusive mode');
  const { child } = startOperator(['export', '--tenant', 'saltmarsh', '--to', to], source);
  await expect.poll(() => readdirSync(join(to, 'rows')).includes('accounts.1.ndjson')).toBe(true);
  await kill(child);
  await holder.end();
  expect(readdirSync(to).toSorted()).toEqual(['begun.json', 'rows']);
  await succeed(source, 'export', '--tenant', 'saltmarsh', '--to', to);
  expect(tablesOf(to)).toEqual(tablesOf(exported));
});

test('[API-6] killed while it copies files, an export goes on with the files that are missing', async () => {
  const [to, folder] = [newFolder(), makeFolder({})];
  cpSync(source.dataDir, folder, { recursive: true });
  const place = { ...source, dataDir: folder };
  const stored = filesBelow(join(folder, 'files', String(tenantId)));
  const [slow = ''] = stored;
  // A pipe that nobody writes to: the export waits for its content.
  renameSync(slow, `${slow}.kept`);
  execFileSync('mkfifo', [slow]);
  const { child } = startOperator(['export', '--tenant', 'saltmarsh', '--to', to], place);
  const copied = () => filesBelow(to).filter((path) => path.startsWith(join(to, 'files')));
  await expect.poll(() => copied().filter((path) => !path.endsWith('.partial')).length).toBe(stored.length - 1);
  await kill(child);
  const whole = copied().filter((path) => !path.endsWith('.partial'));
  const before = whole.map((path) => statSync(path).ino);
  renameSync(`${slow}.kept`, slow);
  const { err } = await runOperator(['export', '--tenant', 'saltmarsh', '--to', to], place);
  expect(err).toMatch(/^rows of \S+ found, going on with files\n/);
  expect(whole.map((path) => statSync(path).ino)).toEqual(before);
  expect(listOf(to).files).toEqual(listOf(exported).files);
  await succeed(source, 'export', '--tenant', 'saltmarsh', '--to', to, '--verify');
});

test('a file that the storage has lost is named, and everything else is in the export', async () => {
  const [to, folder] = [newFolder(), makeFolder({})];
  cpSync(source.dataDir, folder, { recursive: true });
  const [lost = ''] = filesBelow(join(folder, 'files', String(tenantId)));
  rmSync(lost);
  const { code, err } = await runOperator(['export', '--tenant', 'saltmarsh', '--to', to], {
    ...source,
    dataDir: folder,
  });
  expect([code, err]).toEqual([1, expect.stringContaining(`does not have 1 files that rows name: ${basename(lost)}.`)]);
  const place = await emptyPlace();
  await succeed(place, 'import', to);
});

test('[API-6] an export needs the same memory however many rows there are', async () => {
  const values = ['--country', 'GB', '--currency', 'GBP', '--language', 'en-GB', '--telephone', '+44 20 7946 0000'];
  await succeed(source, 'tenant', 'create', 'large', '--name', 'Large', '--email', 'o@example.com', ...values);
  // 150 MB, more than the memory that the process may use.
  await asOwner(
    source,
    `begin; select set_config('app.tenant_id', id::text, true) from tenants where key = 'large';
     insert into events (tenant_id, id, sequence, type, object, version, occurred_at)
       select t.id, gen_random_uuid(), n, 'order.paid', jsonb_build_object('text', repeat('x', 5000)), '1', now()
       from tenants t, generate_series(1, 30000) n where t.key = 'large';
     commit`,
  );
  const to = newFolder();
  const nodeFlags = ['--max-old-space-size=100'];
  const { ended } = startOperator(['export', '--tenant', 'large', '--to', to], { ...source, nodeFlags });
  expect(await ended).toMatchObject({ code: 0 });
  const { rows, parts = 0 } = tablesOf(to).find(({ name }) => name === 'events') ?? {};
  expect(rows).toBe(30_000);
  expect(parts).toBeGreaterThan(30);
});

/** Returns a program of Saltmarsh that may export. */
async function exporter(): Promise<Record<string, string>> {
  const tenant = await unsafeFindTenant(app.database, 'key', 'saltmarsh');
  if (!tenant) throw new Error('the marina is not there');
  const draft = { name: 'Archive', mode: 'live', scopes: ['export:read'], expiresAt: null } as const;
  const parts = { db: app.database.forTenant(tenant.id), tenant, clock: app.clock };
  const { text } = await createKey(parts, { ...draft, scopes: [...draft.scopes] }, { kind: 'operator', name: 'test' });
  return { authorization: `Bearer ${text}` };
}

const exportUrl = () => `${app.url}/harbour/api/integration/v1/export`;

/** Asks for the export until the one before, whose reader has left, makes room. */
function exportWhenFree(headers: Record<string, string>): Promise<Response> {
  const ask = async () => {
    const answer = await fetch(exportUrl(), { headers });
    if (answer.status !== 200) throw new Error(`The export answered ${answer.status}.`);
    return answer;
  };
  return vi.waitFor(ask, { timeout: 60_000 });
}

test('[API-6] a program streams the same export as an archive, which is imported elsewhere', async () => {
  const [folder, place] = [makeFolder({}), await emptyPlace()];
  const answer = await fetch(exportUrl(), { headers: await exporter() });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="saltmarsh.tar"');
  writeFileSync(join(folder, 'saltmarsh.tar'), Buffer.from(await answer.arrayBuffer()));
  const to = join(folder, 'export');
  mkdirSync(to);
  execFileSync('tar', ['-xf', join(folder, 'saltmarsh.tar'), '-C', to]);
  expect(listOf(to).files).toEqual(listOf(exported).files);
  const changing = [trails, 'counters'];
  const steady = (folderOf: string) => tablesOf(folderOf).filter(({ name }) => !changing.includes(name));
  expect(steady(to)).toEqual(steady(exported));
  await succeed(source, 'export', '--tenant', 'saltmarsh', '--to', to, '--verify');
  await succeed(place, 'import', to);
  const again = newFolder();
  await succeed(place, 'export', '--tenant', 'saltmarsh', '--to', again);
  expect(tablesOf(again)).toEqual(tablesOf(to));
  expect([listOf(again).marina, listOf(again).files]).toEqual([listOf(to).marina, listOf(to).files]);
});

test('[API-6] one export of a marina runs at a time; one that its reader leaves makes room for the next', async () => {
  const headers = await exporter();
  const left = new AbortController();
  const holder = new pg.Client(source.database.ownerUrl);
  await holder.connect();
  await holder.query('begin; lock table payments in access exclusive mode');
  const first = await fetch(exportUrl(), { headers, signal: left.signal });
  expect(first.status).toBe(200);
  const second = await fetch(exportUrl(), { headers });
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60']);
  left.abort();
  await holder.end();
  await (await exportWhenFree(headers)).body?.cancel();
});

test('[API-6] a stored file that was changed ends the stream, so that nobody takes a part for the whole', async () => {
  const [stored = ''] = filesBelow(join(source.dataDir, 'files', String(tenantId)));
  const content = readFileSync(stored);
  writeFileSync(stored, Buffer.from(content).fill('x', 0, 1));
  onTestFinished(() => writeFileSync(stored, content));
  const answer = await exportWhenFree(await exporter());
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
});
