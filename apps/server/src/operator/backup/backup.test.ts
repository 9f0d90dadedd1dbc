import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newSecretKey } from '../../lib/secrets/secret-keys.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { makeReadableAgreement, signatureImage } from '../../testing/factories/agreements.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  type SignedIn,
  signedInCustomer,
} from '../../testing/factories/factories.ts';
import { HttpClient } from '../../testing/http-client.ts';
import { exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { isIntactForPdfsig } from '../../testing/pdf-signature.ts';
import { startOperator } from '../../testing/processes/operator-process.ts';
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts';
import { startS3 } from '../../testing/s3/server.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { runOperator } from '../testing/operator.ts';

/** A database with the folder of its files. */
interface Place {
  database: TestDatabase;
  dataDir: string;
}

let app: TestApp;
let source: Place;
let server: ServerProcess;
let customer: SignedIn;
/** The login of another customer. */
let login: { email: string };
/** The guid of a signed and sealed agreement. */
let agreementGuid: string;
/** A whole backup. Tests that damage one take a copy. */
let backup: string;

const startServer = ({ database, dataDir }: Place) =>
  startServerProcess({
    database,
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir,
    env: { DEMO: 'off', START_WITHOUT_FILES: 'off' },
  });

/** Runs a command on the source. */
async function succeed(...args: string[]): Promise<void> {
  const { code, err } = await runOperator(args, source);
  if (code !== 0) throw new Error(err);
}

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date().toISOString());
  source = { database: app.testDatabase, dataDir: mkdtempSync(join(tmpdir(), 'quayside-test-backup-')) };
  backup = join(source.dataDir, 'backup');
  await succeed('import', exampleFolder);
  const tenant = await makeTenant(app, { key: 'saltmarsh' });
  customer = await signedInCustomer(app, tenant);
  login = await makeLogin(tenant, await makeAccount(tenant));
  const { id: accountId, siteId } = customer.account;
  const { guid } = await makeReadableAgreement(tenant.db, { tenantId: tenant.id, accountId, siteId });
  agreementGuid = guid;
  server = await startServer(source);
  const body = { guid, signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com' };
  await new HttpClient(server.url, 'saltmarsh').call(signAgreement, { body });
  const sealed = () => tenant.db.selectFrom('agreement_files').select('file_id').where('kind', '=', 'sealed').execute();
  while ((await sealed()).length === 0) await pause(20);
  await succeed('backup', backup);
});
afterAll(async () => {
  await server.stop();
  await app.close();
  rmSync(source.dataDir, { recursive: true });
});

/** Returns an empty database, and an empty folder for files. */
async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { database, dataDir: makeFolder({}) };
}

function copyOfBackup(): string {
  const copy = makeFolder({});
  cpSync(backup, copy, { recursive: true });
  return copy;
}

/** Returns the path of the first file below a folder whose name has this ending. */
function findBelow(folder: string, ending: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const found = files.map(({ parentPath, name }) => join(parentPath, name)).find((path) => path.endsWith(ending));
  if (found === undefined) throw new Error(`${folder} has no file …${ending}`);
  return found;
}

async function asOwner<Row extends pg.QueryResultRow>({ database }: Place, statement: string): Promise<Row[]> {
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const marinasIn = async (place: Place) => (await asOwner<{ key: string }>(place, 'select key from tenants')).length;

test('[RUN-2] a backup made while customers signed in is restored elsewhere, and the portal goes on', async () => {
  const place = await emptyPlace();
  const busy = join(makeFolder({}), 'busy');
  let isDone = false;
  const customers = (async () => {
    while (!isDone) {
      const body = { userName: login.email, password: samplePassword };
      await new HttpClient(server.url, 'saltmarsh').call(signIn, { body });
      await pause(100);
    }
  })();
  expect(await runOperator(['backup', busy], source)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      / has 2 marinas, [\d,]+ rows and [1-9]\d* files\.\nIts secrets need the key [0-9a-f]{12}, .*\n$/,
    ),
  });
  isDone = true;
  await customers;
  expect(await runOperator(['restore', busy], place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Rows, files, seals and audit trails are those of \S+: gullhaven, saltmarsh\.\n$/),
  });

  const elsewhere = await startServer(place);
  const owner = new HttpClient(elsewhere.url, 'saltmarsh');
  for (const [name, value] of customer.client.cookies) owner.cookies.set(name, value);
  const { bytes } = await owner.call(downloadAgreement, { params: { agreementGuid }, query: {} });
  await elsewhere.stop();
  expect(await isIntactForPdfsig(bytes)).toBe(true);
});

