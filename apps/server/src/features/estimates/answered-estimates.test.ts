import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { countUnsignedAgreements } from '@quayside/contract/agreements/agreements.ts';
import { answerEstimate, getEstimate } from '@quayside/contract/orders/estimates.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { getEstimateResource, patchEstimate, putEstimate } from '@quayside/contract/integration/estimates.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { signatureImage } from '../../testing/factories/agreements.ts';
import {
  makeTenant,
  sampleSettings,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let tenant: TestTenant;
let program: HttpClient;
let jo: SignedIn;

const email = 'jo@example.com';
const line = (unitPrice: number) => ({ tariff: 'Annual berth', quantity: 1, unitPrice, vatPercent: 20 });
const terms = (unitPrice: number) => ({ account: 'C-1', createdOn: '2026-05-01', lines: [line(unitPrice)] });
const put = (reference: string, body: object) => program.call(putEstimate, { params: { reference }, body });
const patch = (reference: string, body: object) => program.call(patchEstimate, { params: { reference }, body });
const resource = async (reference: string) => (await program.call(getEstimateResource, { params: { reference } })).body;
const accept = async (reference: string) => {
  const { number: id } = await resource(reference);
  const params = { guid: jo.account.guid, id };
  return (await jo.client.call(answerEstimate, { params, body: { answer: 'accept' } })).body.agreementGuid;
};
const sign = (guid: string) =>
  jo.client.call(signAgreement, {
    body: { guid, signature: signatureImage(), fullName: 'Jo Sailor', email, method: 'drawn' },
  });
const signCode = async (guid: string) => (await sign(guid)).body.responseStatus?.errorCode;
const unsigned = async () =>
  (await jo.client.call(countUnsignedAgreements, { params: { accountGuid: jo.account.guid } })).body;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const settings = { ...sampleSettings(), features: { 'accept-estimates': true } };
  tenant = await makeTenant(app, { settings, sites: [sampleSite(), sampleSite({ id: 2 })] });
  program = await programOf(app, tenant);
  const person = { site: 1, firstName: 'Jo', lastName: 'Sailor', email };
  await program.call(putAccount, { params: { reference: 'C-1' }, body: person });
  const account = await tenant.db
    .selectFrom('accounts')
    .select(['id', 'guid', 'site_id as siteId'])
    .where('reference', '=', 'C-1')
    .executeTakeFirstOrThrow();
  jo = await signedInCustomer(app, tenant, account);
  const { tariff: name, ...rest } = line(1000);
  const due = { createdOn: '2026-05-16', dueOn: '2026-06-30' };
  const order = { account: 'C-1', type: 'Berth', ...due, lines: [{ name, ...rest }] };
  await program.call(putOrder, { params: { reference: 'O-1' }, body: order });
});

test.each([
  ['another price', terms(1500)],
  ['one more line', { ...terms(1000), lines: [line(1000), line(0)] }],
  ['another boat', { ...terms(1000), lines: [{ ...line(1000), boat: 'Sandpiper' }] }],
  ['another expiry', { ...terms(1000), expiresOn: '2026-05-20' }],
  ['an expiry at a time', { ...terms(1000), expiresOn: '2026-06-01T17:00' }],
  ['another start', { ...terms(1000), startsOn: '2026-06-01' }],
  ['another site', { ...terms(1000), site: 2 }],
  ['an order', { ...terms(1000), order: 'O-1' }],
])('[EST-6] an answer that waits for its signature is withdrawn if the estimate gets %s', async (_, changed) => {
  await put('E-1', { ...terms(1000), expiresOn: '2026-06-01' });
  const guid = await accept('E-1');
  // The same estimate again changes nothing.
  await put('E-1', { ...terms(1000), expiresOn: '2026-06-01' });
  expect(await unsigned()).toMatchObject({ numberOfUnsignedAgreements: 1 });
  expect((await put('E-1', { expiresOn: '2026-06-01', ...changed })).status).toBe(200);
  expect(await unsigned()).toMatchObject({ numberOfUnsignedAgreements: 0 });
  expect(await signCode(guid)).toBe('AGREEMENT_WITHDRAWN');
  expect(await resource('E-1')).toMatchObject({ answer: null });
});

test('[EST-6] a withdrawn answer is told to programs, and the changed estimate can be accepted', async () => {
  await put('E-1', terms(1000));
  const old = await accept('E-1');
  await put('E-1', terms(1500));
  const events = await tenant.db.selectFrom('events').select('type').orderBy('id').execute();
  expect(
    events
      .map(({ type }) => type)
      .filter((type) => type.startsWith('agreement'))
      .toSorted(),
  ).toEqual(['agreement.changed', 'agreement.created']);
  const guid = await accept('E-1');
  expect(guid).not.toBe(old);
  expect((await sign(guid)).status).toBe(200);
  expect(await resource('E-1')).toMatchObject({ answer: 'accept', total: 1500 });
});

test('[EST-6] a signed answer keeps lines, amount and dates, and the estimate may become an order', async () => {
  await put('E-1', { ...terms(1000), expiresOn: '2026-06-01' });
  expect((await sign(await accept('E-1'))).status).toBe(200);
  const refused = [
    [{ lines: [line(9999)] }, 'lines'],
    [{ lines: [{ ...line(1000), tariff: 'Mooring' }] }, 'lines'],
    [{ expiresOn: '2027-06-01' }, 'expiresOn'],
    [{ startsOn: '2026-07-01' }, 'startsOn'],
    [{ departsOn: '2026-07-01' }, 'departsOn'],
    [{ createdOn: '2026-05-02' }, 'createdOn'],
  ] as const;
  for (const [changed, field] of refused) {
    const { status, body } = await patch('E-1', changed);
    expect([status, body.responseStatus?.errorCode]).toEqual([409, 'ROW_REFUSED']);
    expect(body.responseStatus?.errors).toMatchObject([
      { fieldName: field, message: expect.stringContaining('make a new estimate') },
    ]);
  }
  expect((await patch('E-1', { order: 'O-1' })).status).toBe(200);
  expect(await resource('E-1')).toMatchObject({ answer: 'accept', total: 1000, order: 'O-1' });
  const { number: id } = await resource('E-1');
  const shown = await jo.client.call(getEstimate, { params: { guid: jo.account.guid, id } });
  expect(shown.body.estimate).toMatchObject({ status: 'Converted', grossCost: 1000, answer: { answer: 'accept' } });
});
