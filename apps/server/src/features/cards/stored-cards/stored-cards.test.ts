import { type CardVaultProfile, getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import {
  addAddressToCard,
  addBillingAddress,
  addCard,
  deleteBillingAddress,
  deleteCard,
  updateBillingAddress,
  updateCard,
} from '@quayside/contract/cards/stored-cards.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { signedInCustomer } from '../../../testing/factories/factories.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticated, giveProvider, makeFault, pay, presentCard } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const home = { address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB', nickName: 'Home' };
const office = { country: 'US', state: 'ME', nickName: 'Office' };
const numbers = { visa: '4000000000001000', mastercard: '5200000000001005', amex: '340000000001007' };

type Answer = { status: number; body: { responseStatus?: { errorCode: string; message: string } | undefined } };

/** Tries to keep a card, and ignores the outcome. */
async function tryToKeep(
  { client, accountGuid }: Customer,
  number: string,
  more: {
    address?: typeof home;
    billingAddressId?: string;
    nickName?: string;
    isDefault?: boolean;
    token?: string;
  } = {},
  expiry?: { month: number; year: number },
) {
  const { token } = await presentCard(fixture.sandbox.url, fixture.merchant, number, expiry);
  return client.call(addCard, { params: { accountGuid }, body: { token, holderName: 'R Test', ...more } });
}

async function keep(...args: Parameters<typeof tryToKeep>): Promise<CardVaultProfile> {
  const answer = await tryToKeep(...args);
  expect(answer.status).toBe(200);
  return answer.body.profile;
}

const cardOf = ({ cards }: CardVaultProfile, lastDigits: string) =>
  cards.find((card) => card.lastDigits === lastDigits);
const defaultOf = ({ cards }: CardVaultProfile) =>
  cards.filter((card) => card.defaultCardIndicator).map(({ lastDigits }) => lastDigits);

test('[CARD-3] a profile, a card and an address of another customer answer like unknown ones', async () => {
  const robin = await fixture.customer();
  const owned = await keep(robin, numbers.visa, { address: home });
  const neighbour = await fixture.customer();
  const theirs = await keep(neighbour, numbers.visa, { address: home });
  const [card, address] = [owned.cards[0]?.id ?? '', owned.addresses[0]?.id ?? ''];
  const { client } = neighbour;
  for (const id of [owned.id, theirs.id, 'new']) {
    const ofCard = { params: { id, cardId: card } };
    const ofAddress = { params: { id, addressId: address } };
    const calls = [
      client.call(updateCard, { ...ofCard, body: { isDefault: true } }),
      client.call(addAddressToCard, { ...ofCard, body: { address: home } }),
      client.call(deleteCard, { ...ofCard, query: {}, body: {} }),
      client.call(updateBillingAddress, { ...ofAddress, body: { address: home } }),
      client.call(deleteBillingAddress, { ...ofAddress, query: {}, body: {} }),
    ];
    for (const answer of await Promise.all(calls)) expect(codeOf(answer)).toBe('404 NOT_FOUND');
  }
  expect(codeOf(await client.call(addBillingAddress, { params: { id: owned.id }, body: { address: home } }))).toBe(
    '404 NOT_FOUND',
  );
  const foreign = { params: { id: theirs.id, cardId: theirs.cards[0]?.id ?? '' }, body: { billingAddressId: address } };
  expect(codeOf(await client.call(updateCard, foreign))).toBe('400 INVALID_REQUEST');
  const elsewhere = { params: { id: theirs.id }, body: { address: home, siteId: 7 } };
  expect(codeOf(await client.call(addBillingAddress, elsewhere))).toBe('404 NOT_FOUND');
});

test('[CARD-3] a card that the provider keeps for too many customers is refused, and says so', async () => {
  const robin = await fixture.customer();
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'cards.create', kind: 'card-limit' });
  const { status, body }: Answer = await tryToKeep(robin, numbers.visa);
  expect([status, body.responseStatus?.errorCode]).toEqual([409, 'CARD_REFUSED']);
  expect(body.responseStatus?.message).toMatch(/This card cannot be saved here\. Use another card\.$/);
  expect((await keep(robin, numbers.visa)).cards).toHaveLength(1);
});