test('a restored database has its walls, keys, triggers and numbers again', async () => {
  const place = await emptyPlace();
  const shape = `
    select (select count(*)::int from pg_policy) as policies,
      (select count(*)::int from pg_class where relforcerowsecurity) as walled,
      (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys,
      (select count(*)::int from pg_trigger where tgenabled = 'O' and not tgisinternal) as triggers`;
  const before = await asOwner(place, shape);
  expect(await runOperator(['restore', backup], place)).toMatchObject({ code: 0 });
  expect(await asOwner(place, shape)).toEqual(before);
  const numbers = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
  const reached = await asOwner<{ last_value: number | null }>(place, numbers);
  for (const [index, { last_value }] of (await asOwner<{ last_value: number | null }>(source, numbers)).entries())
    expect(reached[index]?.last_value ?? 0).toBeLessThanOrEqual(last_value ?? 0);
  expect(await runOperator(['restore', backup], place)).toMatchObject({
    code: 1,
    err: 'The database is not empty: it has the marina gullhaven. Name an empty one.\n',
  });
});

test('a backup never writes over another one, and one without its list is none', async () => {
  expect(await runOperator(['backup', backup], source)).toMatchObject({
    code: 1,
    err: `${backup} is not empty. Name a new place for each backup.\n`,
  });
  const unfinished = copyOfBackup();
  rmSync(join(unfinished, 'backup.json'));
  expect(await runOperator(['restore', unfinished], await emptyPlace())).toMatchObject({
    code: 1,
    err: expect.stringContaining('it did not finish: make another one'),
  });
});

test.each([
  ['rows that are missing', 'public.orders.copy.gz', (path: string) => rmSync(path), /the backup is not whole/],
  ['rows that are damaged', 'public.orders.copy.gz', (path: string) => writeFileSync(path, 'x'), /can't be read/],
  ['a file that is damaged', '', (path: string) => writeFileSync(path, 'x'), /is damaged: its hash differs/],
  ['a file that is missing', '', (path: string) => rmSync(path), /the backup is not whole/],
])('%s: the restore names it and restores nothing', async (_, ending, damage, told) => {
  const place = await emptyPlace();
  const damaged = copyOfBackup();
  damage(findBelow(join(damaged, ending === '' ? 'files' : 'database'), ending));
  expect(await runOperator(['restore', damaged], place)).toMatchObject({ code: 1, err: expect.stringMatching(told) });
  expect(await marinasIn(place)).toBe(0);
});

test('[RUN-2] no server starts on a restore that was killed, until another try succeeds', async () => {
  const place = await emptyPlace();
  const holder = new pg.Client(place.database.ownerUrl);
  await holder.connect();
  await holder.query('begin; lock table account_documents in share mode');
  const { child, ended } = startOperator(['restore', backup], place);
  const waiting = `select from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = 'account_documents' and not l.granted`;
  while ((await holder.query(waiting)).rowCount === 0) await pause(20);
  child.kill('SIGKILL');
  await ended;
  await holder.end();
  expect(await marinasIn(place)).toBe(0);
  await expect(startServer(place)).rejects.toThrow(/did not finish: its rows are missing/);
  expect(await runOperator(['restore', backup], place)).toMatchObject({ code: 0 });
  await (await startServer(place)).stop();
});

test('[RUN-2] --verify names what differs from the backup: rows, files, seals and audit trails', async () => {
  const place = await emptyPlace();
  expect(await runOperator(['restore', backup], place)).toMatchObject({ code: 0 });
  expect(await runOperator(['restore', backup, '--verify'], place)).toMatchObject({ code: 0 });
  await asOwner(
    place,
    `begin; alter table accounts no force row level security; update accounts set lastname = 'Changed';
     alter table accounts force row level security;
     alter table seal_certificates no force row level security; delete from seal_certificates;
     alter table seal_certificates force row level security;
     alter table audit_entries disable trigger user; alter table audit_entries no force row level security;
     update audit_entries set content = '{}' where sequence = 1;
     alter table audit_entries force row level security; alter table audit_entries enable trigger user; commit`,
  );
  rmSync(findBelow(join(place.dataDir, 'files'), ''));
  const { code, err } = await runOperator(['restore', backup, '--verify'], place);
  expect(code).toBe(1);
  for (const told of [
    /accounts: the rows differ from those in the backup/,
    /seal_certificates: 0 rows, and [1-9]/,
    /: the file \d+\/[0-9a-f]{48} is missing/,
    /saltmarsh: the audit trail is broken at entry 1/,
    /saltmarsh: the seal of .* is not valid/,
  ])
    expect(err).toMatch(told);
});

test('[RUN-2] no server starts beside an empty storage unless told to; verify names all missing files', async () => {
  const place = await emptyPlace();
  expect(await runOperator(['restore', backup], place)).toMatchObject({ code: 0 });
  expect(await runOperator(['verify'], place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[1-9]\d* files, all seals and all audit trails are whole\.\n$/),
  });
  const elsewhere = { ...place, dataDir: makeFolder({}) };
  await expect(startServer(elsewhere)).rejects.toThrow(
    /storage has none of the newest files that the database names, such as \d+\/[0-9a-f]{48}: it is empty/,
  );
  expect(await runOperator(['verify'], elsewhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/saltmarsh: the file \d+\/[0-9a-f]{48} is missing/),
  });
  await (await startServer(place)).stop();
  const { database, dataDir } = elsewhere;
  const env = { DEMO: 'off', START_WITHOUT_FILES: 'on' };
  await (await startServerProcess({ database, dataDir, sandboxUrl: 'http://127.0.0.1:9', env })).stop();
});

