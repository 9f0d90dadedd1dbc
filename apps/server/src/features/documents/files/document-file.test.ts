import { buffer } from 'node:stream/consumers';
import { countDownload, documentStatus, listDocuments } from '@quayside/contract/documents/documents.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileScanner } from '../../../providers/scanner/file-scanner.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { DocumentMarina } from '../../../testing/document-marina.ts';
import { makeBoat } from '../../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../../../testing/factories/papers.ts';
import { jobContextOf } from '../../../testing/jobs.ts';
import { sampleFiles } from '../../../testing/sample-files.ts';
import { sweepUploads } from './sweep-uploads.service.ts';

/** Happens while a file is scanned. */
let meanwhile = async (): Promise<void> => {};

/** Reads every file, and finds nothing in it. */
const scanner: FileScanner = {
  async scan(content) {
    await buffer(content);
    await meanwhile();
    return { outcome: 'clean' };
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
  meanwhile = async () => {};
  marina = await DocumentMarina.open(app);
});

const codeOf = async (answer: ReturnType<DocumentMarina['send']>) => (await answer).body.responseStatus?.errorCode;

describe('[DOC-4] a document in two steps', () => {
  test('counts once its file is there, and the file has the sent bytes', async () => {
    const id = await marina.announced({ name: '  Cover 2026  ', notes: 'From Pantaenius' });
    expect(await marina.shown()).toMatchObject({ hasAccountDocument: false, accountDocumentId: 0 });
    const answer = await marina.send(id);
    expect(answer.status).toBe(200);
    const document = await marina.shown();
    expect(document).toMatchObject({
      accountDocumentId: id,
      accountDocumentName: 'Cover 2026',
      expiresOn: '2027-05-16',
      fileReferenceGuid: (answer.body as { fileReferenceGuid?: string }).fileReferenceGuid,
    });
    expect(document && documentStatus(document)).toBe('active');
    const [file] = await marina.tenant.db
      .selectFrom('files')
      .select(['name', 'content_type', 'size', 'storage_name'])
      .where('tenant_id', '=', marina.tenant.id)
      .execute();
    expect(file).toMatchObject({ name: 'Cover 2026.pdf', content_type: 'application/pdf' });
    const content = await app.files.get(marina.tenant.id, file?.storage_name ?? '');
    expect(content && (await buffer(content)).equals(sampleFiles.pdf)).toBe(true);
    expect(await marina.rowsOf('file_uploads')).toEqual([]);
    expect((await auditOf(marina.tenant)).at(-1)).toMatchObject({
      event: 'document.upload',
      accountId: marina.robin.account.id,
      subject: { type: 'document', id: String(id) },
      details: { documentTypeId: marina.insurance, version: 1, contentType: 'application/pdf' },
    });
  });

  test('supersedes the version before, of its own boat alone, and only when its file is there', async () => {
    const type = await makeDocumentType(marina.tenant.db, marina.tenant.id, { level: 'Boat' });
    const boats = [
      await makeBoat(marina.tenant.db, marina.owner, 'Avocet'),
      await makeBoat(marina.tenant.db, marina.owner, 'Teal'),
    ];
    const old = [];
    for (const boatId of boats)
      old.push(await makeDocument(marina.tenant.db, marina.owner, type, { boatId, expiresOn: '2026-06-01' }));
    const [avocet = 0] = boats;
    const id = await marina.announced({ documentTypeId: type, boatId: avocet, name: 'New' });
    const ofBoats = async () => {
      const { body } = await marina.robin.client.call(listDocuments, {
        params: { guid: marina.robin.account.guid },
        query: {},
      });
      return body.boatDocumentAssociations.map(({ documentTypes }) => documentTypes[0]?.accountDocumentId);
    };
    expect(await ofBoats()).toEqual(old.map((document) => document.id));
    await marina.send(id);
    expect(await ofBoats()).toEqual([id, old[1]?.id]);
    const versions = await marina.tenant.db
      .selectFrom('account_documents')
      .select(['id', 'version', 'superseded_at'])
      .where('tenant_id', '=', marina.tenant.id)
      .where('boat_id', '=', avocet)
      .orderBy('version')
      .execute();
    expect(versions).toEqual([
      { id: old[0]?.id, version: 1, superseded_at: app.clock.now() },
      { id, version: 2, superseded_at: null },
    ]);
  });

  test('[DOC-7] a repeat of the first step is the same document, and other texts make another one', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => marina.announced()));
    expect(new Set(ids).size).toBe(1);
    const again = await marina.announced({ name: 'Cover, corrected', expiresOn: '2028-01-01' });
    expect(again).not.toBe(ids[0]);
    expect(await marina.announced({ name: 'Cover, corrected', expiresOn: '2028-01-01' })).toBe(again);
    expect(await marina.rowsOf('account_documents')).toHaveLength(1);
    await marina.send(again);
    expect(await marina.shown()).toMatchObject({ accountDocumentName: 'Cover, corrected', expiresOn: '2028-01-01' });
  });

  test.each([{ name: 'Policy B' }, { notes: 'From my broker' }, { expiresOn: '2026-12-31' }])(
    '[DOC-7] a file never gets the texts that somebody else announces for its place meanwhile: %j',
    async (others) => {
      const mine = { name: 'Policy A', notes: '', expiresOn: '2028-01-31' };
      const first = await marina.announced(mine);
      const second = await marina.announced({ ...mine, ...others });
      expect(await codeOf(marina.send(first))).toBe('NOT_FOUND');
      expect(await marina.shown()).toMatchObject({ hasAccountDocument: false });
      // Announced once more, as the portal does.
      const again = await marina.announced(mine);
      expect((await marina.send(again, sampleFiles.png)).status).toBe(200);
      expect(await marina.shown()).toMatchObject({
        accountDocumentId: again,
        accountDocumentName: 'Policy A',
        expiresOn: '2028-01-31',
      });
      expect(await codeOf(marina.send(second))).toBe('NOT_FOUND');
      expect(await marina.rowsOf('account_documents')).toHaveLength(1);
      expect([await marina.stored(), await marina.rowsOf('file_uploads')]).toEqual([expect.any(Number), []]);
    },
  );

  test('[DOC-7] announcements of all kinds at once leave one document that waits, and its file is taken', async () => {
    const names = ['A', 'B', 'A', 'C', 'B', 'A'];
    await Promise.all(names.map((name) => marina.announced({ name })));
    expect(await marina.rowsOf('account_documents')).toHaveLength(1);
    expect((await marina.send(await marina.announced({ name: 'A' }))).status).toBe(200);
    expect(await marina.shown()).toMatchObject({ accountDocumentName: 'A' });
  });

  test.each([
    ['Insurance 2026/27', 'Insurance 2026-27.pdf'],
    ['Cover\\Avocet.pdf', 'Cover-Avocet.pdf'],
  ])('the name of a document is no path: the file of %j is %j', async (name, expected) => {
    await marina.send(await marina.announced({ name }));
    const files = marina.tenant.db.selectFrom('files').select('name').where('tenant_id', '=', marina.tenant.id);
    expect(await files.execute()).toEqual([{ name: expected }]);
    expect(await marina.shown()).toMatchObject({ accountDocumentName: name });
  });

  test('a repeat of the second is answered like the first, and another file is refused', async () => {
    const id = await marina.announced();
    const [one, two] = await Promise.all([marina.send(id), marina.send(id)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await marina.send(id)).body).toEqual(one.body);
    expect(two.body).toEqual(one.body);
    const before = await marina.stored();
    expect(await codeOf(marina.send(id, sampleFiles.png))).toBe('DOCUMENT_COMPLETE');
    expect([await marina.rowsOf('files'), await marina.rowsOf('file_uploads')].map((rows) => rows.length)).toEqual([
      1, 0,
    ]);
    expect(await marina.stored()).toBe(before);
  });

  test('[SAFE-125] whose session ends while its file arrives gets no file, and still waits', async () => {
    const id = await marina.announced();
    meanwhile = async () => {
      await marina.tenant.db.deleteFrom('sessions').where('tenant_id', '=', marina.tenant.id).execute();
    };
    expect(await codeOf(marina.send(id))).toBe('NOT_SIGNED_IN');
    for (const table of ['files', 'file_uploads'] as const) expect(await marina.rowsOf(table)).toEqual([]);
    const document = marina.tenant.db.selectFrom('account_documents').select('ready_at').where('id', '=', id);
    expect(await document.where('tenant_id', '=', marina.tenant.id).execute()).toEqual([{ ready_at: null }]);
  });

  test('a download is counted once a minute, and not for a document without a file', async () => {
    const id = await marina.announced();
    const count = (of = id) =>
      marina.robin.client
        .call(countDownload, { params: { guid: marina.robin.account.guid, id: of } })
        .then(({ status }) => status);
    expect(await count()).toBe(404);
    await marina.send(id);
    for (const now of ['09:00:00', '09:00:59', '09:01:00']) {
      app.clock.set(`2026-05-16T${now}Z`);
      expect(await count()).toBe(200);
    }
    const row = marina.tenant.db.selectFrom('account_documents').select(['downloads', 'downloaded_at']);
    expect(await row.where('tenant_id', '=', marina.tenant.id).executeTakeFirst()).toEqual({
      downloads: 2,
      downloaded_at: new Date('2026-05-16T09:01:00Z'),
    });
    expect(await count(id + 99)).toBe(404);
  });
});

