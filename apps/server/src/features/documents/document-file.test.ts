import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  allDocumentTypes,
  countDownload,
  createDocument,
  documentStatus,
  listDocuments,
  uploadFile,
} from '@quayside/contract/documents.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobContext } from '../../jobs/context.ts';
import { createLog } from '../../log.ts';
import type { FileScanner, ScanResult } from '../../providers/scanner/file-scanner.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import {
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories.ts';
import { makeBoat, type Owner } from '../../testing/factories-orders.ts';
import { makeDocument, makeDocumentType } from '../../testing/factories-papers.ts';
import { bodyOf } from '../../testing/http-client.ts';
import { pixelBombs, pngOf, sampleFiles, zipOf } from '../../testing/sample-files.ts';
import { sweepUploads } from './sweep-uploads.ts';

/** Answers what the test says, once it has read the file. */
let found: ScanResult = { outcome: 'clean' };
const scanner: FileScanner = {
  async scan(content) {
    await buffer(content);
    return found;
  },
};

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;
let insurance: number;

beforeAll(async () => {
  app = await startTestApp({ scanner });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  found = { outcome: 'clean' };
  await openMarina();
});

async function openMarina(settings: Parameters<typeof sampleSettings>[0] = {}): Promise<void> {
  tenant = await makeTenant(app, { settings: sampleSettings(settings) });
  robin = await signedInCustomer(app, tenant);
  owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  insurance = await makeDocumentType(tenant.db, tenant.id);
}

type Fields = Partial<Parameters<typeof announceAs>[1]>;

const announceAs = (
  { client, account }: SignedIn,
  accountDocument: {
    documentTypeId: number;
    name: string;
    expiresOn?: string | null;
    boatId?: number | null;
    notes?: string;
    accountId?: number;
  },
) =>
  client.call(createDocument, {
    params: { guid: account.guid },
    body: { accountDocument, supersedePreviousVersions: true },
  });
const announce = (fields: Fields = {}, who = robin) =>
  announceAs(who, { documentTypeId: insurance, name: 'Cover 2026', expiresOn: '2027-05-16', ...fields });

const announced = async (fields?: Fields) => (await announce(fields)).body.accountDocumentId;

async function send(id: number, content: Buffer = sampleFiles.pdf, name = 'policy.pdf', who = robin) {
  const path = `/harbour/api/portal/account/${who.account.guid}/file/new`;
  const file = new File([new Uint8Array(content)], name);
  const body = bodyOf(uploadFile, { objectType: 'AccountDocument', objectId: id }, file);
  return who.client.request('POST', path, { body });
}

const codeOf = async (answer: ReturnType<typeof send>) => (await answer).body.responseStatus?.errorCode;

/** The one type's document, as the page shows it. */
async function shown() {
  const { body } = await robin.client.call(listDocuments, { params: { guid: robin.account.guid }, query: {} });
  return allDocumentTypes(body)[0];
}

