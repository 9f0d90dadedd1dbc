import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import type { Call } from '@quayside/contract/shared/call.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { saveConsentGroups } from '@quayside/contract/account/consent.ts';
import { getAgreementResource } from '@quayside/contract/integration/agreements.ts';
import { getConsent, putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { acceptDocument, getDocumentResource, rejectDocument } from '@quayside/contract/integration/documents.ts';
import { type EventType, listEvents } from '@quayside/contract/integration/events/events.ts';
import { getMessageResource } from '@quayside/contract/integration/messages.ts';
import { getSite, patchSite } from '@quayside/contract/integration/sites.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { DocumentMarina } from '../../testing/document-marina.ts';
import { makeReadableAgreement, signatureImage } from '../../testing/factories/agreements.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: DocumentMarina;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await DocumentMarina.open(app);
  await marina.tenant.db.updateTable('accounts').set({ reference: 'C-1' }).execute();
  program = await programOf(app, marina.tenant);
});

const events = async (types: EventType[]) =>
  (await program.call(listEvents, { query: { types: types.join(',') } })).body.items;

/** Expects the last event of these types to have the object and the version that the object's own call answers now. */
async function expectAsRead(types: EventType[], call: Call, params: object): Promise<void> {
  const { body, headers } = await program.call(call, { params } as never);
  const event = (await events(types)).at(-1);
  expect([event?.object, `"${event?.version}"`]).toEqual([body, headers.get('etag')]);
}

test('[HOOK-1] the events of a document have the object and the ETag of its own call', async () => {
  const types: EventType[] = ['document.uploaded', 'document.accepted', 'document.rejected'];
  const number = await marina.announced({ name: 'Cover 2026', notes: 'From Pantaenius' });
  await marina.send(number);
  await expectAsRead(types, getDocumentResource, { number });
  await program.call(acceptDocument, { params: { number }, body: {} });
  await expectAsRead(types, getDocumentResource, { number });
  await program.call(rejectDocument, { params: { number }, body: { reason: 'It has expired.' } });
  await expectAsRead(types, getDocumentResource, { number });
  expect((await events(types)).map(({ type }) => type)).toEqual(types);
});

test('[HOOK-1] the event of a message has the object and the ETag of its own call', async () => {
  const { client, account } = marina.robin;
  const params = { guid: account.guid };
  await client.call(contactUs, { params, body: { message: 'Subject: Berths\nIs there one left?' } });
  const [event] = await events(['message.received']);
  await expectAsRead(['message.received'], getMessageResource, { number: event?.object.number });
});

test('[HOOK-1] the event of a site has the object and the ETag of its own call', async () => {
  await program.call(patchSite, { params: { number: 1 }, body: { name: 'Far north' } });
  await expectAsRead(['site.changed'], getSite, { number: 1 });
});

test('[HOOK-1] the event of a signed agreement has the object and the ETag of its own call', async () => {
  const { client } = marina.robin;
  const { guid } = await makeReadableAgreement(marina.tenant.db, marina.owner);
  await marina.tenant.db.updateTable('agreements').set({ reference: 'A-1' }).where('guid', '=', guid).execute();
  const signature = { signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com' };
  await client.call(signAgreement, { body: { guid, ...signature } });
  await expectAsRead(['agreement.signed'], getAgreementResource, { reference: 'A-1' });
  const [event] = await events(['agreement.signed']);
  expect(event?.object).toMatchObject({ status: 'signed', signerName: 'Robin Test', account: 'C-1' });
});

test('[HOOK-1] a consent by a customer or a program is an event with its own call’s object and ETag', async () => {
  const description = { 'en-GB': 'News', 'fr-FR': 'Nouvelles' };
  const group = { params: { reference: 'news' }, body: { position: 1, description } };
  const made = await program.call(putConsentGroup, group);
  const params = { reference: 'news', account: 'C-1' };
  const consentGroups = [{ id: made.body.number, bool: true }];
  await marina.robin.client.call(saveConsentGroups, { body: { guid: marina.robin.account.guid, consentGroups } });
  await expectAsRead(['consent.changed'], getConsent, params);
  app.clock.advance({ days: 2 });
  const givenAt = app.clock.now().toISOString().slice(0, 10);
  await program.call(putConsent, { params, body: { granted: false, givenAt } });
  await expectAsRead(['consent.changed'], getConsent, params);
  // The same choice again, and one that an older time makes void, change nothing.
  await program.call(putConsent, { params, body: { granted: false, givenAt } });
  await program.call(putConsent, { params, body: { granted: true, givenAt: '2020-01-01' } });
  const consents = (await events(['consent.changed'])).map(({ object }) => [object.granted, object.source]);
  expect(consents).toEqual([
    [true, 'portal'],
    [false, 'office'],
  ]);
});
