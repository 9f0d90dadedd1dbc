import { putAccount } from '@quayside/contract/integration/accounts.ts';
import {
  getAgreementResource,
  listAgreementResources,
  listAgreementTypes,
  patchAgreement,
  putAgreement,
  sendAgreement,
} from '@quayside/contract/integration/agreements.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { getConsent, listConsents, putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { patchDocumentType, putDocumentType } from '@quayside/contract/integration/document-types.ts';
import {
  getOfficeDocument,
  listDocumentResources,
  putOfficeDocument,
} from '@quayside/contract/integration/documents.ts';
import { getEstimateResource, patchEstimate, putEstimate } from '@quayside/contract/integration/estimates.ts';
import { getInvoiceFile, getInvoiceResource, listInvoices } from '@quayside/contract/integration/invoices.ts';
import { answerMessage, listMessages } from '@quayside/contract/integration/messages.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { getPaymentReceipt, listAllocations } from '@quayside/contract/integration/payments/payment-resources.ts';
import { getRegistrationState, makeRegistrationCode } from '@quayside/contract/integration/registration-codes.ts';
import {
  deleteStay,
  getStayResource,
  listStayResources,
  patchStay,
  putStay,
} from '@quayside/contract/integration/stays.ts';
import {
  deleteWaitingListEntry,
  getWaitingListEntry,
  listWaitingListEntries,
  patchWaitingList,
  putWaitingList,
  putWaitingListEntry,
} from '@quayside/contract/integration/waiting-lists.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, samplePassword, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { makeMessage } from '../../testing/factories/messages.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app, { hosts: [`${crypto.randomUUID()}.example.com`] });
  program = await programOf(app, marina);
  const body = { site: 1, firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' };
  for (const reference of ['C-1', 'C-2']) await program.call(putAccount, { params: { reference }, body });
});

const named = (reference: string) => ({ params: { reference } });
const problemsOf = (answer: { body: unknown }) =>
  (answer.body as { responseStatus?: { errors: { fieldName: string; message: string }[] } }).responseStatus?.errors.map(
    ({ fieldName, message }) => `${fieldName} ${message}`,
  );
const texts = (text: string) => ({ 'en-GB': text, 'fr-FR': text });

const stay = { account: 'C-1', boat: 'Tern', arrivesOn: '2026-06-01', place: 'A 14', type: 'Visitor' };

test('[API-1] a stay is made, changed, listed and removed by its reference', async () => {
  const made = await program.call(putStay, { ...named('S-1'), body: stay });
  expect([made.status, made.body]).toMatchObject([201, { reference: 'S-1', departsOn: null, boatReference: null }]);
  const same = await program.call(putStay, { ...named('S-1'), body: stay });
  expect([same.status, same.headers.get('etag')]).toEqual([200, made.headers.get('etag')]);
  const patched = await program.call(patchStay, { ...named('S-1'), body: { departsOn: '2026-06-09' } });
  expect(patched.body).toMatchObject({ boat: 'Tern', departsOn: '2026-06-09', place: 'A 14' });
  const wrong = await program.call(patchStay, { ...named('S-1'), body: { departsOn: '2026-05-09' } });
  expect([codeOf(wrong), problemsOf(wrong)]).toEqual(['400 INVALID_REQUEST', ['departsOn is before arrivesOn']]);
  const unknown = await program.call(putStay, { ...named('S-2'), body: { ...stay, account: 'C-9' } });
  expect([codeOf(unknown), problemsOf(unknown)]).toEqual(['409 ROW_REFUSED', ['account there is no account "C-9"']]);
  const old = await program.call(deleteStay, named('S-1'), { 'if-match': made.headers.get('etag') ?? '' });
  expect(codeOf(old)).toBe('412 VERSION_CHANGED');
  expect((await program.call(deleteStay, named('S-1'))).body).toEqual(patched.body);
  expect(codeOf(await program.call(getStayResource, named('S-1')))).toBe('404 NOT_FOUND');
  expect(codeOf(await program.call(deleteStay, named('S-1')))).toBe('404 NOT_FOUND');
});

