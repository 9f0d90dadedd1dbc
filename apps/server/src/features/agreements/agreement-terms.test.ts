import { createHash } from 'node:crypto';
import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSignedAgreement } from '@quayside/contract/agreements/agreements.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeReadableAgreement, makeStoredFile, signatureImage } from '../../testing/factories/agreements.ts';
import { makeTenant, type SignedIn, type TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, type Owner, signedInOwner } from '../../testing/factories/orders.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { attachmentsOf, readPdf } from '../../testing/pdf.ts';
import { sampleFiles } from '../../testing/sample-files.ts';

/** Tests agreements whose text is a PDF: it is read before the signature, and kept with it. */

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;
let reader: HttpClient;

const content = sampleFiles.pdf;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { hosts: ['terms.localhost'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ customer: robin, owner } = await signedInOwner(app, tenant));
  reader = app.client(tenant.key);
});

async function makeTerms(): Promise<{ id: number; guid: string }> {
  const agreement = await makeAgreement(tenant.db, owner, { type: 'Mooring terms' });
  await makeStoredFile(tenant.db, app.files, owner, { content, agreementId: agreement.id, kind: 'reading' });
  return agreement;
}
const read = async (guid: string) => (await reader.call(getUnsignedAgreement, { params: { guid } })).body.agreement;
const download = (client: HttpClient, agreementGuid: string) =>
  client.call(downloadAgreement, { params: { agreementGuid }, query: {} });
async function sign(guid: string) {
  const { documentHash } = await read(guid);
  const signer = { fullName: 'Robin Test', email: 'robin.test@example.com', method: 'drawn' } as const;
  return reader.call(signAgreement, { body: { guid, documentHash, signature: signatureImage(), ...signer } });
}

test('[AGR-4] [AGR-8] a PDF to read is open to the holder of the link, by both guids', async () => {
  const { guid, id } = await makeTerms();
  const { payLinkGuid } = await tenant.db
    .selectFrom('agreements')
    .select('pay_link_guid as payLinkGuid')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const name of [guid, payLinkGuid]) {
    expect(await read(name)).toMatchObject({
      declarationText: null,
      fileReferences: [{ name: 'Scan.pdf', property: 'PDF - Agreement Document', size: content.length }],
    });
    const { status, bytes } = await download(reader, name);
    expect([status, bytes.equals(content)]).toEqual([200, true]);
  }
});

test('[AGR-10] the paper of a text, with its customer’s name, stays closed to the holder of the link', async () => {
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  expect((await download(reader, guid)).status).toBe(404);
});

test('[AGR-2] [AGR-10] the sealed paper has the PDF that was signed, byte by byte, and the page lists it', async () => {
  const { guid } = await makeTerms();
  expect((await sign(guid)).status).toBe(200);
  // The browser that signed may fetch the paper, and no other one without a session.
  expect((await download(app.client(tenant.key), guid)).status).toBe(404);
  const { bytes } = await download(robin.client, guid);
  const { text } = await readPdf(bytes);
  const hash = createHash('sha256').update(content).digest('hex');
  expect(text).toContain('Terms that were read and signed, attached to this PDF Scan.pdf');
  expect(text.replaceAll(' ', '')).toContain(hash);
  expect(await attachmentsOf(bytes)).toEqual([{ name: 'Scan.pdf', content }]);
  // It is not compressed, because the server would stand still meanwhile.
  expect(bytes.includes(content)).toBe(true);
  const { agreement } = (await robin.client.call(getSignedAgreement, { params: { guid } })).body;
  expect(agreement.documentHash).toBe(hash);
  expect(agreement.fileReferences.map(({ name, property }) => [name, property])).toEqual(
    expect.arrayContaining([['Scan.pdf', 'PDF - Signed Terms']]),
  );
});

test('[AGR-10] a paper is not sealed without the PDF that was signed', async () => {
  const { guid } = await makeTerms();
  const { storageName } = await tenant.db
    .selectFrom('files')
    .select('storage_name as storageName')
    .where('tenant_id', '=', tenant.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await app.files.delete(tenant.id, storageName ?? '');
  expect((await sign(guid)).status).toBe(200);
  expect((await download(robin.client, guid)).status).toBe(500);
  expect((await read(guid)).isSigned).toBe(true);
});