test('[CARD-3] cards are kept with their address, and the default one moves without losing anything', async () => {
  const robin = await fixture.customer();
  const first = await keep(robin, numbers.visa, { address: home, nickName: 'Blue' });
  const second = await keep(robin, numbers.mastercard, { billingAddressId: first.addresses[0]?.id ?? '' });
  expect(defaultOf(second)).toEqual(['1000']);
  expect(second.addresses).toHaveLength(1);
  expect(second.addresses[0]).toMatchObject({ ...home, isDefault: true });

  const ofMastercard = { id: second.id, cardId: cardOf(second, '1005')?.id ?? '' };
  const moved = await robin.client.call(updateCard, { params: ofMastercard, body: { isDefault: true } });
  expect(defaultOf(moved.body.profile)).toEqual(['1005']);
  const { defaultCardIndicator: _, ...kept } = cardOf(second, '1005') ?? expect.fail('no card');
  expect(cardOf(moved.body.profile, '1005')).toMatchObject(kept);

  const elsewhere = await robin.client.call(addAddressToCard, { params: ofMastercard, body: { address: office } });
  const added = elsewhere.body.profile.addresses.find(({ nickName }) => nickName === 'Office');
  expect(added).toMatchObject({ country: 'US', state: 'ME', address1: '', isDefault: false });
  expect(cardOf(elsewhere.body.profile, '1005')).toMatchObject({
    billingAddressId: added?.id,
    defaultCardIndicator: true,
  });
});

test('[CARD-3] a deleted default card leaves it to the newest that is still good', async () => {
  const robin = await fixture.customer();
  const now = fixture.app.clock.now();
  const thisMonth = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
  await keep(robin, numbers.visa);
  await keep(robin, numbers.mastercard);
  const { id, cards } = await keep(robin, numbers.amex, {}, thisMonth);
  expect(defaultOf({ id, cards, addresses: [] })).toEqual(['1000']);

  fixture.app.clock.set(new Date(now.getTime() + 40 * 86_400_000).toISOString());
  const later = await signedInCustomer(fixture.app, fixture.tenant, robin.account);
  const remove = (cardId: string) =>
    later.client.call(deleteCard, { params: { id, cardId }, query: { siteId: 1 }, body: {} });
  const { profile } = (await remove(cards[0]?.id ?? '')).body;
  expect(profile.cards.map(({ lastDigits, hasExpired }) => [lastDigits, hasExpired])).toEqual([
    ['1005', false],
    ['1007', true],
  ]);
  expect(defaultOf(profile)).toEqual(['1005']);
  const left = (await remove(cards[1]?.id ?? '')).body.profile;
  expect(defaultOf(left)).toEqual([]);

  // The bank's new card has the number of the old one.
  const renewed = await keep({ ...robin, ...later }, numbers.amex, { nickName: 'New' });
  expect(renewed.cards).toMatchObject([{ lastDigits: '1007', nickName: 'New', hasExpired: false }]);
  fixture.app.clock.set(now.toISOString());
});

test('[CARD-3] addresses are added, changed and deleted; one that a card uses stays and names the card', async () => {
  const robin = await fixture.customer();
  const add = (id: string, address: object) =>
    robin.client.call(addBillingAddress, { params: { id }, body: { address: address as typeof home } });
  // Before the first card there is no profile.
  const { id, addresses } = (await add('new', home)).body.profile;
  expect(addresses).toMatchObject([{ nickName: 'Home', isDefault: true }]);
  const two = (await add(id, office)).body.profile;
  const [homeId = '', officeId = ''] = two.addresses.map((address) => address.id);
  expect(two.addresses.map(({ isDefault }) => isDefault)).toEqual([true, false]);

  const changed = await robin.client.call(updateBillingAddress, {
    params: { id, addressId: homeId },
    body: { address: { ...home, town: 'Cowes' } },
  });
  expect(changed.body.profile.addresses[0]).toMatchObject({ town: 'Cowes', isDefault: true });
  const moved = await robin.client.call(updateBillingAddress, {
    params: { id, addressId: officeId },
    body: { address: { ...office, isDefault: true } },
  });
  expect(moved.body.profile.addresses.map(({ isDefault }) => isDefault)).toEqual([false, true]);

  await keep(robin, numbers.visa, { billingAddressId: officeId, nickName: 'Blue' });
  const remove = (addressId: string) =>
    robin.client.call(deleteBillingAddress, { params: { id, addressId }, query: {}, body: { siteId: 1 } });
  const refused = await remove(officeId);
  expect(codeOf(refused)).toBe('409 ADDRESS_IN_USE');
  expect((refused as Answer).body.responseStatus?.message).toContain('Blue **** 1000');
  expect((await remove(homeId)).body.profile.addresses).toHaveLength(1);
});

test('[CARD-11] a country needs one of its states, and has to be one that the provider takes', async () => {
  const robin = await fixture.customer();
  const add = (address: object) =>
    robin.client.call(addBillingAddress, { params: { id: 'new' }, body: { address: address as typeof home } });
  for (const wrong of [{}, { country: 'XX' }, { country: 'US' }, { country: 'US', state: 'Cornwall' }])
    expect(codeOf(await add(wrong))).toBe('400 INVALID_REQUEST');
  expect((await add({ country: 'GB' })).status).toBe(200);
});

