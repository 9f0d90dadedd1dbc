import { listIneligibleCards } from '@quayside/contract/cards/cards.ts';
import { deleteIneligibleCard, registerIneligibleCard } from '@quayside/contract/cards/stored-cards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
} from '../../../testing/factories/factories.ts';
import { makeIneligibleCard } from '../../../testing/factories/papers.ts';
import { askBankAbout, cards, presentCard } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';

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

describe('registering and deleting', () => {
  let fixture: CheckoutFixture;
  beforeAll(async () => {
    fixture = await startCheckoutFixture({}, flag);
  });
  afterAll(() => fixture.close());

  /** Types a card again, with or without asking its bank. */
  async function typed(cardNum: string, asks: boolean): Promise<string> {
    const { token, deviceFingerprintingId } = await presentCard(fixture.sandbox.url, fixture.merchant, cardNum);
    if (asks) await askBankAbout(fixture.sandbox.url, fixture.merchant, token, deviceFingerprintingId);
    return token;
  }
  const register = ({ client, accountGuid: guid }: Customer, id: number, token: string) =>
    client.call(registerIneligibleCard, { params: { guid, id }, body: { token, holderName: 'R Test' } });
  const remove = ({ client, accountGuid: guid }: Customer, id: number) =>
    client.call(deleteIneligibleCard, { params: { guid, id } });

  test('[CARD-8] another customer’s card is neither deleted nor registered', async () => {
    const [robin, neighbour] = [await fixture.customer(), await fixture.customer()];
    const id = await makeIneligibleCard(fixture.tenant.db, robin.owner);
    expect((await remove(neighbour, id)).status).toBe(404);
    expect((await register(neighbour, id, await typed(cards.frictionless, true))).status).toBe(404);
    expect((await remove(robin, id)).body).toEqual({ cards: [] });
    expect((await remove(robin, id)).status).toBe(404);
  });

  test('[CARD-8] it is kept again only after the bank recognises its customer, and then leaves the list', async () => {
    const robin = await fixture.customer();
    const id = await makeIneligibleCard(fixture.tenant.db, robin.owner);
    for (const [card, asks] of [
      [cards.frictionless, false],
      [cards.refused, true],
      [cards.unavailable, true],
    ] as const) {
      const answer = await register(robin, id, await typed(card, asks));
      expect(answer.body.responseStatus?.errorCode).toBe('CARD_NOT_AUTHENTICATED');
    }
    const { body } = await register(robin, id, await typed(cards.frictionless, true));
    expect(body.cards).toEqual([]);
    expect(body.profile.cards).toMatchObject([{ lastDigits: '1000', holderName: 'R Test' }]);
    const trail = (await auditOf(fixture.tenant)).filter(({ accountId }) => accountId === robin.account.id);
    expect(trail.map(({ event, subject }) => [event, subject?.type, subject?.id])).toEqual([
      ['card.kept', 'card', body.profile.cards[0]?.id],
      ['card.deleted', 'ineligible-card', String(id)],
    ]);
  });
});
