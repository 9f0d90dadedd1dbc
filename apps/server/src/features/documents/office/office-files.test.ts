import { buffer } from 'node:stream/consumers';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { putDocumentType } from '@quayside/contract/integration/document-types.ts';
import {
  getDocumentFile,
  getOfficeDocument,
  getOfficeDocumentFile,
  listDocumentResources,
  putOfficeDocument,
} from '@quayside/contract/integration/documents.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileScanner, ScanResult } from '../../../providers/scanner/file-scanner.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../../../testing/factories/factories.ts';
import { programOf } from '../../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../../testing/http-client.ts';
import { pixelBombs, sampleFiles } from '../../../testing/sample-files.ts';

let found: ScanResult = { outcome: 'clean' };
const scanner: FileScanner = {
  async scan(content) {
    await buffer(content);
    return found;
  },
};

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp({ scanner });
});
afterAll(() => app.close());
beforeEach(() => openMarina());

async function openMarina(accountMegabytes = 5) {
  app.clock.set('2026-05-16T09:00:00Z');
  found = { outcome: 'clean' };
  const uploads = { maxMegabytes: 3, acceptsWordFiles: false, accountMegabytes, tellsOffice: false };
  marina = await makeTenant(app, { settings: sampleSettings({ uploads }) });
  program = await programOf(app, marina);
  await program.call(putAccount, { params: { reference: 'C-1' }, body: { site: 1, lastName: 'Sailor' } });
  const name = { 'en-GB': 'Survey', 'fr-FR': 'Expertise' };
  const type = { position: 1, name, level: 'Account', expiryRequired: true, prompt: true } as const;
  await program.call(putDocumentType, { params: { reference: 'survey' }, body: type });
  await program.call(putOfficeDocument, { params, body: paper });
}

const params = { reference: 'D-1' };
const expiresOn = '2027-05-31';
const paper = {
  account: 'C-1',
  type: 'survey',
  name: 'Survey 2026',
  notes: 'By post',
  createdOn: '2026-05-01',
  expiresOn,
};

/** Sends a file as a program does. */
async function put(file: Buffer, { reference = 'D-1', headers = {}, client = program } = {}) {
  const answer = await fetch(`${app.url}${apiBase}integration/v1/office-documents/${reference}/file`, {
    method: 'PUT',
    headers: { ...client.headers, 'content-type': 'application/pdf', ...headers },
    body: new Uint8Array(file),
  });
  const body = (await answer.json()) as { number: number; responseStatus?: { errorCode: string } };
  return { status: answer.status, headers: answer.headers, body, code: body.responseStatus?.errorCode ?? '' };
}

const files = () => marina.db.selectFrom('files').select(['name', 'content_type']).execute();
const second = Buffer.from(sampleFiles.pdf.toString('latin1').replace('%%EOF', '% again\n%%EOF'), 'latin1');