test('[API-1] a stay that gets another boat by its reference has that boat’s name', async () => {
  const boat = { account: 'C-1', type: 'Yacht', length: 9, beam: 3, draft: 1, relationship: 'Owner' };
  for (const [reference, name] of [
    ['B-1', 'Tern'],
    ['B-2', 'Gull'],
  ] as const)
    await program.call(putBoat, { ...named(reference), body: { ...boat, name } });
  const { boat: _, ...rest } = stay;
  await program.call(putStay, { ...named('S-1'), body: { ...rest, boatReference: 'B-1' } });
  const change = async (body: object) => (await program.call(patchStay, { ...named('S-1'), body })).body;
  expect(await change({ boatReference: 'B-2' })).toMatchObject({ boat: 'Gull', boatReference: 'B-2' });
  expect(await change({ place: 'A 15' })).toMatchObject({ boat: 'Gull', boatReference: 'B-2', place: 'A 15' });
  expect(await change({ boatReference: 'B-1', boat: 'Old Tern' })).toMatchObject({ boat: 'Old Tern' });
  expect(await change({ boatReference: null })).toMatchObject({ boat: 'Old Tern', boatReference: null });
});

test('[API-1] the pages of a list come one after the other, and what changed comes by its time', async () => {
  for (const reference of ['S-1', 'S-2', 'S-3']) await program.call(putStay, { ...named(reference), body: stay });
  const first = await program.call(listStayResources, { query: { limit: 2 } });
  const second = await program.call(listStayResources, { query: { limit: 2, cursor: first.body.next ?? '' } });
  const seen = [...first.body.items, ...second.body.items].map(({ reference }) => reference);
  expect([seen, second.body.next]).toEqual([['S-1', 'S-2', 'S-3'], null]);
  const { body: changed } = await program.call(patchStay, { ...named('S-1'), body: { place: 'B 2' } });
  const later = await program.call(listStayResources, { query: { updatedSince: changed.updatedAt } });
  expect(later.body.items.map(({ reference }) => reference)).toEqual(['S-1']);
});

test('[API-1] an estimate has its lines, is priced by the server, and keeps them if a change has none', async () => {
  const line = { tariff: 'Berth', quantity: 2, unitPrice: 60, vatPercent: 20 };
  const body = { account: 'C-1', createdOn: '2026-05-01', expiresOn: '2026-06-30T12:00', lines: [line] };
  const made = await program.call(putEstimate, { ...named('E-1'), body });
  expect([made.status, made.body]).toMatchObject([
    201,
    { total: 120, currency: 'GBP', expiresOn: '2026-06-30T12:00', answer: null, lines: [{ total: 120, tax: 20 }] },
  ]);
  const days = await program.call(patchEstimate, { ...named('E-1'), body: { expiresOn: '2026-07-15' } });
  expect(days.body).toMatchObject({ total: 120, expiresOn: '2026-07-15', lines: [{ tariff: 'Berth' }] });
  const renamed = { ...line, tariff: 'Mooring' };
  const lines = await program.call(patchEstimate, { ...named('E-1'), body: { lines: [renamed, line] } });
  expect([lines.body.total, lines.body.lines.map(({ tariff }) => tariff)]).toEqual([240, ['Mooring', 'Berth']]);
  const wrong = await program.call(patchEstimate, {
    ...named('E-1'),
    body: { lines: [line, { ...line, vatPercent: -1 }] },
  });
  expect(problemsOf(wrong)).toEqual(['lines.1.vatPercent is below zero']);
  const stored = await program.call(getEstimateResource, named('E-1'));
  expect(stored.body.lines).toHaveLength(2);
});

test('[API-1] customers join and leave a waiting list one by one', async () => {
  await program.call(putWaitingList, { ...named('WL-1'), body: { title: 'Berths', type: 'Berth' } });
  await program.call(patchWaitingList, { ...named('WL-1'), body: { title: 'Moorings' } });
  for (const [index, account] of ['C-2', 'C-1'].entries()) {
    const body = { position: index + 1, addedOn: '2026-05-01' };
    const made = await program.call(putWaitingListEntry, { params: { list: 'WL-1', account }, body });
    expect([made.status, made.body]).toMatchObject([201, { title: 'Moorings', account, position: index + 1 }]);
  }
  const { body } = await program.call(listWaitingListEntries, named('WL-1'));
  expect(body.items.map(({ account, position }) => [account, position])).toEqual([
    ['C-2', 1],
    ['C-1', 2],
  ]);
  const params = { list: 'WL-1', account: 'C-2' };
  const kept = await program.call(putWaitingListEntry, { params, body: { addedOn: '2026-05-01' } });
  expect(kept.body.position).toBe(1);
  expect((await program.call(deleteWaitingListEntry, { params })).body.position).toBe(1);
  expect(codeOf(await program.call(getWaitingListEntry, { params }))).toBe('404 NOT_FOUND');
  expect(codeOf(await program.call(listWaitingListEntries, named('WL-9')))).toBe('404 NOT_FOUND');
});

