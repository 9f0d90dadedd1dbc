import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAgreement, maxTermsBytes } from '@quayside/contract/agreements/agreement-papers.ts';
import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSignedAgreement } from '@quayside/contract/agreements/agreements.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { TenantDb } from '../../db/client.ts';
import { lockAgreement, markSigned } from '../../features/agreements/signing/sign-agreement.queries.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { openLocalFolder } from '../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { countAwaitedLocks } from '../../testing/databases/awaited-locks.ts';
import { signatureImage } from '../../testing/factories/agreements.ts';
import { type SignedIn, signedInCustomer } from '../../testing/factories/factories.ts';
import { exampleFile, exampleFiles, exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { sampleFiles } from '../../testing/sample-files.ts';
import { runOperator } from '../testing/operator.ts';

let dataDir: string;
let app: TestApp;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-agreements-'));
  app = await startTestApp({ files: openLocalFolder(join(dataDir, 'files')) });
  return async () => {
    await app.close();
    rmSync(dataDir, { recursive: true });
  };
});

type Files = Parameters<typeof makeFolder>[0];

const importing = (folder: string, ...options: string[]) =>
  runOperator(['import', folder, ...options], { database: app.testDatabase, dataDir });

/** Imports agreements alone, into the marina that is already there. */
const importAgreements = (rows: string[], files: Files = {}) =>
  importing(makeFolder({ 'agreements.csv': `${rows.join('\n')}\n`, ...files }), '--tenant', 'gullhaven');

const counted = (out: string) => /gullhaven: agreements +(\d+) +(\d+) +(\d+) +(\d+)/.exec(out)?.slice(1).map(Number);

async function gullhaven(): Promise<{ id: number; key: string; db: TenantDb }> {
  const tenant = await unsafeFindTenant(app.database, 'key', 'gullhaven');
  return { id: tenant?.id ?? 0, key: 'gullhaven', db: app.database.forTenant(tenant?.id ?? 0) };
}