test('a file that the storage lost does not stop the backup, which says so; the restore knows of it', async () => {
  const place = await emptyPlace();
  expect(await runOperator(['restore', backup], place)).toMatchObject({ code: 0 });
  rmSync(findBelow(join(place.dataDir, 'files'), ''));
  const lossy = join(makeFolder({}), 'lossy');
  expect(await runOperator(['backup', lossy], place)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The storage does not have 1 files that rows name: \d+\/[0-9a-f]{48}/),
  });
  expect(await runOperator(['restore', lossy], await emptyPlace())).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 files were missing when the backup was made'),
  });
});

test('[RUN-13] a backup names the key of its secrets; a restore without it refuses and names it', async () => {
  const { secretKeys } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { secretKeys: string[] };
  expect(secretKeys).toEqual([testSecretKeys.currentId]);
  const place = await emptyPlace();
  const env = { SECRETS_KEY: newSecretKey().toString('base64') };
  expect(await runOperator(['restore', backup], { ...place, env })).toMatchObject({
    code: 1,
    err:
      `The secrets in ${backup} need the key ${secretKeys[0] ?? ''}. Set SECRETS_KEY to that key. If it is lost, ` +
      'restore with --without-secrets.\n',
  });
  expect(await marinasIn(place)).toBe(0);
  // The key is lost: everything else comes back, and the server asks for a decision before it starts.
  expect(await runOperator(['restore', backup, '--without-secrets'], { ...place, env })).toMatchObject({ code: 0 });
  const startWithout = () =>
    startServerProcess({
      database: place.database,
      dataDir: place.dataDir,
      sandboxUrl: 'http://127.0.0.1:9',
      env: { DEMO: 'off', ...env },
    });
  await expect(startWithout()).rejects.toThrow(`need the key ${secretKeys[0] ?? ''}`);
  expect(await runOperator(['secrets', 'forget', '--key', secretKeys[0] ?? ''], { ...place, env })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/seal_certificates 1/),
  });
  await (await startWithout()).stop();
});

test('a bucket holds a backup as well', async () => {
  const keys = { accessKeyId: 'QUAYSIDETEST', secretAccessKey: 'a/secret+key' };
  const s3 = await startS3({ bucket: 'backups', region: 'eu-west-1', ...keys });
  onTestFinished(() => s3.close());
  const env = {
    S3_BUCKET: 'backups',
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const place = await emptyPlace();
  expect(await runOperator(['restore', backup], { ...place, env })).toMatchObject({ code: 0 });
  expect(await runOperator(['backup', 's3://backups/daily/1'], { ...place, env })).toMatchObject({ code: 0 });
  const other = await emptyPlace();
  expect(await runOperator(['restore', 's3://backups/daily/1'], other)).toMatchObject({ code: 1 });
  expect(await runOperator(['restore', 's3://backups/daily/1'], { ...other, env })).toMatchObject({ code: 0 });
});