test('[DOC-4] an unfinished upload is deleted after a day, and no sooner', async () => {
  const sweep = async () => sweepUploads(await jobContextOf(app, marina.tenant.id), app.files);
  const [kept] = [await marina.send(await marina.announced())];
  expect(kept?.status).toBe(200);
  const waiting = await marina.announced();
  // A killed process leaves this: a file that is noted and stored, and that no row names.
  const { name } = await app.files.put(marina.tenant.id, buffered(sampleFiles.pdf), 1_000);
  await marina.tenant.db
    .insertInto('file_uploads')
    .values({ tenant_id: marina.tenant.id, storage_name: name, begun_at: app.clock.now() })
    .execute();
  const before = await marina.stored();
  app.clock.set('2026-05-17T08:59:59Z');
  await sweep();
  expect([await marina.stored(), (await marina.rowsOf('account_documents')).length]).toEqual([before, 2]);
  app.clock.set('2026-05-17T09:00:01Z');
  await sweep();
  expect([await marina.stored(), (await marina.rowsOf('account_documents')).length]).toEqual([before - 1, 1]);
  expect(await marina.rowsOf('file_uploads')).toEqual([]);
  expect(await app.files.exists(marina.tenant.id, name)).toBe(false);
  expect((await marina.send(waiting)).status).toBe(404);
  expect(await marina.shown()).toMatchObject({ hasAccountDocument: true });
});

async function* buffered(content: Buffer) {
  yield content;
}