async function signedIn(reference: string): Promise<SignedIn> {
  const tenant = await gullhaven();
  const account = await tenant.db
    .selectFrom('accounts')
    .select(['id', 'guid', 'site_id as siteId'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return signedInCustomer(app, tenant, account);
}

async function agreement(reference: string) {
  const { db } = await gullhaven();
  return db.selectFrom('agreements').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
}

/** Two files of agreements, one of a document. */
const exampleFilesStored = 3;
const storedFiles = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const everything = async () => {
  const { db } = await gullhaven();
  const read = async (table: string) =>
    (await sql`select xmin, * from ${sql.table(table)} order by 2, 3`.execute(db)).rows;
  return Promise.all(['agreements', 'agreement_files', 'files', 'declarations', 'orders'].map(read));
};

test('agreements come with their texts and scans, and orders with agreements; again they change nothing', async () => {
  const { code, out, err } = await importing(exampleFolder);
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  expect(counted(out)).toEqual([3, 0, 0, 0]);
  expect(storedFiles()).toBe(exampleFilesStored);

  const morgan = await signedIn('10021');
  const onPaper = await agreement('A-2025-007');
  const { body: signed } = await morgan.client.call(getSignedAgreement, { params: { guid: onPaper.guid } });
  expect(signed.agreement).toMatchObject({
    hardAgreementUploaded: true,
    signature: null,
    fileReferences: [{ name: 'licence-2025-signed.pdf', contentType: 'application/pdf' }],
  });
  expect(onPaper.signed_at?.toISOString()).toBe('2025-03-02T12:00:00.000Z');
  const copy = await morgan.client.call(downloadAgreement, { params: { agreementGuid: onPaper.guid }, query: {} });
  expect(copy.bytes).toEqual(exampleFiles()['licence-2025-signed.pdf']);

  const toSign = await agreement('A-2026-011');
  const { body: shown } = await morgan.client.call(getUnsignedAgreement, { params: { guid: toSign.guid } });
  expect(shown.agreement.declarationText).toContain('<h1>Annual berthing licence</h1>');
  expect(toSign).toMatchObject({
    sign_by: '2027-03-31',
    end_date: '2027-03-31',
    signature_required: true,
    optional: false,
  });

  const firm = await signedIn('10023');
  const toRead = await agreement('A-2026-012');
  const paper = await firm.client.call(downloadAgreement, { params: { agreementGuid: toRead.guid }, query: {} });
  expect(paper.bytes).toEqual(exampleFiles()['mooring-terms.pdf']);

  const { db } = await gullhaven();
  const linked = await db.selectFrom('orders').select(['reference', 'agreement_id']).orderBy('reference').execute();
  expect(linked.map(({ agreement_id: id }) => id)).toEqual([toSign.id, null, toRead.id]);

  const before = await everything();
  const again = await importing(exampleFolder);
  expect(counted(again.out)).toEqual([0, 0, 3, 0]);
  expect(await everything()).toEqual(before);
  expect(storedFiles()).toBe(exampleFilesStored);
});

test('an unsigned agreement changes with the file; a signed one never does, and may be missing in it', async () => {
  await importing(exampleFolder);
  const morgan = await signedIn('10021');
  const { guid } = await agreement('A-2026-011');
  const body = { guid, signature: signatureImage(), fullName: 'Morgan Tern', email: 'morgan.tern@example.com' };
  expect((await morgan.client.call(signAgreement, { body })).status).toBe(200);
  const before = await everything();
  expect(counted((await importing(exampleFolder)).out)).toEqual([0, 0, 3, 0]);
  expect(await everything()).toEqual(before);

  const header = 'reference,account,type,created_on,starts_on,declaration,withdrawn_on';
  const { code, err } = await importAgreements(
    [
      header,
      'A-2026-011,10021,Another licence,2026-03-02,2026-05-01,other.html,2026-06-01',
      'A-2025-007,10021,Annual berthing licence,2025-02-20,,,',
      'A-2026-012,10021,Mooring licence,2026-03-01,2026-04-01,,',
    ],
    { 'other.html': '<p>Another text.</p>' },
  );
  expect(code).toBe(1);
  const never = 'is another than what was signed, and that never changes: make a new agreement';
  expect(err.trim().split('\n').slice(-8)).toEqual([
    `agreements.csv:2: type: ${never}`,
    `agreements.csv:2: created_on: ${never}`,
    `agreements.csv:2: starts_on: ${never}`,
    `agreements.csv:2: declaration: ${never}`,
    `agreements.csv:2: withdrawn_on: ${never}`,
    `agreements.csv:3: starts_on: ${never}`,
    "agreements.csv:4: account: is another than the stored agreement's: withdraw that one and make a new one",
    '7 to correct. Nothing was written.',
  ]);
  expect(await everything()).toEqual(before);

  const row = 'A-2026-012,10023,Mooring licence,2026-03-01';
  const old = await (await gullhaven()).db
    .selectFrom('files')
    .select('storage_name')
    .where('name', '=', 'mooring-terms.pdf')
    .executeTakeFirst();
  const replaced = await importAgreements(['reference,account,type,created_on,pdf', `${row},terms-2.pdf`], {
    'terms-2.pdf': sampleFiles.pdf,
  });
  expect(counted(replaced.out)).toEqual([0, 1, 0, 0]);
  const { db } = await gullhaven();
  const names = await db
    .selectFrom('agreement_files as af')
    .innerJoin('files as f', 'f.id', 'af.file_id')
    .select('f.name')
    .orderBy('f.name')
    .execute();
  expect(names).toEqual([{ name: 'licence-2025-signed.pdf' }, { name: 'terms-2.pdf' }]);
  expect(await db.selectFrom('file_uploads').select('storage_name').execute()).toEqual([old]);
  const asText = await importAgreements(['reference,account,type,created_on,pdf,declaration', `${row},,terms.html`], {
    'terms.html': '<p onclick="x()">Terms<script>alert(1)</script></p>',
  });
  expect(counted(asText.out)).toEqual([0, 1, 0, 0]);
  const firm = await signedIn('10023');
  const { body: shown } = await firm.client.call(getUnsignedAgreement, {
    params: { guid: (await agreement('A-2026-012')).guid },
  });
  expect(shown.agreement).toMatchObject({ declarationText: '<p>Terms</p>', fileReferences: [] });
  const withdrawn = await importAgreements(['reference,account,type,created_on,withdrawn_on', `${row},2026-06-01`]);
  expect(counted(withdrawn.out)).toEqual([0, 1, 0, 0]);
  expect((await agreement('A-2026-012')).withdrawn_at?.toISOString()).toBe('2026-06-01T11:00:00.000Z');
});

test('the import waits for a customer who signs meanwhile, and they keep what they signed', async () => {
  await importing(exampleFolder);
  const { id: tenantId, db } = await gullhaven();
  const { id } = await agreement('A-2026-011');
  const row = 'A-2026-011,10021,Another licence,2026-03-01';
  const imported = await db.transaction().execute(async (trx) => {
    await lockAgreement(trx, tenantId, id);
    const running = importAgreements(['reference,account,type,created_on', row]);
    await expect.poll(() => isWaitedFor(), { timeout: 30_000 }).toBe(true);
    await markSigned(trx, tenantId, id, new Date('2026-03-05T10:00:00Z'));
    return { running };
  });
  const { code, err } = await imported.running;
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('agreements.csv:2: type: is another than what'),
  });
  expect(await agreement('A-2026-011')).toMatchObject({ type: 'Annual berthing licence', signed_at: expect.any(Date) });
});

