import {
  acceptDocument,
  getDocumentFile,
  getDocumentResource,
  rejectDocument,
} from '@quayside/contract/integration/documents.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { DocumentMarina } from '../../testing/document-marina.ts';
import { committedEvents } from '../../testing/events.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { makeBoat } from '../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType } from '../../testing/factories/papers.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { sampleFiles } from '../../testing/sample-files.ts';

let app: TestApp;
let marina: DocumentMarina;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await DocumentMarina.open(app);
  program = await programOf(app, marina.tenant);
});

async function handIn(): Promise<number> {
  const id = await marina.announced({ name: 'Cover 2026', notes: 'From Pantaenius' });
  expect((await marina.send(id)).status).toBe(200);
  return id;
}

const because = { reason: 'The policy does not name your boat.' };
const reject = (number: number, body = because, headers = {}) =>
  program.call(rejectDocument, { params: { number }, body }, headers);
const mails = () => marina.tenant.db.selectFrom('mails').select('kind').where('kind', '=', 'document-review').execute();

test('[API-8] [RUN-12] a program reads a document and its file, and accepts it', async () => {
  const number = await handIn();
  const { body: document } = await program.call(getDocumentResource, { params: { number } });
  expect(document).toMatchObject({
    number,
    name: 'Cover 2026',
    notes: 'From Pantaenius',
    isCurrent: true,
    review: 'waiting',
    reviewedAt: null,
    contentType: 'application/pdf',
    size: sampleFiles.pdf.length,
  });
  const file = await program.call(getDocumentFile, { params: { number } });
  expect([file.status, file.headers.get('content-type'), file.bytes.equals(sampleFiles.pdf)]).toEqual([
    200,
    'application/pdf',
    true,
  ]);
  const accepted = await program.call(acceptDocument, { params: { number }, body: {} });
  expect(accepted.body).toMatchObject({ number, review: 'accepted', reason: '', isCurrent: true });
  expect(await marina.shown()).toMatchObject({ accountDocumentId: number, review: { isAccepted: true } });
  expect((await auditOf(marina.tenant)).at(-1)).toMatchObject({
    event: 'document.accept',
    actor: { kind: 'integration', name: 'Back office' },
  });
  expect((await committedEvents(marina.tenant)).at(-1)).toMatchObject({
    type: 'document.accepted',
    object: accepted.body,
  });
});

test('[API-10] a document of a boat without a reference names the boat', async () => {
  const { tenant, owner } = marina;
  const typeId = await makeDocumentType(tenant.db, tenant.id, { level: 'Boat' });
  const boatId = await makeBoat(tenant.db, owner, 'Kittiwake');
  const { id: number } = await makeDocument(tenant.db, owner, typeId, { boatId });
  const { body } = await program.call(getDocumentResource, { params: { number } });
  expect(body).toMatchObject({ boat: null, boatName: 'Kittiwake' });
  const { body: decided } = await program.call(acceptDocument, { params: { number }, body: {} });
  const event = { type: 'document.accepted', object: { number, boatName: 'Kittiwake' } };
  expect([decided.boatName, (await committedEvents(tenant)).at(-1)]).toMatchObject(['Kittiwake', event]);
  const { body: ofAccount } = await program.call(getDocumentResource, { params: { number: await handIn() } });
  expect(ofAccount).toMatchObject({ boat: null, boatName: null });
});

test('[API-8] [RUN-12] one idempotency key makes one rejection with a reason, and one mail', async () => {
  const number = await handIn();
  const once = { 'idempotency-key': 'first' };
  const answers = await Promise.all([1, 2, 3].map(() => reject(number, because, once)));
  for (const { status, body } of answers)
    expect([status, body.review, body.reason, body.isCurrent]).toEqual([200, 'rejected', because.reason, false]);
  expect(codeOf(await reject(number, { reason: 'Another one' }, once))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
  expect((await reject(number)).status).toBe(200);
  expect(await mails()).toHaveLength(1);
  expect((await committedEvents(marina.tenant)).map(({ type }) => type)).toEqual([
    'document.uploaded',
    'document.rejected',
  ]);
  expect(await marina.shown()).toMatchObject({ accountDocumentId: 0, review: { reason: because.reason } });
});

test('[RUN-12] a decision needs a reason, and a complete current document of this marina', async () => {
  const old = await handIn();
  const number = await handIn();
  expect(codeOf(await reject(old))).toBe('409 DOCUMENT_REPLACED');
  for (const reason of ['', '  ', 'x'.repeat(1_001)])
    expect(codeOf(await reject(number, { reason }))).toBe('400 INVALID_REQUEST');
  expect(codeOf(await reject(await marina.announced()))).toBe('404 NOT_FOUND');
  const strange = await programOf(app, await makeTenant(app));
  for (const call of [getDocumentResource, getDocumentFile])
    expect((await strange.call(call, { params: { number } })).status).toBe(404);
  expect(codeOf(await strange.call(rejectDocument, { params: { number }, body: because }))).toBe('404 NOT_FOUND');
  // A paper at the office has no file.
  await marina.tenant.db.updateTable('account_documents').set({ file_id: null }).where('id', '=', number).execute();
  expect(codeOf(await reject(number))).toBe('409 DOCUMENT_WITHOUT_FILE');
  expect(await mails()).toEqual([]);
});