const stored = async () =>
  (await readdir(app.fileFolder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const rowsOf = (table: 'files' | 'file_uploads' | 'account_documents') =>
  tenant.db.selectFrom(table).select('tenant_id').where('tenant_id', '=', tenant.id).execute();

describe('[DOC-4] a document in two steps', () => {
  test('counts once its file is there, and its file is what was sent', async () => {
    const id = await announced({ name: '  Cover 2026  ', notes: 'From Pantaenius' });
    expect(await shown()).toMatchObject({ hasAccountDocument: false, accountDocumentId: 0 });
    const answer = await send(id);
    expect(answer.status).toBe(200);
    const document = await shown();
    expect(document).toMatchObject({
      accountDocumentId: id,
      accountDocumentName: 'Cover 2026',
      expiresOn: '2027-05-16',
      fileReferenceGuid: (answer.body as { fileReferenceGuid?: string }).fileReferenceGuid,
    });
    expect(document && documentStatus(document)).toBe('active');
    const [file] = await tenant.db
      .selectFrom('files')
      .select(['name', 'content_type', 'size', 'storage_name'])
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(file).toMatchObject({ name: 'Cover 2026.pdf', content_type: 'application/pdf' });
    const content = await app.files.get(tenant.id, file?.storage_name ?? '');
    expect(content && (await buffer(content)).equals(sampleFiles.pdf)).toBe(true);
    expect(await rowsOf('file_uploads')).toEqual([]);
    expect((await auditOf(tenant)).at(-1)).toMatchObject({
      event: 'document.upload',
      accountId: robin.account.id,
      subject: { type: 'document', id: String(id) },
      details: { documentTypeId: insurance, version: 1, contentType: 'application/pdf' },
    });
  });

  test('supersedes the version before, of its own boat alone, and only when its file is there', async () => {
    const type = await makeDocumentType(tenant.db, tenant.id, { level: 'Boat' });
    const boats = [await makeBoat(tenant.db, owner, 'Avocet'), await makeBoat(tenant.db, owner, 'Teal')];
    const old = [];
    for (const boatId of boats)
      old.push(await makeDocument(tenant.db, owner, type, { boatId, expiresOn: '2026-06-01' }));
    const [avocet = 0] = boats;
    const id = await announced({ documentTypeId: type, boatId: avocet, name: 'New' });
    const ofBoats = async () => {
      const { body } = await robin.client.call(listDocuments, { params: { guid: robin.account.guid }, query: {} });
      return body.boatDocumentAssociations.map(({ documentTypes }) => documentTypes[0]?.accountDocumentId);
    };
    expect(await ofBoats()).toEqual(old.map((document) => document.id));
    await send(id);
    expect(await ofBoats()).toEqual([id, old[1]?.id]);
    const versions = await tenant.db
      .selectFrom('account_documents')
      .select(['id', 'version', 'superseded_at'])
      .where('tenant_id', '=', tenant.id)
      .where('boat_id', '=', avocet)
      .orderBy('version')
      .execute();
    expect(versions).toEqual([
      { id: old[0]?.id, version: 1, superseded_at: app.clock.now() },
      { id, version: 2, superseded_at: null },
    ]);
  });

  test('a repeat of the first step is the same document, with what was written last', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => announced()));
    expect(new Set(ids).size).toBe(1);
    const again = await announced({ name: 'Cover, corrected', expiresOn: '2028-01-01' });
    expect(again).toBe(ids[0]);
    expect(await rowsOf('account_documents')).toHaveLength(1);
    await send(again);
    expect(await shown()).toMatchObject({ accountDocumentName: 'Cover, corrected', expiresOn: '2028-01-01' });
  });

  test('a repeat of the second is answered like the first, and another file is refused', async () => {
    const id = await announced();
    const [one, two] = await Promise.all([send(id), send(id)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await send(id)).body).toEqual(one.body);
    expect(two.body).toEqual(one.body);
    const before = await stored();
    expect(await codeOf(send(id, sampleFiles.png))).toBe('DOCUMENT_COMPLETE');
    expect([await rowsOf('files'), await rowsOf('file_uploads')].map((rows) => rows.length)).toEqual([1, 0]);
    expect(await stored()).toBe(before);
  });

  test('a download is counted once a minute, and not of what has no file', async () => {
    const id = await announced();
    const count = (of = id) =>
      robin.client.call(countDownload, { params: { guid: robin.account.guid, id: of } }).then(({ status }) => status);
    expect(await count()).toBe(404);
    await send(id);
    for (const now of ['09:00:00', '09:00:59', '09:01:00']) {
      app.clock.set(`2026-05-16T${now}Z`);
      expect(await count()).toBe(200);
    }
    const row = tenant.db.selectFrom('account_documents').select(['downloads', 'downloaded_at']);
    expect(await row.where('tenant_id', '=', tenant.id).executeTakeFirst()).toEqual({
      downloads: 2,
      downloaded_at: new Date('2026-05-16T09:01:00Z'),
    });
    expect(await count(id + 99)).toBe(404);
  });
});

describe('[DOC-2] what the first step refuses', () => {
  test.each<[string, Fields, string]>([
    ['no name', { name: '  ' }, 'INVALID_REQUEST'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'INVALID_REQUEST'],
    ['notes that are too long', { notes: 'x'.repeat(1_001) }, 'INVALID_REQUEST'],
    ['no expiry where one is needed', { expiresOn: null }, 'DOCUMENT_EXPIRY_REQUIRED'],
    ['an expiry in the past', { expiresOn: '2026-05-15' }, 'DOCUMENT_EXPIRY_IN_PAST'],
    ['a day that is none', { expiresOn: '2027-02-29' }, 'INVALID_REQUEST'],
    ['a type that is none', { documentTypeId: 9_999 }, 'NOT_FOUND'],
    ['a boat for a type of the account', { boatId: 7 }, 'NOT_FOUND'],
    ['another account’s number', { accountId: 9_999 }, 'NOT_FOUND'],
  ])('%s', async (_what, fields, code) => {
    expect((await announce(fields)).body.responseStatus?.errorCode).toBe(code);
    expect(await rowsOf('account_documents')).toEqual([]);
  });

  test('a neighbour’s boat, a type of another site, and one that is asked for no longer', async () => {
    const neighbour = await signedInCustomer(app, tenant);
    const boatId = await makeBoat(tenant.db, { ...owner, accountId: neighbour.account.id }, 'Teal');
    const ofBoats = await makeDocumentType(tenant.db, tenant.id, { level: 'Boat' });
    const retired = await makeDocumentType(tenant.db, tenant.id, { retiredAt: new Date(0) });
    for (const fields of [
      { documentTypeId: ofBoats, boatId },
      { documentTypeId: ofBoats, boatId: null },
      { documentTypeId: retired },
    ])
      expect((await announce(fields)).status).toBe(404);
  });

  test('today is not over: it will do, by the site’s calendar', async () => {
    app.clock.set('2026-05-16T22:59:59Z'); // one minute to midnight in London
    expect((await announce({ expiresOn: '2026-05-16' })).status).toBe(200);
    app.clock.set('2026-05-16T23:00:00Z');
    expect((await announce({ expiresOn: '2026-05-16' })).status).toBe(400);
  });

  test('the expiry of a type that needs none is not kept', async () => {
    insurance = await makeDocumentType(tenant.db, tenant.id, { isExpiryRequired: false });
    const id = await announced({ expiresOn: '2020-01-01' });
    await send(id);
    const { body } = await robin.client.call(listDocuments, { params: { guid: robin.account.guid }, query: {} });
    expect(allDocumentTypes(body)[1]).toMatchObject({ accountDocumentId: id, expiresOn: null });
  });
});

