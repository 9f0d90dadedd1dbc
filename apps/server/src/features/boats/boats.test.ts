import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { allDocumentTypes, createDocument, listDocuments } from '@quayside/contract/documents/documents.ts';
import { patchBoat, putBoat } from '@quayside/contract/integration/boats.ts';
import { getStayResource, putStay } from '@quayside/contract/integration/stays.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, signedInCustomer } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { makeDocumentType } from '../../testing/factories/papers.ts';
import { codeOf } from '../../testing/http-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[RUN-165] a boat that is here no more leaves the portal, keeps its stays, and can come back', async () => {
  const marina = await makeTenant(app);
  const program = await programOf(app, marina);
  const { client, account } = await signedInCustomer(app, marina, await makeAccount(marina, { reference: 'C-1' }));
  const { guid } = account;
  const documentTypeId = await makeDocumentType(marina.db, marina.id, { level: 'Boat', isExpiryRequired: false });
  const ofBoat = { params: { reference: 'B-1' } };
  const boat = { name: 'Tern', type: 'Yacht', length: 9, beam: 3, draft: 1, relationship: 'Owner', account: 'C-1' };
  const stay = { account: 'C-1', boatReference: 'B-1', arrivesOn: '2026-05-01', place: 'A 1', type: 'Visitor' };
  expect((await program.call(putBoat, { ...ofBoat, body: boat })).body.retired).toBe(false);
  await program.call(putStay, { params: { reference: 'S-1' }, body: stay });
  const shown = async () => ({
    boats: (await client.call(getSummary, { params: { guid } })).body.boats.map(({ name }) => name),
    asked: allDocumentTypes((await client.call(listDocuments, { params: { guid } })).body).length,
  });
  expect(await shown()).toEqual({ boats: ['Tern'], asked: 1 });

  const retired = await program.call(patchBoat, { ...ofBoat, body: { retired: true } });
  expect(retired.body).toMatchObject({ retired: true, account: 'C-1' });
  expect(await shown()).toEqual({ boats: [], asked: 0 });
  const accountDocument = { boatId: 1, documentTypeId, name: 'Cover' };
  const announced = { params: { guid }, body: { accountDocument, supersedePreviousVersions: true as const } };
  expect(codeOf(await client.call(createDocument, announced))).toBe('404 NOT_FOUND');
  // A program that does not know the field brings no boat back.
  expect((await program.call(putBoat, { ...ofBoat, body: boat })).body.retired).toBe(true);
  expect((await program.call(getStayResource, { params: { reference: 'S-1' } })).body.boatReference).toBe('B-1');

  expect((await program.call(patchBoat, { ...ofBoat, body: { retired: false } })).body.retired).toBe(false);
  expect(await shown()).toEqual({ boats: ['Tern'], asked: 1 });
});
