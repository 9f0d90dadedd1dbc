import { getAccount } from '@quayside/contract/account/account.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';

let app: TestApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
});
afterAll(() => app.close());

test('[SAFE-1] no visitor, no other account and no other marina reads an account', async () => {
  const account = await makeAccount(marina);
  const ask = { params: { accountGuid: account.guid } };
  expect((await app.client(marina.key).call(getAccount, ask)).status).toBe(401);

  const neighbour = await signedInCustomer(app, marina);
  const stranger = await signedInCustomer(app, await makeTenant(app));
  const unknown = { params: { accountGuid: '00000000-0000-4000-8000-000000000000' } };
  const nothing = await neighbour.client.call(getAccount, unknown);
  for (const { client } of [neighbour, stranger]) {
    const answer = await client.call(getAccount, ask);
    expect([answer.status, answer.body.responseStatus]).toEqual([404, nothing.body.responseStatus]);
  }
});

test('[CALL-2] its owner gets every field, the country in their language', async () => {
  const account = await makeAccount(marina, {
    title: 'Mrs',
    firstname: 'Jo',
    lastname: 'Sailor',
    email: 'jo@example.com',
    mobile: '+44 7700 900123',
    address1: '4 Ferry Lane',
    town: 'Emsworth',
    postcode: 'PO10 7AA',
    country_code: 'DE',
    opaque_token: 'opaque-7',
  });
  const { client } = await signedInCustomer(app, marina, account);
  const ask = { params: { accountGuid: account.guid.toUpperCase() } };
  const { body } = await client.call(getAccount, ask, { 'accept-language': 'fr-FR' });
  expect(body.account).toEqual({
    id: account.id,
    guid: account.guid,
    title: 'Mrs',
    firstname: 'Jo',
    lastname: 'Sailor',
    titledFullName: 'Mrs Jo Sailor',
    phone: '',
    mobile: '+44 7700 900123',
    email: 'jo@example.com',
    address1: '4 Ferry Lane',
    address2: '',
    town: 'Emsworth',
    county: '',
    countyCode: '',
    postcode: 'PO10 7AA',
    country: 'Allemagne',
    countryCode: 'DE',
    siteName: 'Main Basin',
    siteId: 1,
    renewalToken: 'opaque-7',
    registeredForPortal: true,
    consentGroups: [],
    version: '1',
  });
});

test('staff see it as the customer does; without a title the name begins with the first name', async () => {
  const account = await makeAccount(marina);
  const { client } = await signedInStaff(app, marina, account);
  const { body } = await client.call(getAccount, { params: { accountGuid: account.guid } });
  expect(body.account).toMatchObject({ titledFullName: 'Robin Test', country: '', registeredForPortal: false });
});
