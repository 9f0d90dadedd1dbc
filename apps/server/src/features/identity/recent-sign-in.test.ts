import { saveAccount } from '@quayside/contract/account/account.ts';
import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { confirmPassword } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  samplePassword,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';

let app: TestApp;
let tenant: TestTenant;
let owner: SignedIn;

const details = {
  title: 'Mr',
  mobile: '+447700900123',
  address1: '1 Quay Road',
  town: 'Saltmarsh',
  postcode: 'SM1 1AA',
  country_code: 'GB',
};

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  owner = await signedInCustomer(app, tenant, await makeAccount(tenant, details));
});

async function startPayment(): Promise<string> {
  const { account, client } = owner;
  const order = await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: 1 });
  const body = { accountGuid: account.guid, orderIds: [order.id], amount: 100, paymentChannel: 'Card' as const };
  return (await client.call(createCardPayment, { body })).body.responseStatus?.errorCode ?? 'started';
}

const changeEmail = async (email: string) =>
  (await owner.client.call(saveAccount, { body: { account: { email } } })).body.responseStatus?.errorCode ?? 'saved';
const changeTown = async (town: string) =>
  (await owner.client.call(saveAccount, { body: { account: { town } } })).status;
const prove = async (password: string) =>
  (await owner.client.call(confirmPassword, { body: { password } })).body.responseStatus?.errorCode ?? 'proven';

// Without a provider a later check refuses the payment.
const goesOn = 'ORDER_NOT_PAYABLE';

test('twelve hours after the sign-in, paying and a new e-mail address ask for the password, no more', async () => {
  app.clock.advance({ hours: 12 });
  expect(await startPayment()).toBe(goesOn);
  expect(await changeEmail('first@example.com')).toBe('saved');
  app.clock.advance({ seconds: 1 });
  expect(await startPayment()).toBe('AUTHENTICATION_TOO_OLD');
  expect(await changeEmail('second@example.com')).toBe('AUTHENTICATION_TOO_OLD');
  expect(await changeEmail('first@example.com')).toBe('saved');
  expect(await changeTown('Cowes')).toBe(200);
});

test('the password opens both for twelve hours more, and the session goes on', async () => {
  app.clock.advance({ hours: 13 });
  expect(await prove(samplePassword)).toBe('proven');
  expect(await startPayment()).toBe(goesOn);
  expect(await changeEmail('second@example.com')).toBe('saved');
  app.clock.advance({ hours: 12, seconds: 1 });
  expect(await startPayment()).toBe('AUTHENTICATION_TOO_OLD');
});

test('[SAFE-3] a wrong one opens nothing, says so, and can’t be guessed for ever', async () => {
  app.clock.advance({ hours: 13 });
  for (let n = 0; n < 10; n++) expect(await prove('Wrong#2026')).toBe('WRONG_PASSWORD');
  expect(await prove(samplePassword)).toBe('TOO_MANY_REQUESTS');
  expect(await startPayment()).toBe('AUTHENTICATION_TOO_OLD');
  app.clock.advance({ minutes: 15 });
  expect(await prove(samplePassword)).toBe('proven');
});