describe('[DOC-3] a file that is not taken leaves everything as it was', () => {
  /** Sends a file, which is refused; the version that counted goes on counting, and nothing is left of the other. */
  async function expectRefused(content: Buffer, code: string, status: number, name?: string): Promise<string> {
    const valid = await makeDocument(tenant.db, owner, insurance, { expiresOn: '2026-06-01' });
    const id = await announced();
    const before = await stored();
    const answer = await send(id, content, name);
    expect([answer.body.responseStatus?.errorCode, answer.status]).toEqual([code, status]);
    expect(await shown()).toMatchObject({ accountDocumentId: valid.id, fileReferenceGuid: valid.fileGuid });
    expect(await stored()).toBe(before);
    expect(await rowsOf('file_uploads')).toEqual([]);
    // And the document still waits: the next file makes it count.
    expect((await send(id)).status).toBe(200);
    expect(await shown()).toMatchObject({ accountDocumentId: id });
    return answer.body.responseStatus?.message ?? '';
  }

  const types = 'PDF, JPG, PNG, HEIC, WEBP, TIFF';

  test('too large, by the marina’s own limit', async () => {
    await openMarina({ uploads: { maxMegabytes: 1 } });
    const megabyte = 1024 * 1024;
    const tooLarge = Buffer.concat([sampleFiles.pdf, Buffer.alloc(megabyte)]);
    expect(await expectRefused(tooLarge, 'UPLOAD_TOO_LARGE', 413)).toBe('Upload too large. The limit is 1 MB.');
    const largest = tooLarge.subarray(0, megabyte);
    expect((await send(await announced(), largest)).status).toBe(200);
    expect(await codeOf(send(await announced(), tooLarge.subarray(0, megabyte + 1)))).toBe('UPLOAD_TOO_LARGE');
  });

  test.each<[string, Buffer, string, string, number]>([
    ['a program that is called a PDF', Buffer.from('MZ\x90 a program'), 'policy.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['SVG with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 'x.png', 'UPLOAD_TYPE_REFUSED', 415],
    ['HTML in front of a PDF', Buffer.from('<script>1</script>%PDF-1.7'), 'x.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['a zip', zipOf({ '../../etc/passwd': 'x' }), '../../x.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['a Word file', sampleFiles.docx, 'letter.docx', 'UPLOAD_TYPE_REFUSED', 415],
    ['nothing', Buffer.alloc(0), 'policy.pdf', 'UPLOAD_EMPTY', 400],
    ['a bomb of pixels', pixelBombs.png, 'x.png', 'UPLOAD_PICTURE_TOO_LARGE', 400],
    ['half a picture', sampleFiles.png.subarray(0, 20), 'x.png', 'UPLOAD_UNREADABLE', 400],
    ['a picture that is a PDF too', pngOf(1, 1, '%PDF-1.7'), 'x.png', 'UPLOAD_UNREADABLE', 400],
    ['a PDF that is a zip too', Buffer.concat([sampleFiles.pdf, zipOf({ a: 'x' })]), 'x', 'UPLOAD_UNREADABLE', 400],
  ])('%s', async (_what, content, name, code, status) => {
    const message = await expectRefused(content, code, status, name);
    if (code === 'UPLOAD_TYPE_REFUSED') expect(message).toContain(types);
    expect(message).toMatch(/^\S.+\.$/);
  });

  test('one in which a virus was found, and one that nobody could check', async () => {
    const id = await announced();
    found = { outcome: 'infected', name: 'Eicar-Signature' };
    expect(await codeOf(send(id))).toBe('UPLOAD_INFECTED');
    expect((await auditOf(tenant)).at(-1)).toMatchObject({
      event: 'document.infected',
      details: { virus: 'Eicar-Signature' },
    });
    found = { outcome: 'unchecked', reason: 'unreachable' };
    expect((await send(id)).status).toBe(503);
    expect([await rowsOf('files'), await rowsOf('file_uploads')]).toEqual([[], []]);
    expect(await shown()).toMatchObject({ accountDocumentId: 0 });
  });

  test('somebody else’s document, none at all, and a form without a file', async () => {
    const neighbour = await signedInCustomer(app, tenant);
    const id = await announced();
    expect((await send(id, sampleFiles.pdf, 'x.pdf', neighbour)).status).toBe(404);
    expect((await send(id + 99)).status).toBe(404);
    const form = new FormData();
    form.append('objectType', 'AccountDocument');
    form.append('objectId', String(id));
    const path = `/harbour/api/portal/account/${robin.account.guid}/file/new`;
    const answer = await robin.client.request('POST', path, { body: form });
    expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    form.set('objectType', 'Account');
    form.append('file', new File([new Uint8Array(sampleFiles.pdf)], 'x.pdf'));
    expect((await robin.client.request('POST', path, { body: form })).status).toBe(400);
    expect(await rowsOf('file_uploads')).toEqual([]);
  });

  test('an upload that breaks off in the middle is no fault, and leaves nothing', async () => {
    const id = await announced();
    const before = await stored();
    const logged = app.logs().length;
    const stop = new AbortController();
    const head = '--x\r\ncontent-disposition: form-data; name="objectType"\r\n\r\nAccountDocument\r\n--x\r\n';
    const rest = `content-disposition: form-data; name="objectId"\r\n\r\n${id}\r\n--x\r\n`;
    const file = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
    async function* half() {
      yield Buffer.from(head + rest + file);
      yield Buffer.alloc(100_000);
      await expect.poll(() => rowsOf('file_uploads')).toHaveLength(1);
      stop.abort();
    }
    const sending = fetch(`${app.url}/harbour/api/portal/account/${robin.account.guid}/file/new`, {
      method: 'POST',
      headers: {
        ...robin.client.headers,
        'content-type': 'multipart/form-data; boundary=x',
        cookie: [...robin.client.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: ReadableStream.from(half()),
      duplex: 'half',
      signal: stop.signal,
    });
    await expect(sending).rejects.toThrow(/abort/);
    await expect.poll(() => rowsOf('file_uploads')).toEqual([]);
    expect(await stored()).toBe(before);
    expect(app.logs().slice(logged)).not.toContain('request failed');
    expect((await send(id)).status).toBe(200);
  });
});

test('[DOC-2] Word’s files are taken where the marina wants them', async () => {
  await openMarina({ uploads: { acceptsWordFiles: true } });
  expect((await send(await announced(), sampleFiles.docx, 'letter.docx')).status).toBe(200);
  const file = tenant.db.selectFrom('files').select('name').where('tenant_id', '=', tenant.id);
  expect(await file.executeTakeFirst()).toEqual({ name: 'Cover 2026.docx' });
  expect(await codeOf(send(await announced(), zipOf({ 'a.txt': 'x' })))).toBe('UPLOAD_TYPE_REFUSED');
});

test('[DOC-4] after a day, and no sooner, what was never ended is taken away', async () => {
  const ground = { database: app.database, clock: app.clock, log: createLog('silent') };
  const sweep = async () => sweepUploads(await jobContext(ground, tenant.id), app.files);
  const [kept] = [await send(await announced())];
  expect(kept?.status).toBe(200);
  const waiting = await announced();
  // As a process that was killed leaves it: noted and stored, and no row names it.
  const { name } = await app.files.put(tenant.id, buffered(sampleFiles.pdf), 1_000);
  await tenant.db
    .insertInto('file_uploads')
    .values({ tenant_id: tenant.id, storage_name: name, begun_at: app.clock.now() })
    .execute();
  const before = await stored();
  app.clock.set('2026-05-17T08:59:59Z');
  await sweep();
  expect([await stored(), (await rowsOf('account_documents')).length]).toEqual([before, 2]);
  app.clock.set('2026-05-17T09:00:01Z');
  await sweep();
  expect([await stored(), (await rowsOf('account_documents')).length]).toEqual([before - 1, 1]);
  expect(await rowsOf('file_uploads')).toEqual([]);
  expect(await app.files.exists(tenant.id, name)).toBe(false);
  expect((await send(waiting)).status).toBe(404);
  expect(await shown()).toMatchObject({ hasAccountDocument: true });
});

async function* buffered(content: Buffer) {
  yield content;
}
