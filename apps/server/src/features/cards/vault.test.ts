import { getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticated, makeFault, pay } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { hasExpired, inOrderOfUse } from './cards.presenter.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const profileOf = ({ client, accountGuid }: Customer, guid = accountGuid) =>
  client.call(getCardVaultProfile, { params: { guid } });

async function customerWithCard(): Promise<Customer> {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await pay(customer, payment.merchantRefNumber, token, { rememberCard: true, nickName: 'Blue' });
  return customer;
}

test("answers 404 for another account's cards", async () => {
  const customer = await customerWithCard();
  const neighbour = await fixture.customer();
  expect((await profileOf(neighbour, customer.accountGuid)).status).toBe(404);
  expect((await profileOf(neighbour)).body).toEqual({ profile: null });
});

test('[CARD-10] the profile has the stored card, its address, and no number', async () => {
  const customer = await customerWithCard();
  const { body, text } = await profileOf(customer);
  expect(body.profile).toMatchObject({
    cards: [
      {
        cardType: 'VI',
        lastDigits: '1000',
        cardExpiry: { month: 12, year: 2031 },
        nickName: 'Blue',
        defaultCardIndicator: true,
        hasExpired: false,
      },
    ],
    addresses: [{ address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB' }],
  });
  expect(body.profile?.cards[0]?.billingAddressId).toBe(body.profile?.addresses[0]?.id);
  expect(text).not.toContain('4000000000001000');
});

test('[CARD-10] a card is good until the last day of its month at the marina', async () => {
  const expiry = { month: 2, year: 2028 };
  expect(hasExpired(expiry, '2028-02-29')).toBe(false);
  expect(hasExpired(expiry, '2028-03-01')).toBe(true);
  expect(hasExpired({ month: 12, year: 2027 }, '2028-01-01')).toBe(true);
});

test('a provider without an answer is reported as unavailable', async () => {
  const customer = await customerWithCard();
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'profiles.read', kind: 'status', status: 500 });
  expect((await profileOf(customer)).body.responseStatus?.errorCode).toBe('PROVIDER_UNAVAILABLE');
  expect((await profileOf(customer)).body.profile?.cards).toHaveLength(1);
});

test('[CARD-10] the default card stands first and expired ones last, the others as they were kept', () => {
  const card = (id: number, hasExpired = false, defaultCardIndicator = false) => ({
    id,
    hasExpired,
    defaultCardIndicator,
  });
  const cards = [card(1, true), card(2), card(3, false, true), card(4), card(5, true, true)];
  expect(inOrderOfUse(cards).map(({ id }) => id)).toEqual([3, 2, 4, 1, 5]);
});
