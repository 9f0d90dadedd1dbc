import { apiBase } from '@quayside/contract/shared/call.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putAgreement } from '@quayside/contract/integration/agreements.ts';
import { creditOrder } from '@quayside/contract/integration/payments/credits.ts';
import { rejectDocument } from '@quayside/contract/integration/documents.ts';
import { patchEstimate, putEstimate } from '@quayside/contract/integration/estimates.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { putStay } from '@quayside/contract/integration/stays.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let program: HttpClient;

const order = { account: 'C-1', type: 'Berth', createdOn: '2026-05-01', dueOn: '2026-06-01' };
const lines = [{ name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }];
const named = (reference: string) => ({ params: { reference } });

beforeAll(async () => {
  app = await startTestApp();
  program = await programOf(app, await makeTenant(app));
  const account = { site: 1, firstName: 'Jo', lastName: 'Sailor' };
  await program.call(putAccount, { ...named('C-1'), body: account });
  await program.call(putOrder, { ...named('O-1'), body: { ...order, lines } });
});
afterAll(() => app.close());

const problemsOf = ({ body }: { body: { responseStatus?: { errors: { fieldName: string; message: string }[] } } }) =>
  body.responseStatus?.errors.map(({ fieldName, message }) => `${fieldName}: ${message}`);

test('[RUN-174] an order without lines is told where lines belong, and not a file', async () => {
  expect(problemsOf(await program.call(putOrder, { ...named('O-2'), body: order }))).toEqual([
    'lines: is missing or empty: give at least one line',
  ]);
});

test('[RUN-174] a message names the fields of the request, and not the columns of files', async () => {
  const agreement = { account: 'C-1', type: 'Annual', createdOn: '2026-05-01', signatureRequired: false };
  const late = { ...agreement, startsOn: '2026-06-01', endsOn: '2026-05-01' };
  expect(problemsOf(await program.call(putAgreement, { ...named('A-1'), body: late }))).toEqual([
    'endsOn: is before startsOn',
  ]);
  const stay = { account: 'C-1', boat: '', arrivesOn: '2026-06-01', place: 'A 14', type: 'Visitor' };
  expect(problemsOf(await program.call(putStay, { ...named('S-1'), body: stay }))).toEqual([
    'boat: is empty, and so is boatReference',
  ]);
  const unknown = { ...order, account: 'boat_reference', lines };
  expect(problemsOf(await program.call(putOrder, { ...named('O-3'), body: unknown }))).toEqual([
    'account: there is no account "boat_reference"',
  ]);
});

test('[RUN-174] amounts and empty texts are refused with what to correct', async () => {
  const credit = (amount: number) =>
    program.call(creditOrder, { ...named('O-1'), body: { reference: 'CN-1', number: 'CN-1', amount } });
  expect(problemsOf(await credit(12.345))).toEqual(['amount: has more than 2 decimals']);
  expect(problemsOf(await credit(0))).toEqual(['amount: This is too short or too small.']);
  const rejected = await program.call(rejectDocument, { params: { number: 1 }, body: { reason: ' ' } });
  expect(problemsOf(rejected)).toEqual(['reason: This is missing. Add it.']);
});

test('[API-137] an estimate can’t end before it is made, nor its stay before it starts', async () => {
  const days = { createdOn: '2026-05-01', expiresOn: '2026-05-31', startsOn: '2026-07-01', departsOn: '2026-07-01' };
  const offer = { account: 'C-1', ...days, lines: [{ tariff: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }] };
  const put = (changed: object) => program.call(putEstimate, { ...named('E-1'), body: { ...offer, ...changed } });
  expect(problemsOf(await put({ expiresOn: '2026-04-30T17:00' }))).toEqual(['expiresOn: is before createdOn']);
  expect(problemsOf(await put({ departsOn: '2026-06-30' }))).toEqual(['departsOn: is before startsOn']);
  expect((await put({ expiresOn: '2026-05-01T17:00' })).status).toBe(201);
  const later = await program.call(patchEstimate, { ...named('E-1'), body: { startsOn: '2026-07-02' } });
  expect(problemsOf(later)).toEqual(['departsOn: is before startsOn']);
});

test.each([
  ['events', 'after', ''],
  ['events', 'after', ' '],
  ['events', 'limit', '0x10'],
  ['accounts', 'site', ''],
  ['accounts', 'site', '1e0'],
  ['orders', 'limit', '+5'],
])('[API-143] %s?%s= with "%s" is refused: a number has digits and nothing else', async (list, name, value) => {
  const query = `${name}=${encodeURIComponent(value)}`;
  const { status, body } = await program.request('GET', `${apiBase}integration/v1/${list}?${query}`, { headers: {} });
  expect([status, problemsOf({ body })]).toEqual([400, [`${name}: This has the wrong type. Send it as: number.`]]);
});

test.each(['1e3', '+7', '0x7', '%207'])('[API-143] no site is made under %s', async (number) => {
  const body = { name: 'Basin', address: 'Quay 1', telephone: '1', email: 'q@example.com', timeZone: 'Europe/London' };
  const answer = await program.request('PUT', `${apiBase}integration/v1/sites/${number}`, { body });
  expect(problemsOf({ body: answer.body })).toEqual(['number: This has the wrong type. Send it as: number.']);
});
