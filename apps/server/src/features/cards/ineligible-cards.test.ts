import { listIneligibleCards } from '@quayside/contract/cards.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, sampleSettings, type SignedIn, signedInCustomer } from '../../testing/factories.ts';
import { makeIneligibleCard } from '../../testing/factories-papers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const flag = { features: { 'ineligible-vaulted-cards': true } };
const ask = ({ client, account }: SignedIn) => client.call(listIneligibleCards, { params: { guid: account.guid } });

test('[CALL-2] nobody without a session, and nobody of another account’s', async () => {
  const tenant = await makeTenant(app, { settings: sampleSettings(flag) });
  const robin = await signedInCustomer(app, tenant);
  expect((await ask({ ...robin, client: app.client(tenant.key) })).status).toBe(401);
  expect((await ask({ ...robin, account: await makeAccount(tenant) })).status).toBe(404);
});

const { permissions } = sampleSettings();
test.each([
  ['the flag', {}],
  ['the flag off', { features: { 'ineligible-vaulted-cards': false } }],
  ['invoicing', { ...flag, permissions: { ...permissions, invoicingEnabled: false } }],
])('[DASH-5] refused without %s', async (_what, settings) => {
  const tenant = await makeTenant(app, { settings: sampleSettings(settings) });
  const { status, body } = await ask(await signedInCustomer(app, tenant));
  expect([status, body.responseStatus?.errorCode]).toEqual([404, 'FEATURE_DISABLED']);
});

test('[CALL-2] the account’s own, the newest first, with why they can’t pay', async () => {
  const tenant = await makeTenant(app, { settings: sampleSettings(flag) });
  const robin = await signedInCustomer(app, tenant);
  const owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: 1 };
  const neighbour = await makeAccount(tenant);
  await makeIneligibleCard(tenant.db, { ...owner, accountId: neighbour.id });
  const old = await makeIneligibleCard(tenant.db, owner, { reason: 'no-sca', nickName: 'Boat card' });
  const recent = await makeIneligibleCard(tenant.db, owner, {
    lastDigits: '5100',
    createdAt: new Date('2026-05-09T10:00:00Z'),
  });
  const card = { provider: 'paysafe', cardType: 'VI', cardExpiry: { month: 4, year: 2026 }, holderName: 'R Test' };
  expect((await ask(robin)).body).toEqual({
    cards: [
      { ...card, id: recent, lastDigits: '5100', nickName: '', reason: 'expired' },
      { ...card, id: old, lastDigits: '1091', nickName: 'Boat card', reason: 'no-sca' },
    ],
  });
});