describe('[API-1] the file of a document of the office', () => {
  test('is put and read by the document’s reference, and the customer sees it', async () => {
    const stored = await put(sampleFiles.pdf);
    expect([stored.status, stored.body]).toMatchObject([
      200,
      { reference: 'D-1', contentType: 'application/pdf', size: sampleFiles.pdf.length, isCurrent: true, ...paper },
    ]);
    expect(stored.headers.get('etag')).not.toBeNull();
    const read = await program.call(getOfficeDocumentFile, { params });
    expect([read.status, read.bytes.equals(sampleFiles.pdf)]).toEqual([200, true]);
    const byNumber = await program.call(getDocumentFile, { params: { number: stored.body.number } });
    expect(byNumber.bytes.equals(sampleFiles.pdf)).toBe(true);
    expect((await program.call(getOfficeDocument, { params })).headers.get('etag')).toBe(stored.headers.get('etag'));
    const entries = await auditOf(marina);
    expect(entries.at(-1)).toMatchObject({ event: 'integration.saved', subject: { type: 'documents', id: 'D-1' } });
  });

  test('is the same file again, and another file is a new version', async () => {
    const [first, again] = [await put(sampleFiles.pdf), await put(sampleFiles.pdf)];
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([200, first.body, first.headers.get('etag')]);
    expect(await files()).toEqual([{ name: 'Survey 2026.pdf', content_type: 'application/pdf' }]);
    const other = await put(second, { headers: { 'content-type': 'application/octet-stream' } });
    expect([other.status, other.body]).toMatchObject([200, { version: 3, name: 'Survey 2026', notes: 'By post' }]);
    const { items } = (await program.call(listDocumentResources, { query: { account: 'C-1' } })).body;
    expect(items.map(({ reference, isCurrent, size }) => [reference, isCurrent, size])).toEqual([
      [null, false, 0],
      [null, false, sampleFiles.pdf.length],
      ['D-1', true, second.length],
    ]);
    expect((await program.call(getOfficeDocumentFile, { params })).bytes.equals(second)).toBe(true);
  });

  test('has the room of its account, and is the same file again also when there is no more', async () => {
    await openMarina(1);
    const half = Buffer.concat([sampleFiles.pdf, Buffer.alloc(1024 * 1024 - sampleFiles.pdf.length, 32)]);
    const tooLarge = Buffer.concat([half, Buffer.alloc(1, 32)]);
    expect((await put(tooLarge)).code).toBe('UPLOAD_QUOTA');
    expect([(await put(half)).status, (await put(half)).status]).toEqual([200, 200]);
    expect((await put(sampleFiles.pdf)).code).toBe('UPLOAD_QUOTA');
    expect(await files()).toHaveLength(1);
  });

  test('is one version if it is sent several times at once, and no copy stays behind', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => put(sampleFiles.pdf)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1);
    expect(await files()).toHaveLength(1);
    expect(await marina.db.selectFrom('file_uploads').select('storage_name').execute()).toEqual([]);
  });

  test('has the rules of a file that a customer hands in', async () => {
    const large = Buffer.concat([sampleFiles.pdf, Buffer.alloc(3_300_000, 32)]);
    const active = Buffer.from(
      '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>endobj\n2 0 obj<</S/JavaScript/JS(1)>>endobj\n' +
        'trailer<</Root 1 0 R>>\n%%EOF\n',
    );
    const refused: [Buffer, string][] = [
      [Buffer.alloc(0), 'UPLOAD_EMPTY'],
      [Buffer.from('#!/bin/sh'), 'UPLOAD_TYPE_REFUSED'],
      [sampleFiles.docx, 'UPLOAD_TYPE_REFUSED'],
      [active, 'UPLOAD_ACTIVE_PDF'],
      [large, 'UPLOAD_TOO_LARGE'],
      [pixelBombs.png, 'UPLOAD_PICTURE_TOO_LARGE'],
    ];
    for (const [file, code] of refused) expect((await put(file)).code).toBe(code);
    found = { outcome: 'infected', name: 'Eicar' };
    expect((await put(sampleFiles.pdf)).code).toBe('UPLOAD_INFECTED');
    expect((await auditOf(marina)).at(-1)).toMatchObject({
      event: 'document.infected',
      actor: { kind: 'integration' },
    });
    found = { outcome: 'unchecked', reason: 'unreachable' };
    expect((await put(sampleFiles.pdf)).code).toBe('UPLOAD_UNCHECKED');
    expect([await files(), codeOf(await program.call(getOfficeDocumentFile, { params }))]).toEqual([
      [],
      '404 NOT_FOUND',
    ]);
  });

  test('is refused for another version, a foreign or missing document, and a key that may only read', async () => {
    const before = (await program.call(getOfficeDocument, { params })).headers.get('etag') ?? '';
    await put(sampleFiles.pdf);
    expect((await put(second, { headers: { 'if-match': before } })).code).toBe('VERSION_CHANGED');
    expect((await put(second, { reference: 'D-9' })).code).toBe('NOT_FOUND');
    const stranger = await programOf(app, await makeTenant(app));
    expect((await put(second, { client: stranger })).code).toBe('NOT_FOUND');
    expect(codeOf(await stranger.call(getOfficeDocumentFile, { params }))).toBe('404 NOT_FOUND');
    const reader = await programOf(app, marina, { scopes: ['documents:read'] });
    expect((await put(second, { client: reader })).code).toBe('SCOPE_MISSING');
    expect(await files()).toHaveLength(1);
  });
});