test('[API-1] types of documents have texts by language, and the office’s papers refer to them', async () => {
  const type = { position: 1, name: texts('Survey'), level: 'Account', expiryRequired: false, prompt: true } as const;
  const english = { 'en-GB': 'Survey' };
  const missing = await program.call(putDocumentType, { ...named('survey'), body: { ...type, name: english } });
  expect(problemsOf(missing)).toEqual(['name.fr-FR is missing']);
  const made = await program.call(putDocumentType, { ...named('survey'), body: type });
  expect([made.status, made.body]).toMatchObject([201, { name: texts('Survey'), prompt: true, retired: false }]);
  const paper = { account: 'C-1', type: 'survey', name: 'Survey 2026', createdOn: '2026-05-01' };
  const stored = await program.call(putOfficeDocument, { ...named('D-1'), body: paper });
  expect([stored.status, stored.body]).toMatchObject([201, { reference: 'D-1', type: 'survey', isCurrent: true }]);
  const dated = { ...paper, expiresOn: '2027-05-31' };
  expect((await program.call(putOfficeDocument, { ...named('D-1'), body: dated })).body.expiresOn).toBe('2027-05-31');
  expect((await program.call(getOfficeDocument, named('D-1'))).body.name).toBe('Survey 2026');
  const list = await program.call(listDocumentResources, { query: { type: 'survey', account: 'C-1' } });
  expect(list.body.items.map(({ reference }) => reference)).toEqual(['D-1']);
  expect((await program.call(listDocumentResources, { query: { account: 'C-2' } })).body.items).toEqual([]);
  const retired = await program.call(patchDocumentType, { ...named('survey'), body: { retired: true } });
  expect(retired.body).toMatchObject({ retired: true, name: texts('Survey'), prompt: true });
});

test('[API-1] an agreement is kept, withdrawn, and counted by its type', async () => {
  const body = { account: 'C-1', type: 'Annual berth', createdOn: '2026-05-01', signatureRequired: true };
  const empty = await program.call(putAgreement, { ...named('A-1'), body });
  expect([codeOf(empty), problemsOf(empty)]).toEqual([
    '409 ROW_REFUSED',
    [expect.stringMatching(/^signatureRequired needs a text to sign, and the agreement has none: .*POST agreements$/)],
  ]);
  const sent = { reference: 'A-1', account: 'C-1', type: 'Annual berth', declaration: '<p>You rent it.</p>' };
  expect((await program.call(sendAgreement, { body: { ...sent, declaration: '<p>&nbsp;</p>' } })).status).toBe(400);
  await program.call(sendAgreement, { body: sent });
  const made = await program.call(putAgreement, { ...named('A-1'), body });
  expect([made.status, made.body]).toMatchObject([200, { status: 'waiting', optional: false, signedAt: null }]);
  await program.call(putAgreement, { ...named('A-2'), body: { ...body, type: 'Storage', signatureRequired: false } });
  const gone = await program.call(patchAgreement, { ...named('A-1'), body: { withdrawnOn: '2026-05-10' } });
  expect(gone.body).toMatchObject({ status: 'withdrawn', withdrawnOn: '2026-05-10', type: 'Annual berth' });
  expect((await program.call(getAgreementResource, named('A-2'))).body.status).toBe('not-required');
  const answer = await program.call(patchAgreement, { ...named('A-2'), body: { signatureRequired: true } });
  expect(problemsOf(answer)).toEqual([expect.stringMatching(/^signatureRequired needs a text to sign/)]);
  const stored = await program.call(listAgreementResources, { query: { type: 'Storage' } });
  expect(stored.body.items.map(({ reference }) => reference)).toEqual(['A-2']);
  expect((await program.call(listAgreementTypes, {})).body.items).toEqual([
    { name: 'Annual berth', agreements: 1 },
    { name: 'Storage', agreements: 1 },
  ]);
});

test('[API-1] the latest consent holds, in any order of arrival', async () => {
  await program.call(putConsentGroup, { ...named('news'), body: { position: 1, description: texts('News') } });
  const params = { reference: 'news', account: 'C-1' };
  const yes = await program.call(putConsent, { params, body: { granted: true, givenAt: '2026-05-02T10:00' } });
  expect([yes.status, yes.body]).toMatchObject([201, { granted: true, source: 'office', account: 'C-1' }]);
  const older = await program.call(putConsent, { params, body: { granted: false, givenAt: '2026-05-01' } });
  expect([older.status, older.body.granted]).toEqual([200, true]);
  const other = await program.call(putConsent, { params, body: { granted: false, givenAt: '2026-05-01T00:00' } });
  expect(other.status).toBe(200);
  const against = await program.call(putConsent, { params, body: { granted: true, givenAt: '2026-05-01' } });
  expect(codeOf(against)).toBe('409 ROW_REFUSED');
  const list = await program.call(listConsents, named('news'));
  expect(list.body.items.map(({ account, granted }) => [account, granted])).toEqual([['C-1', true]]);
  const none = await program.call(getConsent, { params: { ...params, account: 'C-2' } });
  expect(codeOf(none)).toBe('404 NOT_FOUND');
});

