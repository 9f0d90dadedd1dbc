import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSignedAgreement } from '@quayside/contract/agreements/agreements.ts';
import { answerEstimate, type EstimateAnswerKind, getEstimate } from '@quayside/contract/orders/estimates.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { signatureImage } from '../../testing/factories/agreements.ts';
import { makeEstimate } from '../../testing/factories/estimates.ts';
import {
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder, type Owner, signedInOwner } from '../../testing/factories/orders.ts';
import type { NewEstimate } from './new-estimates.service.ts';

let app: TestApp;
let tenant: TestTenant;
let customer: SignedIn;
let owner: Owner;

const email = 'robin.test@example.com';
const withFlag = () => ({ ...sampleSettings(), features: { 'accept-estimates': true } });

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { settings: withFlag() });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  ({ customer, owner } = await signedInOwner(app, tenant));
});

const make = (overrides: Partial<NewEstimate> = {}) => makeEstimate(tenant.db, owner, overrides);
const prepare = (id: number, answer: EstimateAnswerKind, { client, account } = customer) =>
  client.call(answerEstimate, { params: { guid: account.guid, id }, body: { answer } });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof prepare>>) => [status, body.responseStatus?.errorCode];
const show = async (id: number) => {
  const { guid } = customer.account;
  return (await customer.client.call(getEstimate, { params: { guid, id } })).body.estimate;
};
const read = (guid: string) => customer.client.call(getUnsignedAgreement, { params: { guid } });
const sign = (guid: string) =>
  customer.client.call(signAgreement, {
    body: { guid, signature: signatureImage(), fullName: 'Robin Test', email, method: 'drawn' },
  });

test('[EST-6] without the flag, without a session, or by another account no estimate is answered', async () => {
  const without = await makeTenant(app);
  const other = await signedInOwner(app, without);
  const id = await makeEstimate(without.db, other.owner);
  expect(codeOf(await prepare(id, 'accept', other.customer))).toEqual([404, 'FEATURE_DISABLED']);
  const own = await make();
  expect((await prepare(own, 'accept', { ...customer, client: app.client(tenant.key) })).status).toBe(401);
  expect((await prepare(own, 'accept', await signedInCustomer(app, tenant))).status).toBe(404);
});

test('[EST-6] an accepted estimate keeps the evidence of an agreement, and stays active', async () => {
  const id = await make({ expiresOn: '2026-05-20' });
  const { agreementGuid } = (await prepare(id, 'accept')).body;
  expect((await show(id)).answer).toBeNull();
  const { agreement } = (await read(agreementGuid)).body;
  expect(agreement.type).toBe(`Accept estimate ${id}`);
  expect(agreement.declarationText).toContain(`I accept estimate ${id} of`);
  expect(agreement.declarationText).toContain('Annual berth');
  expect(agreement.declarationText).toContain('£100.00');
  // The same answer again leads to the same agreement.
  expect((await prepare(id, 'accept')).body.agreementGuid).toBe(agreementGuid);
  expect((await sign(agreementGuid)).status).toBe(200);
  const { status, answer } = await show(id);
  expect([status, answer]).toEqual([
    'Active',
    { answer: 'accept', signedOn: '2026-05-16T09:00:00.000Z', agreementGuid },
  ]);
  const signed = (await customer.client.call(getSignedAgreement, { params: { guid: agreementGuid } })).body.agreement;
  expect(signed).toMatchObject({ fullName: 'Robin Test', email, method: 'drawn' });
  expect(signed.documentHash).toMatch(/^[0-9a-f]{64}$/);
  expect(signed.ipAddress).not.toBe('');
  const jobs = await tenant.db.selectFrom('mails').select('kind').where('tenant_id', '=', tenant.id).execute();
  expect(jobs.map(({ kind }) => kind)).toContain('agreement-signed');
  expect(codeOf(await prepare(id, 'decline'))).toEqual([409, 'ESTIMATE_CLOSED']);
});

test('[EST-6] another answer replaces one that is not signed', async () => {
  const id = await make();
  const accept = (await prepare(id, 'accept')).body.agreementGuid;
  const decline = (await prepare(id, 'decline')).body.agreementGuid;
  expect((await sign(accept)).body.responseStatus?.errorCode).toBe('AGREEMENT_WITHDRAWN');
  expect((await sign(decline)).status).toBe(200);
  expect((await show(id)).answer).toMatchObject({ answer: 'decline', agreementGuid: decline });
});

test('[EST-6] an expired or converted estimate can’t be answered, nor signed after its last day', async () => {
  const expired = await make({ expiresOn: '2026-05-15' });
  const { id: convertedOrderId } = await makeOrder(tenant.db, owner);
  const converted = await make({ convertedOrderId });
  for (const id of [expired, converted]) expect(codeOf(await prepare(id, 'accept'))).toEqual([409, 'ESTIMATE_CLOSED']);
  const { agreementGuid } = (await prepare(await make({ expiresOn: '2026-05-16' }), 'accept')).body;
  app.clock.set('2026-05-17T09:00:00Z');
  expect((await sign(agreementGuid)).body.responseStatus?.errorCode).toBe('AGREEMENT_EXPIRED');
});

test('[EST-6] two prepared at once are one', async () => {
  const id = await make();
  const answers = await Promise.all([prepare(id, 'accept'), prepare(id, 'accept'), prepare(id, 'accept')]);
  expect(new Set(answers.map(({ body }) => body.agreementGuid)).size).toBe(1);
});
