import { saveAccount } from '@quayside/contract/account/account.ts';
import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { saveConsentGroups } from '@quayside/contract/account/consent.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { eventKinds } from '@quayside/contract/integration/events/events.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { DocumentMarina } from '../../testing/document-marina.ts';
import { committedEvents } from '../../testing/events.ts';
import { makeReadableAgreement, signatureImage } from '../../testing/factories/agreements.ts';
import { makeConsentGroup } from '../../testing/factories/consents.ts';
import {
  makeAccount,
  makeRenewalCodeOf,
  makeTenant,
  samplePassword,
  signedInCustomer,
} from '../../testing/factories/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Makes a marina with a customer who is signed in, and has a reference of the marina's. */
async function customer() {
  const marina = await makeTenant(app);
  const jo = await signedInCustomer(app, marina, await makeAccount(marina, { reference: 'C-7', title: 'Mr' }));
  return { marina, jo, params: { guid: jo.account.guid } };
}

/** Returns the events of a marina, each with an object of its schema. */
async function eventsOf(marina: Parameters<typeof committedEvents>[0]) {
  const events = await committedEvents(marina);
  for (const { type, object } of events) expect(eventKinds[type].object.parse(object)).toEqual(object);
  return events;
}

test('[HOOK-1] a customer who changes their details, and the same again is no event', async () => {
  const { marina, jo } = await customer();
  const details = { mobile: '+447700900123', address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA' };
  const account = { ...details, countryCode: 'GB' };
  for (let time = 0; time < 2; time += 1)
    expect((await jo.client.call(saveAccount, { body: { account } })).status).toBe(200);
  expect(await eventsOf(marina)).toMatchObject([
    { type: 'account.changed', reference: 'C-7', object: { number: jo.account.id, town: 'Saltmarsh' } },
  ]);
});

test('[HOOK-1] a customer who writes to the office', async () => {
  const { marina, jo, params } = await customer();
  await jo.client.call(contactUs, { params, body: { message: 'Subject: Berths\nIs there one left?' } });
  const object = { account: 'C-7', subject: 'Berths', message: 'Is there one left?', language: 'en-GB' };
  expect(await eventsOf(marina)).toMatchObject([{ type: 'message.received', reference: null, object }]);
});

test('[HOOK-1] a customer who gives a consent and withdraws it', async () => {
  const { marina, jo } = await customer();
  const news = await makeConsentGroup(marina);
  for (const granted of [true, true, false])
    await jo.client.call(saveConsentGroups, {
      body: { guid: jo.account.guid, consentGroups: [{ id: news, bool: granted }] },
    });
  expect(
    (await eventsOf(marina)).map(({ type, object }) => [type, object.account, object.group, object.granted]),
  ).toEqual([
    ['consent.changed', 'C-7', String(news), true],
    ['consent.changed', 'C-7', String(news), false],
  ]);
});

test('[HOOK-1] a customer who registers with a code', async () => {
  const marina = await makeTenant(app);
  const account = await makeAccount(marina, { reference: 'C-8' });
  const renewalToken = await makeRenewalCodeOf(marina, account, app.clock.now());
  const body = { account: { guid: account.guid, renewalToken, email: 'Jo@example.com' }, password: samplePassword };
  expect((await app.client(marina.key).call(registerAccount, { body })).status).toBe(200);
  expect(await eventsOf(marina)).toMatchObject([
    { type: 'login.created', reference: 'C-8', object: { account: 'C-8', email: 'jo@example.com' } },
  ]);
});

test('[HOOK-1] a customer who reads an agreement for the first time, and signs it, once', async () => {
  const { marina, jo } = await customer();
  const owner = { tenantId: marina.id, accountId: jo.account.id, siteId: jo.account.siteId };
  const { guid } = await makeReadableAgreement(marina.db, owner, { startDate: '2026-06-01', endDate: '2027-05-31' });
  for (let time = 0; time < 2; time += 1) await jo.client.call(getUnsignedAgreement, { params: { guid } });
  const signature = { signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com' };
  for (let time = 0; time < 2; time += 1)
    await jo.client.call(signAgreement, { body: { guid, ...signature } }, { 'idempotency-key': 'once' });
  expect(await eventsOf(marina)).toMatchObject([
    {
      type: 'agreement.changed',
      object: { account: 'C-7', status: 'waiting', viewedAt: app.clock.now().toISOString() },
    },
    { type: 'agreement.signed', object: { account: 'C-7', signerName: 'Robin Test', endsOn: '2027-05-31' } },
  ]);
});

test('[HOOK-1] a customer who hands in a document: when its file is there', async () => {
  const marina = await DocumentMarina.open(app);
  const id = await marina.announced();
  expect(await eventsOf(marina.tenant)).toEqual([]);
  expect((await marina.send(id)).status).toBe(200);
  expect(await eventsOf(marina.tenant)).toMatchObject([
    { type: 'document.uploaded', object: { number: id, version: 1, contentType: 'application/pdf' } },
  ]);
});

test('[HOOK-1] a document whose place a later one takes', async () => {
  const marina = await DocumentMarina.open(app);
  const handIn = async () => {
    const id = await marina.announced();
    expect((await marina.send(id)).status).toBe(200);
    return id;
  };
  const first = await handIn();
  const second = await handIn();
  expect(await eventsOf(marina.tenant)).toMatchObject([
    { type: 'document.uploaded', object: { number: first, isCurrent: true } },
    { type: 'document.uploaded', object: { number: second, isCurrent: true } },
    { type: 'document.changed', object: { number: first, isCurrent: false, version: 1 } },
  ]);
});
