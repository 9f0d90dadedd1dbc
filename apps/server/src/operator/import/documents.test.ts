import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../../db/client.ts';
import { documentTypesOfAccount } from '../../features/documents/documents.queries.ts';
import { sweepUploads } from '../../features/documents/files/sweep-uploads.service.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { jobContext } from '../../jobs/context.ts';
import { createLog } from '../../lib/telemetry/log.ts';
import { openLocalFolder } from '../../providers/files/local-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { makeDocument } from '../../testing/factories/papers.ts';
import { exampleFile, exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { machineClock } from '../../testing/processes/machine-clock.ts';
import { sampleFiles } from '../../testing/sample-files.ts';
import { runOperator } from '../testing/operator.ts';

let database: TestDatabase;
let client: DatabaseClient;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
  dataDir = makeFolder({});
  return async () => {
    await client.close();
    await database.drop();
  };
});

const importing = (folder: string) => runOperator(['import', folder], { database, dataDir });
/** Imports these files alone, into the marina that is already there. */
const importMore = (files: Record<string, string | Buffer>) =>
  runOperator(['import', makeFolder(files), '--tenant', 'gullhaven'], { database, dataDir });
const header = 'reference,account,type,boat,name,expires_on,created_on,file\n';

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

const filesInStorage = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

async function gullhaven(): Promise<{ id: number; db: TenantDb }> {
  const tenant = await unsafeFindTenant(client, 'key', 'gullhaven');
  return { id: tenant?.id ?? 0, db: client.forTenant(tenant?.id ?? 0) };
}