test('[SAFE-110] a customer signs while an import changes agreement and account, without a deadlock', async () => {
  await importing(exampleFolder);
  const { db } = await gullhaven();
  const { guid } = await agreement('A-2026-011');
  const signer = await signedIn('10021');
  const changed = exampleFiles({
    'sites.csv': exampleFile('sites.csv', 'Gullhaven Marina', 'Gullhaven Harbour'),
    'accounts.csv': exampleFile('accounts.csv', '3 Herring Row', '4 Herring Row'),
    'agreements.csv': exampleFile('agreements.csv', '2027-03-31,yes,2027-03-31', '2027-04-30,yes,2027-03-31'),
  });
  // The import has locked the agreement, and waits before it stores the accounts.
  const site = await db.startTransaction().execute();
  await sql`select from sites for update`.execute(site);
  const imported = importing(makeFolder(changed));
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 30_000 }).toBe(1);
  const body = { guid, signature: signatureImage(), fullName: 'Morgan Tern', email: 'morgan.tern@example.com' };
  const signed = signer.client.call(signAgreement, { body });
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(2);
  await site.commit().execute();
  expect((await imported).code).toBe(0);
  expect((await signed).status).toBe(200);
});

async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ownerDb);
  return rows.length > 0;
}

test('[AGR-4] an agreement to sign needs a text or a PDF; a stored one without stays', async () => {
  await importing(exampleFolder);
  const row = (reference: string, more: string) => `${reference},10021,Licence,2026-03-01,${more}`;
  const header = 'reference,account,type,created_on,signature_required,declaration,pdf,withdrawn_on';
  const refused = await importAgreements([
    header,
    row('A-1', 'yes,,,'),
    row('A-2', ',,,'),
    row('A-3', 'no,,,'),
    row('A-4', 'yes,,,2026-03-02'),
    'A-2026-011,10021,Annual berthing licence,2026-03-01,,,,',
  ]);
  const missing = 'declaration: is missing: name the text to sign here, or its PDF in "pdf"';
  const problemsOf = ({ err }: { err: string }) => err.split('\n').filter((line) => /^agreements\.csv:\d/.test(line));
  expect(problemsOf(refused)).toEqual([2, 3, 6].map((line) => `agreements.csv:${line}: ${missing}`));
  const short = 'reference,account,type,created_on,ends_on';
  expect(problemsOf(await importAgreements([short, row('A-1', '2027-03-31')]))).toEqual([
    expect.stringContaining('agreements.csv:2: signature_required: needs a text to sign, and the agreement has none'),
  ]);
  const { db } = await gullhaven();
  await db.updateTable('agreements').set({ declaration_hash: null }).where('reference', '=', 'A-2026-011').execute();
  const own = 'A-2026-011,10021,Annual berthing licence,2026-03-01';
  expect(counted((await importAgreements([short, `${own},2027-03-31`])).out)).toEqual([0, 0, 1, 0]);
  expect(counted((await importAgreements([short, `${own},2027-04-30`])).out)).toEqual([0, 1, 0, 0]);
});

test('[AGR-64] a PDF that is stored, or that nobody signs here, may be larger than one to sign', async () => {
  await importing(exampleFolder);
  const large = Buffer.concat([sampleFiles.pdf, Buffer.alloc(maxTermsBytes)]);
  // An earlier version took it.
  const stored = { size: large.length, sha256: createHash('sha256').update(large).digest() };
  const { db } = await gullhaven();
  await db.updateTable('files').set(stored).where('name', '=', 'mooring-terms.pdf').execute();
  const files = { 'large.pdf': large, 'larger.pdf': Buffer.concat([large, Buffer.alloc(1)]) };
  const rows = (own: string) => [
    'reference,account,type,created_on,pdf,signed_on,scan',
    `A-2026-012,10023,Mooring licence,2026-03-01,${own},,`,
    'A-1,10021,Licence,2026-03-01,large.pdf,2026-03-02,large.pdf',
  ];
  expect(counted((await importAgreements(rows('large.pdf'), files)).out)).toEqual([1, 0, 1, 0]);
  const message = 'agreements.csv:2: pdf: "larger.pdf" is larger than 8 MB: customers sign this PDF';
  expect((await importAgreements(rows('larger.pdf'), files)).err).toContain(message);
});

