import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileScanner, ScanResult } from '../../providers/scanner/file-scanner.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { DocumentMarina, type Fields } from '../../testing/document-marina.ts';
import { signedInCustomer } from '../../testing/factories/factories.ts';
import { makeBoat } from '../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../../testing/factories/papers.ts';
import { pixelBombs, pngOf, sampleFiles, wordParts, zipOf } from '../../testing/sample-files.ts';

/** Gives the test's result, after it has read the file. */
let found: ScanResult = { outcome: 'clean' };
const scanner: FileScanner = {
  async scan(content) {
    await buffer(content);
    return found;
  },
};

let app: TestApp;
let marina: DocumentMarina;

beforeAll(async () => {
  app = await startTestApp({ scanner });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  found = { outcome: 'clean' };
  marina = await DocumentMarina.open(app);
});

const activePdf = Buffer.from(
  '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>endobj\n2 0 obj<</S/J#61vaScript/JS(1)>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);

const codeOf = async (answer: ReturnType<DocumentMarina['send']>) => (await answer).body.responseStatus?.errorCode;

describe('[DOC-2] refusals of the first step', () => {
  test.each<[string, Fields, string]>([
    ['no name', { name: '  ' }, 'INVALID_REQUEST'],
    ['a name that nobody sees', { name: '\u001b\u202e' }, 'INVALID_REQUEST'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'INVALID_REQUEST'],
    ['notes that are too long', { notes: 'x'.repeat(1_001) }, 'INVALID_REQUEST'],
    ['no expiry where one is needed', { expiresOn: null }, 'DOCUMENT_EXPIRY_REQUIRED'],
    ['an expiry in the past', { expiresOn: '2026-05-15' }, 'DOCUMENT_EXPIRY_IN_PAST'],
    ['a day that is none', { expiresOn: '2027-02-29' }, 'INVALID_REQUEST'],
    ['a type that is none', { documentTypeId: 9_999 }, 'NOT_FOUND'],
    ['a boat for a type of the account', { boatId: 7 }, 'NOT_FOUND'],
    ['another account’s number', { accountId: 9_999 }, 'NOT_FOUND'],
  ])('%s', async (_what, fields, code) => {
    expect((await marina.announce(fields)).body.responseStatus?.errorCode).toBe(code);
    expect(await marina.rowsOf('account_documents')).toEqual([]);
  });

  test('a neighbour’s boat, a type of another site, and one that is asked for no longer', async () => {
    const neighbour = await signedInCustomer(app, marina.tenant);
    const boatId = await makeBoat(marina.tenant.db, { ...marina.owner, accountId: neighbour.account.id }, 'Teal');
    const ofBoats = await makeDocumentType(marina.tenant.db, marina.tenant.id, { level: 'Boat' });
    const retired = await makeDocumentType(marina.tenant.db, marina.tenant.id, { retiredAt: new Date(0) });
    for (const fields of [
      { documentTypeId: ofBoats, boatId },
      { documentTypeId: ofBoats, boatId: null },
      { documentTypeId: retired },
    ])
      expect((await marina.announce(fields)).status).toBe(404);
  });

  test('[SAFE-109] the name of a document is kept on one line and in one direction', async () => {
    await marina.announced({ name: 'Policy\u001b[2K\n12  Accepted \u202egnp' });
    const stored = marina.tenant.db.selectFrom('account_documents').select('name');
    expect(await stored.execute()).toEqual([{ name: 'Policy [2K 12  Accepted gnp' }]);
  });

  test('today is not over: it will do, by the site’s calendar', async () => {
    app.clock.set('2026-05-16T22:59:59Z'); // one minute to midnight in London
    expect((await marina.announce({ expiresOn: '2026-05-16' })).status).toBe(200);
    app.clock.set('2026-05-16T23:00:00Z');
    expect((await marina.announce({ expiresOn: '2026-05-16' })).status).toBe(400);
  });

  test('the expiry of a type that needs none is not kept', async () => {
    marina.insurance = await makeDocumentType(marina.tenant.db, marina.tenant.id, { isExpiryRequired: false });
    const id = await marina.announced({ expiresOn: '2020-01-01' });
    await marina.send(id);
    expect((await marina.types())[1]).toMatchObject({ accountDocumentId: id, expiresOn: null });
  });
});

describe('[DOC-3] a refused file changes nothing', () => {
  /** Sends a file that is refused. The current version stays current, and nothing is left of the refused file. */
  async function expectRefused(content: Buffer, code: string, status: number, name?: string): Promise<string> {
    const valid = await makeDocument(marina.tenant.db, marina.owner, marina.insurance, { expiresOn: '2026-06-01' });
    const id = await marina.announced();
    const before = await marina.stored();
    const answer = await marina.send(id, content, name);
    expect([answer.body.responseStatus?.errorCode, answer.status]).toEqual([code, status]);
    expect(await marina.shown()).toMatchObject({ accountDocumentId: valid.id, fileReferenceGuid: valid.fileGuid });
    expect(await marina.stored()).toBe(before);
    expect(await marina.rowsOf('file_uploads')).toEqual([]);
    // The document still waits: the next file completes it.
    expect((await marina.send(id)).status).toBe(200);
    expect(await marina.shown()).toMatchObject({ accountDocumentId: id });
    return answer.body.responseStatus?.message ?? '';
  }

  const types = 'PDF, JPG, PNG, HEIC, WEBP, TIFF';

  test('too large, by the marina’s own limit', async () => {
    marina = await DocumentMarina.open(app, { uploads: { maxMegabytes: 1 } });
    const megabyte = 1024 * 1024;
    const tooLarge = Buffer.concat([sampleFiles.pdf, Buffer.alloc(megabyte)]);
    expect(await expectRefused(tooLarge, 'UPLOAD_TOO_LARGE', 413)).toBe('Upload too large. The limit is 1 MB.');
    const largest = tooLarge.subarray(0, megabyte);
    expect((await marina.send(await marina.announced(), largest)).status).toBe(200);
    expect(await codeOf(marina.send(await marina.announced(), tooLarge.subarray(0, megabyte + 1)))).toBe(
      'UPLOAD_TOO_LARGE',
    );
  });

  test.each<[string, Buffer, string, string, number]>([
    ['a program that is called a PDF', Buffer.from('MZ\x90 a program'), 'policy.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['SVG with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 'x.png', 'UPLOAD_TYPE_REFUSED', 415],
    ['HTML in front of a PDF', Buffer.from('<script>1</script>%PDF-1.7'), 'x.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['a zip', zipOf({ '../../etc/passwd': 'x' }), '../../x.pdf', 'UPLOAD_TYPE_REFUSED', 415],
    ['a Word file', sampleFiles.docx, 'letter.docx', 'UPLOAD_TYPE_REFUSED', 415],
    ['nothing', Buffer.alloc(0), 'policy.pdf', 'UPLOAD_EMPTY', 400],
    ['a bomb of pixels', pixelBombs.png, 'x.png', 'UPLOAD_PICTURE_TOO_LARGE', 400],
    ['a PDF with a script', activePdf, 'x.pdf', 'UPLOAD_ACTIVE_PDF', 400],
    ['half a picture', sampleFiles.png.subarray(0, 20), 'x.png', 'UPLOAD_UNREADABLE', 400],
    ['a picture that is a PDF too', pngOf(1, 1, '%PDF-1.7'), 'x.png', 'UPLOAD_UNREADABLE', 400],
    ['a PDF that is a zip too', Buffer.concat([sampleFiles.pdf, zipOf({ a: 'x' })]), 'x', 'UPLOAD_UNREADABLE', 400],
  ])('%s', async (_what, content, name, code, status) => {
    const message = await expectRefused(content, code, status, name);
    if (code === 'UPLOAD_TYPE_REFUSED') expect(message).toContain(types);
    expect(message).toMatch(/^\S.+\.$/);
  });

  test('a Word file with macros, where the marina takes Word files', async () => {
    marina = await DocumentMarina.open(app, { uploads: { acceptsWordFiles: true } });
    const macros = zipOf({ ...wordParts, 'word/vbaProject.bin': 'x' });
    expect(await expectRefused(macros, 'UPLOAD_ACTIVE_WORD', 400, 'letter.docx')).toMatch(/^This Word file contains/);
  });

  test('one that goes beyond what the account may keep, of all its documents and both at once', async () => {
    marina = await DocumentMarina.open(app, { uploads: { maxMegabytes: 1, accountMegabytes: 1 } });
    const half = Buffer.concat([sampleFiles.pdf, Buffer.alloc(600_000)]);
    const other = await makeDocumentType(marina.tenant.db, marina.tenant.id);
    const [first, second] = [await marina.announced(), await marina.announced({ documentTypeId: other })];
    const before = await marina.stored();
    const both = await Promise.all([marina.send(first, half), marina.send(second, half)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)?.body.responseStatus;
    expect(refused).toMatchObject({ errorCode: 'UPLOAD_QUOTA', message: expect.stringContaining('1 MB') });
    expect(await marina.stored()).toBe(before + 1);
    // A neighbour has room of their own.
    const neighbour = await signedInCustomer(app, marina.tenant);
    const theirs = await marina.announce({}, neighbour);
    expect((await marina.send(theirs.body.accountDocumentId, half, 'x.pdf', neighbour)).status).toBe(200);
  });

  test('a file with a virus, and one that could not be scanned', async () => {
    const id = await marina.announced();
    found = { outcome: 'infected', name: 'Eicar-Signature' };
    expect(await codeOf(marina.send(id))).toBe('UPLOAD_INFECTED');
    expect((await auditOf(marina.tenant)).at(-1)).toMatchObject({
      event: 'document.infected',
      details: { virus: 'Eicar-Signature' },
    });
    found = { outcome: 'unchecked', reason: 'unreachable' };
    expect((await marina.send(id)).status).toBe(503);
    expect([await marina.rowsOf('files'), await marina.rowsOf('file_uploads')]).toEqual([[], []]);
    expect(await marina.shown()).toMatchObject({ accountDocumentId: 0 });
  });

  test('another customer’s document, an unknown one, and a form without a file', async () => {
    const neighbour = await signedInCustomer(app, marina.tenant);
    const id = await marina.announced();
    expect((await marina.send(id, sampleFiles.pdf, 'x.pdf', neighbour)).status).toBe(404);
    expect((await marina.send(id + 99)).status).toBe(404);
    const form = new FormData();
    form.append('objectType', 'AccountDocument');
    form.append('objectId', String(id));
    const path = `/harbour/api/portal/account/${marina.robin.account.guid}/file/new`;
    const answer = await marina.robin.client.request('POST', path, { body: form });
    expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    form.set('objectType', 'Account');
    form.append('file', new File([new Uint8Array(sampleFiles.pdf)], 'x.pdf'));
    expect((await marina.robin.client.request('POST', path, { body: form })).status).toBe(400);
    expect(await marina.rowsOf('file_uploads')).toEqual([]);
  });

  test('an upload that breaks off in the middle is no fault, and leaves nothing', async () => {
    const id = await marina.announced();
    const before = await marina.stored();
    const logged = app.logs().length;
    const stop = new AbortController();
    const head = '--x\r\ncontent-disposition: form-data; name="objectType"\r\n\r\nAccountDocument\r\n--x\r\n';
    const rest = `content-disposition: form-data; name="objectId"\r\n\r\n${id}\r\n--x\r\n`;
    const file = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
    async function* half() {
      yield Buffer.from(head + rest + file);
      yield Buffer.alloc(100_000);
      await expect.poll(() => marina.rowsOf('file_uploads')).toHaveLength(1);
      stop.abort();
    }
    const sending = fetch(`${app.url}/harbour/api/portal/account/${marina.robin.account.guid}/file/new`, {
      method: 'POST',
      headers: {
        ...marina.robin.client.headers,
        'content-type': 'multipart/form-data; boundary=x',
        cookie: [...marina.robin.client.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: ReadableStream.from(half()),
      duplex: 'half',
      signal: stop.signal,
    });
    await expect(sending).rejects.toThrow(/abort/);
    await expect.poll(() => marina.rowsOf('file_uploads')).toEqual([]);
    expect(await marina.stored()).toBe(before);
    expect(app.logs().slice(logged)).not.toContain('request failed');
    expect((await marina.send(id)).status).toBe(200);
  });
});

test('[DOC-2] Word’s files are taken where the marina wants them', async () => {
  marina = await DocumentMarina.open(app, { uploads: { acceptsWordFiles: true } });
  expect((await marina.send(await marina.announced(), sampleFiles.docx, 'letter.docx')).status).toBe(200);
  const file = marina.tenant.db.selectFrom('files').select('name').where('tenant_id', '=', marina.tenant.id);
  expect(await file.executeTakeFirst()).toEqual({ name: 'Cover 2026.docx' });
  expect(await codeOf(marina.send(await marina.announced(), zipOf({ 'a.txt': 'x' })))).toBe('UPLOAD_TYPE_REFUSED');
});

test('[SAFE-97] an account sends at most 200 files an hour, and no refused one is free', async () => {
  const id = await marina.announced();
  for (let sent = 0; sent < 200; sent += 1) await marina.send(id, Buffer.alloc(0));
  expect(await codeOf(marina.send(id))).toBe('TOO_MANY_REQUESTS');
  app.clock.set('2026-05-16T10:01:00Z');
  expect((await marina.send(id)).status).toBe(200);
});