async function accountOf(reference: string): Promise<{ accountId: number; siteId: number }> {
  const { db } = await gullhaven();
  const { id, site_id } = await db
    .selectFrom('accounts')
    .select(['id', 'site_id'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return { accountId: id, siteId: site_id };
}

/** Returns the calls' answers from which the portal shows an account's documents. */
async function shown(reference: string) {
  const { id: tenantId, db } = await gullhaven();
  const { accountId } = await accountOf(reference);
  return documentTypesOfAccount(db, { tenantId, accountId, promptedOnly: false, now: new Date('2026-05-16T09:00Z') });
}

/**
 * Returns the versions of Sandpiper's insurance, oldest first: the reference, if it is the current one, and the
 * file's hash.
 */
async function insurances() {
  const { db } = await gullhaven();
  const rows = await db
    .selectFrom('account_documents as d')
    .leftJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 'd.tenant_id').onRef('f.id', '=', 'd.file_id'))
    .innerJoin('boats as b', (join) => join.onRef('b.tenant_id', '=', 'd.tenant_id').onRef('b.id', '=', 'd.boat_id'))
    .select(['d.version', 'd.reference', 'd.superseded_at', 'f.sha256'])
    .where('b.name', '=', 'Sandpiper')
    .orderBy('d.version')
    .execute();
  return rows.map((row) => [
    row.version,
    row.reference,
    row.superseded_at === null,
    row.sha256?.toString('hex') ?? null,
  ]);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
/** One file of a document, two of agreements. */
const exampleFilesStored = 3;
const examplePdf = readFileSync(join(exampleFolder, 'sandpiper-insurance.pdf'));

test('types come with their texts, documents with their files; of one type the latest counts', async () => {
  expect(await importing(exampleFolder)).toMatchObject({ code: 0 });
  expect(await shown('10021')).toMatchObject([
    { names: { 'fr-FR': 'Carte d’identité ou passeport' }, guidance: {}, boat_id: null, document_id: null },
    {
      names: { 'en-GB': 'Proof of insurance' },
      guidance: { 'fr-FR': 'L’attestation de votre assureur, avec le nom du bateau' },
      boat_name: 'Sandpiper',
      document_name: 'Insurance 2026/27',
      expires_on: '2027-03-31',
      created_at: new Date('2026-03-25T12:00:00Z'),
      is_expiry_required: true,
    },
  ]);
  const [identity] = await shown('10022');
  expect(identity).toMatchObject({ document_name: 'Passport', expires_on: null, file_guid: null });
  expect(await insurances()).toEqual([
    [1, 'D-2025-118', false, null],
    [2, 'D-2026-107', true, sha256(examplePdf)],
  ]);

  const { id, db } = await gullhaven();
  const file = await db
    .selectFrom('account_documents as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['f.name', 'f.content_type', 'f.storage_name'])
    .executeTakeFirstOrThrow();
  expect(file).toMatchObject({ name: 'Insurance 2026-27.pdf', content_type: 'application/pdf' });
  const content = await openLocalFolder(join(dataDir, 'files')).get(id, file.storage_name ?? '');
  expect(content && (await buffer(content)).equals(examplePdf)).toBe(true);
});

test('[DOC-4] the same files change nothing, others are a new version, a customer’s newer one stays', async () => {
  await importing(exampleFolder);
  const again = await importing(exampleFolder);
  expect(again.out).toMatch(/document-types +0 +0 +2 +0/);
  expect(again.out).toMatch(/: documents +0 +0 +3 +0/);
  expect(filesInStorage()).toHaveLength(exampleFilesStored);

  const row = 'D-2026-107,10021,insurance,Sandpiper,Insurance 2026/27,2027-03-31,2026-03-25,scan.pdf\n';
  const older = 'D-2024-090,10021,insurance,Sandpiper,Insurance 2024/25,2025-03-31,2024-03-20,\n';
  const { out } = await importMore({ 'documents.csv': header + row + older, 'scan.pdf': sampleFiles.pdf });
  expect(out).toMatch(/documents +1 +1 +0 +0/);
  expect(await insurances()).toEqual([
    [1, 'D-2025-118', false, null],
    [2, null, false, sha256(examplePdf)],
    [3, 'D-2024-090', false, null],
    [4, 'D-2026-107', true, sha256(sampleFiles.pdf)],
  ]);

  const { id: tenantId, db } = await gullhaven();
  const { document_type_id: typeId, boat_id: boatId } = await db
    .selectFrom('account_documents')
    .select(['document_type_id', 'boat_id'])
    .where('version', '=', 4)
    .executeTakeFirstOrThrow();
  await db.updateTable('account_documents').set({ superseded_at: new Date() }).where('version', '=', 4).execute();
  const handedIn = { boatId: boatId ?? 0, version: 5, createdAt: new Date('2026-05-01T10:00Z') };
  await makeDocument(db, { tenantId, ...(await accountOf('10021')) }, typeId, handedIn);
  const fresh = (day: string) => ({
    'documents.csv': `${header}D-2026-107,10021,insurance,Sandpiper,Insurance 2026/27,2027-03-31,${day},scan.png\n`,
  });
  await importMore({ ...fresh('2026-03-25'), 'scan.png': sampleFiles.png });
  expect((await insurances()).map(([version, , counts]) => [version, counts]).slice(3)).toEqual([
    [4, false],
    [5, true],
    [6, false],
  ]);
  await importMore({ ...fresh('2026-05-02'), 'scan.png': sampleFiles.jpeg });
  expect((await insurances()).slice(4)).toEqual([
    [5, null, false, sha256(Buffer.from('%'))],
    [6, null, false, sha256(sampleFiles.png)],
    [7, 'D-2026-107', true, sha256(sampleFiles.jpeg)],
  ]);
});

test('a type is retired and changed, a document gets another name; a boat may be renamed and sold', async () => {
  await importing(exampleFolder);
  const types = 'reference,position,name.en-GB,name.fr-FR,guidance.en-GB,level,expiry_required,prompt,retired\n';
  const { out } = await importMore({
    'document-types.csv':
      `${types}identity,2,Passport,Passeport,,Account,no,no,yes\n` + 'insurance,1,Cover,Assurance,,Boat,yes,yes,\n',
    'boats.csv':
      'reference,account,name,type,length,beam,draft,relationship\nB-501,10022,Sanderling,Yacht,9,3,1,Owner\n',
    'documents.csv': `${header}D-2026-107,10021,insurance,Sandpiper,Cover 2026,2027-03-31,2026-03-25,scan.pdf\n`,
    'scan.pdf': examplePdf,
  });
  expect(out).toMatch(/document-types +0 +2 +0 +0[^]*: documents +0 +1 +0 +0/);
  expect(await shown('10021')).toEqual([]);
  const { db } = await gullhaven();
  const insurance = await db.selectFrom('document_types').selectAll().where('reference', '=', 'insurance').execute();
  expect(insurance).toMatchObject([
    {
      names: { 'en-GB': 'Cover', 'fr-FR': 'Assurance' },
      guidance: { 'fr-FR': 'L’attestation de votre assureur, avec le nom du bateau' },
    },
  ]);
  expect(insurance[0]?.guidance).not.toHaveProperty('en-GB');
});

test('a file that was kept long enough is gone, and the same file in a later import is no news', async () => {
  await importing(exampleFolder);
  const header =
    'reference,position,name.en-GB,name.fr-FR,level,expiry_required,prompt,keep_months\n' +
    'insurance,1,Cover,Assurance,Boat,yes,yes,';
  const types = (months: string) => importMore({ 'document-types.csv': `${header}${months}\n` });
  expect((await types('1201')).err).toContain('document-types.csv:2: keep_months: is more than 1200 months');
  expect((await types('6')).out).toMatch(/document-types +0 +1 +0 +0/);
  const { id } = await gullhaven();
  const clock = { ...machineClock, now: () => new Date('2027-10-01T12:00:00Z') };
  const ctx = await jobContext({ database: client, clock, log: createLog('silent') }, id);
  await sweepUploads(ctx, openLocalFolder(join(dataDir, 'files')));
  expect(filesInStorage()).toHaveLength(exampleFilesStored - 1);
  expect((await importing(exampleFolder)).out).toMatch(/: documents +0 +0 +3 +0/);
  expect(filesInStorage()).toHaveLength(exampleFilesStored - 1);
  expect((await types('')).out).toMatch(/document-types +0 +1 +0 +0/);
});

test('mistakes are told by line and column, and neither rows nor files are stored', async () => {
  const rows = [
    'A,10021,insurance,Sandpiper,Name,2027-03-31,2026-03-25,../tenants.csv',
    'B,10021,insurance,Sandpiper,Name,2027-03-31,2026-03-25,accounts.csv',
    'C,10021,insurance,Petrel,Name,2027-03-31,2026-03-25,sandpiper-insurance.pdf',
    'D,10021,insurance,,Name,2027-03-31,2026-03-25,',
    'E,10021,identity,Sandpiper,Name,,2026-03-25,',
    'F,10021,insurance,Sandpiper,Name,,2026-03-25,',
    'G,10021,passport,,Name,,2999-03-25,',
    'H,10099,identity,,Name,,2026-03-25,',
    'H,10021,identity,,Name,,2026-03-25,',
  ];
  const types = exampleFile('document-types.csv', 'Account,,no', 'Account,9,no');
  const wrong = { 'documents.csv': `${header}${rows.join('\n')}\n`, 'document-types.csv': types };
  const { err, code } = await importing(makeFolder(exampleFiles(wrong)));
  expect(code).toBe(1);
  expect(err.split('\n').filter((line) => /^document.*:\d+: /.test(line))).toEqual([
    'document-types.csv:3: site: there is no site "9"',
    'documents.csv:2: file: there is no file "../tenants.csv" in the import\'s folder',
    'documents.csv:3: file: "accounts.csv" is none of PDF, JPG, PNG, HEIC, WEBP, TIFF by what is in it',
    'documents.csv:4: boat: is no boat of the account',
    'documents.csv:5: boat: is empty, and the type is of boats',
    'documents.csv:6: boat: is given, and the type is of accounts',
    'documents.csv:7: expires_on: is empty, and documents of this type have a last day',
    'documents.csv:8: type: there is no document type "passport"',
    'documents.csv:8: created_on: is a day to come',
    'documents.csv:9: account: there is no account "10099"',
    'documents.csv:10: reference: is the same as in line 9',
  ]);
  expect(filesInStorage()).toEqual([]);
  expect(await unsafeFindTenant(client, 'key', 'gullhaven')).toBeNull();
});

test('a stored document stays its account’s, type’s and boat’s, and its type’s level stays', async () => {
  await importing(exampleFolder);
  const { err } = await importMore({
    'document-types.csv': exampleFile('document-types.csv', 'Boat,,yes', 'Account,,yes'),
    'documents.csv': [
      `${header}D-2025-118,10022,insurance,Sandpiper,Name,2026-03-31,2025-03-28,`,
      'D-2026-107,10021,identity,Petrel,Name,,2026-03-25,\n',
    ].join('\n'),
  });
  const makeNew = "is another than the stored document's: give a reference of its own";
  expect(err.split('\n').filter((line) => /^document.*:\d+: /.test(line))).toEqual([
    'document-types.csv:2: level: was Boat for documents that are stored: make a new type',
    `documents.csv:2: account: ${makeNew}`,
    `documents.csv:3: type: ${makeNew}`,
    `documents.csv:3: boat: ${makeNew}`,
  ]);
});

test('the files of an import that fails behind them are taken away', async () => {
  // The import fails in its last step, when all files are in the storage already.
  await asOwner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refuse before insert on account_documents for each row execute function refuse()`);
  const { code, err } = await importing(exampleFolder);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('the disk is full') });
  expect(filesInStorage()).toEqual([]);
  await asOwner('drop trigger refuse on account_documents');
  expect((await importing(exampleFolder)).code).toBe(0);
  expect(filesInStorage()).toHaveLength(exampleFilesStored);
});