test('mistakes in agreements are told with their place, and neither rows nor files are written', async () => {
  const outside = makeFolder({ 'secret.pdf': sampleFiles.pdf });
  const header =
    'reference,account,site,type,created_on,starts_on,ends_on,sign_by,declaration,pdf,signed_on,scan,withdrawn_on';
  const folder = makeFolder(
    exampleFiles({
      'agreements.csv': [
        header,
        'A-1,10099,9,Licence,2026-03-01,2026-04-01,2026-03-31,2026-02-01,,,,,',
        'A-2,10021,,Licence,2026-03-01,,,,berthing-licence.html,mooring-terms.pdf,,,',
        'A-3,10021,,Licence,2026-03-01,,,,empty.html,,,,',
        'A-4,10021,,Licence,2026-03-01,,,,latin.html,,,,',
        `A-5,10021,,Licence,2026-03-01,,,,,../${outside.split('/').at(-1)}/secret.pdf,,,`,
        'A-6,10021,,Licence,2026-03-01,,,,,link.pdf,,,',
        'A-7,10021,,Licence,2026-03-01,,,,,picture.pdf,,,',
        'A-8,10021,,Licence,2026-03-01,,,,,,,mooring-terms.pdf,',
        'A-9,10021,,Licence,2026-03-01,,,,,,2026-03-02,,',
        'A-10,10021,,Licence,2026-03-01,,,,,,2999-03-02,mooring-terms.pdf,',
        'A-11,10021,,Licence,2026-03-01,,,,,,2026-03-02,mooring-terms.pdf,2026-03-03',
        'A-12,10022,,Licence,2026-03-01,,,,deep.html,,,,',
        'A-13,10022,,Licence,2026-03-01,,,,,,,,',
        'A-14,10099,9,Licence,2026-03-01,,,,berthing-licence.html,,,,',
        'A-15,10022,,Licence,2026-03-01,,,,,large.pdf,,,',
      ].join('\n'),
      'orders.csv': exampleFile('orders.csv', 'A-2026-011', 'A-13').replace('A-2026-012', 'A-99'),
      'empty.html': '<script>alert(1)</script>',
      'latin.html': Buffer.from('<p>Été</p>', 'latin1'),
      'deep.html': '<div>'.repeat(200),
      'picture.pdf': sampleFiles.png,
      'large.pdf': Buffer.concat([sampleFiles.pdf, Buffer.alloc(maxTermsBytes)]),
    }),
  );
  symlinkSync(join(outside, 'secret.pdf'), join(folder, 'link.pdf'));
  const { code, err, out } = await importing(folder);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const problems = err.split('\n').filter((line) => /^(agreements|orders)\.csv:\d+: /.test(line));
  expect(problems).toEqual([
    'agreements.csv:2: ends_on: is before starts_on',
    'agreements.csv:2: sign_by: is before created_on',
    'agreements.csv:2: account: there is no account "10099"',
    'agreements.csv:2: site: there is no site "9"',
    'agreements.csv:3: pdf: is there beside a declaration: give one of them to read',
    'agreements.csv:4: declaration: "empty.html" has nothing to read',
    'agreements.csv:5: declaration: "latin.html" is not UTF-8 text',
    expect.stringMatching(/^agreements\.csv:6: pdf: there is no file "\.\.\/.*secret\.pdf" in the import's folder$/),
    'agreements.csv:7: pdf: there is no file "link.pdf" in the import\'s folder',
    'agreements.csv:8: pdf: "picture.pdf" is not a PDF',
    'agreements.csv:9: scan: is there without signed_on',
    'agreements.csv:10: scan: is missing: name the copy of what was signed on paper',
    'agreements.csv:11: signed_on: "2999-03-02" is a day to come',
    'agreements.csv:12: withdrawn_on: is there beside signed_on',
    'agreements.csv:13: declaration: "deep.html" can\'t be taken. Its elements are nested too deep.',
    'agreements.csv:14: declaration: is missing: name the text to sign here, or its PDF in "pdf"',
    'agreements.csv:15: account: there is no account "10099"',
    'agreements.csv:15: site: there is no site "9"',
    'agreements.csv:16: pdf: "large.pdf" is larger than 8 MB: customers sign this PDF',
    'orders.csv:2: agreement: is of another account',
    'orders.csv:4: agreement: there is no agreement "A-99"',
  ]);
  expect(await unsafeFindTenant(app.database, 'key', 'gullhaven')).toBeNull();
  expect((await importing(exampleFolder, '--dry-run')).code).toBe(0);
  expect(storedFiles()).toBe(0);
});
