import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putDocumentType } from '@quayside/contract/integration/document-types.ts';
import { putOfficeDocument } from '@quayside/contract/integration/documents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programOf } from '../../testing/factories/integration.ts';
import { sampleFiles } from '../../testing/sample-files.ts';
import { revokeKey } from './integration-keys.service.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
  const program = await programOf(app, marina);
  const named = (reference: string) => ({ params: { reference } });
  await program.call(putAccount, { ...named('C-1'), body: { site: 1, firstName: 'Jo', lastName: 'Sailor' } });
  const name = { 'en-GB': 'Survey', 'fr-FR': 'Survey' };
  const type = { position: 1, name, level: 'Account', expiryRequired: false, prompt: true } as const;
  await program.call(putDocumentType, { ...named('survey'), body: type });
  const paper = { account: 'C-1', type: 'survey', name: 'Survey 2026', createdOn: '2026-05-01' };
  await program.call(putOfficeDocument, { ...named('D-1'), body: paper });
});
afterAll(() => app.close());

/** Sends a body with a new key that ends before the last part of the body comes. @returns the answer */
async function sendMeanwhile(path: string, method: string, type: string, [first, last]: [Uint8Array, Uint8Array]) {
  const { db, id } = marina;
  const key = await makeIntegrationKey(app, marina);
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(first);
      const isKnown = async () => (await lastUseOf(key.id)) !== null;
      await expect.poll(isKnown, { timeout: 10_000 }).toBe(true);
      await revokeKey({ db, tenant: { id }, clock: app.clock }, key.id, { kind: 'operator', name: 'harbour' });
      controller.enqueue(last);
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${key.text}`, 'content-type': type };
  const init = { method, headers, body, duplex: 'half' } as const;
  const answer = await fetch(`${app.url}/harbour/api/integration/v1/${path}`, init);
  const { responseStatus } = (await answer.json()) as { responseStatus?: { errorCode: string } };
  return [answer.status, responseStatus?.errorCode];
}

async function lastUseOf(id: number): Promise<Date | null> {
  const key = marina.db.selectFrom('integration_keys').select('last_used_at').where('id', '=', id);
  return (await key.executeTakeFirstOrThrow()).last_used_at;
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('[SAFE-123] an import whose key is revoked while it arrives is refused, and nothing of it is kept', async () => {
  const file = [bytes('reference,site,first_name,last_name\n'), bytes('C-2,1,Mal,Lory\n')] as [Uint8Array, Uint8Array];
  expect(await sendMeanwhile('imports?kind=accounts', 'POST', 'text/csv', file)).toEqual([401, 'API_KEY_INVALID']);
  expect(await marina.db.selectFrom('imports').select('id').execute()).toEqual([]);
  expect(await marina.db.selectFrom('file_uploads').select('storage_name').execute()).toEqual([]);
});

test('[SAFE-123] a file whose key is revoked while it arrives is refused, and nothing of it is kept', async () => {
  const { pdf } = sampleFiles;
  const file = [pdf.subarray(0, 20), pdf.subarray(20)] as [Uint8Array, Uint8Array];
  const answer = await sendMeanwhile('office-documents/D-1/file', 'PUT', 'application/pdf', file);
  expect(answer).toEqual([401, 'API_KEY_INVALID']);
  expect(await marina.db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(await marina.db.selectFrom('file_uploads').select('storage_name').execute()).toEqual([]);
});