test('[API-1] a registration code is shown once, and registers its customer', async () => {
  const state = () => program.call(getRegistrationState, named('C-1'));
  expect((await state()).body).toEqual({ account: 'C-1', isRegistered: false, validUntil: null });
  const { body } = await program.call(makeRegistrationCode, { ...named('C-1'), body: {} });
  expect(body.url).toContain(`/register?renewal-token=${body.code}`);
  expect((await state()).body.validUntil).toBe(body.validUntil);
  const mailed = await program.call(makeRegistrationCode, { ...named('C-1'), body: { mail: true } });
  expect(mailed.body).toMatchObject({ code: null, url: null, mailedTo: 'jo@example.com' });
  const customer = app.client(marina.key);
  const row = marina.db.selectFrom('accounts').select('guid').where('reference', '=', 'C-1');
  const { guid } = await row.executeTakeFirstOrThrow();
  const account = { guid, renewalToken: body.code ?? '', email: `${crypto.randomUUID()}@example.com` };
  const registered = await customer.call(registerAccount, { body: { account, password: samplePassword } });
  expect([registered.status, registered.body.responseStatus]).toEqual([200, undefined]);
  expect((await state()).body).toMatchObject({ isRegistered: true, validUntil: null });
  const again = await program.call(makeRegistrationCode, { ...named('C-1'), body: {} });
  expect(again.body).toMatchObject({ responseStatus: { errorCode: 'ALREADYREGISTERED' } });
});

test('[API-1] an invoice is read by its number, with its paper, its payment’s allocation and receipt', async () => {
  const line = { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
  const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };
  await program.call(putOrder, {
    ...named('O-1'),
    body: { ...order, invoiceNumber: 'INV-1', invoicedOn: '2026-05-02' },
  });
  await program.call(putOrder, { ...named('O-2'), body: order });
  const expected = { number: 'INV-1', kind: 'invoice', order: 'O-1', total: 120, tax: 20, outstanding: 120 };
  const invoice = await program.call(getInvoiceResource, { params: { number: 'INV-1' } });
  expect(invoice.body).toMatchObject(expected);
  expect((await program.call(listInvoices, { query: { account: 'C-1' } })).body.items).toEqual([invoice.body]);
  const file = await program.call(getInvoiceFile, { params: { number: 'INV-1' } });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(codeOf(await program.call(getInvoiceResource, { params: { number: 'INV-9' } }))).toBe('404 NOT_FOUND');
  const { id, account_id: accountId } = await marina.db
    .selectFrom('orders')
    .select(['id', 'account_id'])
    .where('reference', '=', 'O-2')
    .executeTakeFirstOrThrow();
  await insertPayment(marina.db, { tenantId: marina.id, accountId, siteId: 1 }, { state: 'allocated', orderId: id });
  const parts = await program.call(listAllocations, { query: { order: 'O-2' } });
  expect(parts.body.items).toMatchObject([{ payment: 'P000001', order: 'O-2', amount: 100, refunded: 0 }]);
  expect((await program.call(listAllocations, { query: { order: 'O-1' } })).body.items).toEqual([]);
  const receipt = await program.call(getPaymentReceipt, { params: { number: 'P000001' } });
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('[API-1] messages are listed, and an answer counts as a change', async () => {
  const { id: accountId } = await marina.db
    .selectFrom('accounts')
    .select('id')
    .where('reference', '=', 'C-1')
    .executeTakeFirstOrThrow();
  const first = await makeMessage(marina.db, { tenantId: marina.id, accountId });
  await makeMessage(marina.db, { tenantId: marina.id, accountId });
  const before = await program.call(listMessages, { query: { account: 'C-1' } });
  expect(before.body.items).toHaveLength(2);
  await program.call(answerMessage, { params: { number: first }, body: { answer: 'Yes' } });
  const updatedSince = before.body.items[1]?.updatedAt;
  const { items } = (await program.call(listMessages, { query: { updatedSince } })).body;
  expect(items.at(-1)).toMatchObject({ number: first, answers: [{ answer: 'Yes' }] });
  expect((await program.call(listMessages, { query: { account: 'C-2' } })).body.items).toEqual([]);
});
