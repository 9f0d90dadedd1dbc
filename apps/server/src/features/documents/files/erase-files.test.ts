import { allDocumentTypes, listDocuments } from '@quayside/contract/documents/documents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { committedEvents } from '../../../testing/events.ts';
import { makeTenant, signedInCustomer, type TestTenant } from '../../../testing/factories/factories.ts';
import { type Owner, signedInOwner } from '../../../testing/factories/orders.ts';
import { type DocumentInput, makeDocument, makeDocumentType } from '../../../testing/factories/papers.ts';
import { jobContextOf } from '../../../testing/jobs.ts';
import { sampleFiles } from '../../../testing/sample-files.ts';
import { sweepUploads } from './sweep-uploads.service.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

async function sweepAt(instant: string): Promise<void> {
  app.clock.set(instant);
  await sweepUploads(await jobContextOf(app, tenant.id), app.files);
}

/** Makes a document whose file is in the storage. @returns its id, and if its file is there */
async function documentWithFile(owner: Owner, type: number, overrides: DocumentInput) {
  const { id, fileGuid } = await makeDocument(tenant.db, owner, type, overrides);
  const file = await tenant.db
    .selectFrom('files')
    .select('storage_name')
    .where('guid', '=', fileGuid)
    .executeTakeFirstOrThrow();
  const name = file.storage_name ?? '';
  await app.files.put(tenant.id, content(), 10_000, name);
  const isKept = async () => {
    const row = await tenant.db
      .selectFrom('account_documents')
      .select(['file_id', 'erased_sha256'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.erased_sha256 === null).toBe(row.file_id !== null);
    expect(await app.files.exists(tenant.id, name)).toBe(row.file_id !== null);
    return row.file_id !== null;
  };
  return { id, isKept };
}

async function* content() {
  yield sampleFiles.pdf;
}

test('[DOC-4] [HOOK-1] a file is kept to the end of its last day at the site; its document stays', async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const { customer, owner } = await signedInOwner(app, tenant);
  const passing = await makeDocumentType(tenant.db, tenant.id, { keepMonths: 2 });
  const lasting = await makeDocumentType(tenant.db, tenant.id);
  const superseded = { expiresOn: '2026-12-31', supersededAt: new Date('2026-05-16T22:59:59Z') };
  const [old, current, forEver] = [
    await documentWithFile(owner, passing, superseded),
    await documentWithFile(owner, passing, { expiresOn: '2026-12-31', version: 2, name: 'Survey' }),
    await documentWithFile(owner, lasting, { expiresOn: '2026-01-31' }),
  ];
  const kept = async () => [await old.isKept(), await current.isKept(), await forEver.isKept()];

  // In summer, midnight is an hour earlier.
  await sweepAt('2026-07-16T22:59:59Z');
  expect(await kept()).toEqual([true, true, true]);
  await sweepAt('2026-07-16T23:00:00Z');
  expect(await kept()).toEqual([false, true, true]);
  expect((await auditOf(tenant)).at(-1)).toMatchObject({
    event: 'document.erased',
    actor: { kind: 'operator', name: 'server' },
    accountId: owner.accountId,
    subject: { type: 'document', id: String(old.id) },
    details: { documentTypeId: passing, version: 1, keepMonths: 2 },
  });
  expect(await committedEvents(tenant)).toMatchObject([
    { type: 'document.changed', object: { number: old.id, contentType: '', isCurrent: false } },
  ]);
  await sweepAt('2027-02-28T23:59:59Z');
  expect(await kept()).toEqual([false, true, true]);
  await sweepAt('2027-03-01T00:00:00Z');
  expect(await kept()).toEqual([false, false, true]);
  expect(await tenant.db.selectFrom('file_uploads').select('storage_name').execute()).toEqual([]);

  const { client, account } = await signedInCustomer(app, tenant, customer.account);
  const { body } = await client.call(listDocuments, { params: { guid: account.guid }, query: {} });
  expect(allDocumentTypes(body).find(({ id }) => id === passing)).toMatchObject({
    accountDocumentName: 'Survey',
    hasExpired: true,
    fileReferenceGuid: null,
  });
});