test('[CARD-3] ten cards are enough, also for one that is kept after a payment', async () => {
  const robin = await fixture.customer({});
  for (const number of [
    numbers.visa,
    numbers.mastercard,
    numbers.amex,
    '4111111111111111',
    '4530910000012345',
    '5200400000000009',
    '4000000000001018',
    '4000000000001026',
    '4000000000001034',
    '4000000000001042',
  ])
    await keep(robin, number);
  expect(codeOf(await tryToKeep(robin, '5200000000001013'))).toBe('409 TOO_MANY_CARDS');
  const { payment, token } = await authenticated(robin);
  const paid = await pay(robin, payment.merchantRefNumber, token, { rememberCard: true });
  expect(paid.body).toMatchObject({ paymentStatus: 'Completed', cardSaved: false });
});

test('[CARD-3] many cards at once are kept only up to the limit', async () => {
  const robin = await fixture.customer({});
  const numbered = ['4000000000001018', '4000000000001026', '4000000000001034', '4000000000001042', '4111111111111111'];
  for (const number of [...Object.values(numbers), ...numbered]) await keep(robin, number);
  const more = ['4530910000012345', '5200400000000009', '5200000000001013', '5200000000001021', '5200000000001039'];
  const { payment, token } = await authenticated(robin);
  const [paid, ...answers] = await Promise.all([
    pay(robin, payment.merchantRefNumber, token, { rememberCard: true }),
    ...more.map((number) => tryToKeep(robin, number)),
  ]);
  expect(answers.map(codeOf).toSorted()).toEqual([
    '200 undefined',
    '200 undefined',
    '409 TOO_MANY_CARDS',
    '409 TOO_MANY_CARDS',
    '409 TOO_MANY_CARDS',
  ]);
  // The card that paid is kept already.
  expect(paid.body.paymentStatus).toBe('Completed');
  const { profile } = (await robin.client.call(getCardVaultProfile, { params: { guid: robin.accountGuid } })).body;
  expect(profile?.cards).toHaveLength(10);
});

test('[CARD-3] the audit trail records a card kept, made the default or deleted, and no data of the card', async () => {
  const robin = await fixture.customer({});
  const { id, cards } = await keep(robin, numbers.visa, { nickName: 'Blue' });
  const { payment, token } = await authenticated({ ...robin });
  await pay(robin, payment.merchantRefNumber, token, { rememberCard: true });
  const two = await keep(robin, numbers.mastercard);
  const [visa, mastercard] = [cards[0]?.id, cardOf(two, '1005')?.id ?? ''];
  await robin.client.call(updateCard, { params: { id, cardId: mastercard }, body: { isDefault: true } });
  await robin.client.call(deleteCard, { params: { id, cardId: mastercard }, query: {}, body: {} });
  const trail = (await auditOf(fixture.tenant)).filter(({ accountId }) => accountId === robin.account.id);
  expect(trail.map(({ event, subject, actor }) => [event, subject?.id, actor.kind])).toEqual([
    ['card.kept', visa, 'customer'],
    ['card.kept', mastercard, 'customer'],
    ['card.default', mastercard, 'customer'],
    ['card.deleted', mastercard, 'customer'],
    ['card.default', visa, 'customer'],
  ]);
  expect(trail.map(({ details }) => details)).toEqual(trail.map(() => ({ provider: 'paysafe' })));
});

test('[PROV-8] [CARD-3] a refusal has our text, never the provider’s; a token works for one card only', async () => {
  const robin = await fixture.customer();
  const { token } = await presentCard(fixture.sandbox.url, fixture.merchant);
  await keep(robin, numbers.visa, { token });
  const again = await tryToKeep(await fixture.customer(), numbers.visa, { token });
  expect(codeOf(again)).toBe('409 CARD_REFUSED');
  expect((again as Answer).body.responseStatus?.message).toBe(
    'The payment provider did not accept this: Some of these details are incorrect. Check them and try again.',
  );
  expect(fixture.app.logs()).not.toContain(token);
});

test('[PROV-8] a provider without an answer is reported as unavailable; no address is stored twice', async () => {
  const robin = await fixture.customer();
  const { id } = await keep(robin, numbers.visa);
  const add = () => robin.client.call(addBillingAddress, { params: { id }, body: { address: home } });
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'addresses.create', kind: 'drop-before' });
  expect(codeOf(await add())).toBe('503 PROVIDER_UNAVAILABLE');
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'addresses.create', kind: 'drop-after-commit' });
  expect((await add()).body.profile.addresses).toHaveLength(1);
});

test('[CARD-3] if cards are not kept for the portal, no call about them is there', async () => {
  const robin = await fixture.customer();
  const settings = { ...fixture.merchant.settings, allowVaultPortal: false };
  await giveProvider(fixture.tenant.db, fixture.tenant.id, { ...fixture.merchant, settings });
  expect(codeOf(await tryToKeep(robin, numbers.visa))).toBe('404 FEATURE_DISABLED');
  await giveProvider(fixture.tenant.db, fixture.tenant.id, fixture.merchant);
});
