import { createCardPayment, getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { codeOf } from '../../../testing/http-client.ts';
import {
  authenticate,
  authenticated,
  chargesOf,
  control,
  makeFault,
  pay,
  presentStoredCard,
} from '../../../testing/payments/card-payments.ts';
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

/** Makes a customer who kept a card with a first payment, and owes another order. */
async function customerWithCard() {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await pay(customer, payment.merchantRefNumber, token, { rememberCard: true });
  const { id } = await makeOrder(fixture.tenant.db, customer.owner, {});
  const debtor = { ...customer, orderIds: [id], amount: 100 };
  const { body } = await profileOf(debtor);
  return { customer: debtor, cardId: body.profile?.cards[0]?.id ?? '' };
}

const profileOf = ({ client, accountGuid }: Customer) =>
  client.call(getCardVaultProfile, { params: { guid: accountGuid } });

const start = (
  { client, accountGuid, orderIds, amount }: Customer,
  more: { cardId?: string; paymentChannel?: 'Card' | 'VaultedCard' },
  key?: string,
) =>
  client.call(
    createCardPayment,
    { body: { accountGuid, orderIds, amount, paymentChannel: 'VaultedCard', ...more } },
    key === undefined ? {} : { 'idempotency-key': key },
  );

/** Returns the provider's permanent tokens of a customer's cards, as its server calls show them. */
async function permanentTokens({ account }: Customer): Promise<string[]> {
  const { serverKey, serverSecret } = fixture.merchant.settings;
  const authorization = `Basic ${Buffer.from(`${String(serverKey)}:${String(serverSecret)}`).toString('base64')}`;
  const ask = async (path: string) =>
    (await fetch(`${fixture.sandbox.url}/customervault/v1/profiles${path}`, { headers: { authorization } })).json();
  const { id } = (await ask(`?merchantCustomerId=${account.guid}`)) as { id: string };
  const profile = (await ask(`/${id}?fields=cards`)) as { paymentToken: string; cards: { paymentToken: string }[] };
  return [profile.paymentToken, ...profile.cards.map(({ paymentToken }) => paymentToken)];
}

test('a start with a stored card names it, and one without names none', async () => {
  const { customer, cardId } = await customerWithCard();
  expect(codeOf(await start(customer, {}))).toBe('400 INVALID_REQUEST');
  expect(codeOf(await start(customer, { cardId, paymentChannel: 'Card' }))).toBe('400 INVALID_REQUEST');
});

test('[CARD-87] refuses a card that is another customer’s or nobody’s, and its attempt holds nothing', async () => {
  const { cardId } = await customerWithCard();
  const neighbour = await customerWithCard();
  expect(codeOf(await start(neighbour.customer, { cardId }))).toBe('409 CARD_NOT_STORED');
  expect(codeOf(await start(await fixture.customer({}), { cardId }))).toBe('409 CARD_NOT_STORED');
  expect((await start(neighbour.customer, { cardId: neighbour.cardId })).status).toBe(200);
});

test('[CARD-10] the start answers single-use tokens that the card pays with; no permanent one leaves', async () => {
  const { customer, cardId } = await customerWithCard();
  const { body: payment, text } = await start(customer, { cardId });
  expect(payment.storedCard).toEqual({
    singleUseCustomerToken: expect.stringMatching(/./),
    paymentToken: expect.stringMatching(/./),
  });
  const permanent = await permanentTokens(customer);
  expect(permanent).toHaveLength(2);
  const output = text + (await profileOf(customer)).text;
  expect(permanent.filter((token) => output.includes(token))).toEqual([]);

  if (!payment.storedCard) throw new Error('no tokens');
  const presented = await presentStoredCard(fixture.sandbox.url, fixture.merchant, payment.storedCard);
  await authenticate(customer, payment.merchantRefNumber, presented);
  const paid = await pay(customer, payment.merchantRefNumber, presented.token);
  expect(paid.body.paymentStatus).toBe('Completed');
  expect(await chargesOf(fixture, payment.merchantRefNumber)).toMatchObject([{ status: 'COMPLETED', amount: 10_000 }]);
});

test('[CARD-72] the provider hears if a card is kept, is a kept one, or is neither', async () => {
  const { customer, cardId } = await customerWithCard();
  const credentialOf = async (reference: string) => (await chargesOf(fixture, reference))[0]?.sentCredential;
  const { body: payment } = await start(customer, { cardId });
  const tokens = payment.storedCard ?? expect.fail('no tokens');
  const presented = await presentStoredCard(fixture.sandbox.url, fixture.merchant, tokens);
  await authenticate(customer, payment.merchantRefNumber, presented);
  await pay(customer, payment.merchantRefNumber, presented.token);
  const kept = { type: 'ADHOC', occurrence: 'SUBSEQUENT' };
  expect(await credentialOf(payment.merchantRefNumber)).toEqual(kept);

  const paidOnce = async (rememberCard: boolean) => {
    const payer = await fixture.customer({});
    const { payment: attempt, token } = await authenticated(payer);
    await pay(payer, attempt.merchantRefNumber, token, { rememberCard });
    return credentialOf(attempt.merchantRefNumber);
  };
  expect(await paidOnce(true)).toEqual({ type: 'ADHOC', occurrence: 'INITIAL' });
  expect(await paidOnce(false)).toBeNull();
});

test('[CARD-10] reading the profile mints nothing', async () => {
  const { customer, cardId } = await customerWithCard();
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'customertokens.create', kind: 'status' });
  expect((await profileOf(customer)).body.profile?.cards).toHaveLength(1);
  const waiting = async () => {
    const { faults } = (await control(fixture.sandbox.url, 'GET', 'faults')) as { faults: { accountId: string }[] };
    return faults.filter(({ accountId }) => accountId === fixture.merchant.accountId);
  };
  expect(await waiting()).toHaveLength(1);
  expect(codeOf(await start(customer, { cardId }))).toBe('503 PROVIDER_UNAVAILABLE');
  expect(await waiting()).toHaveLength(0);
});

test('[MONEY-1] a start that is repeated is one attempt with new tokens; one that was paid gives none', async () => {
  const { customer, cardId } = await customerWithCard();
  const key = 'a-key-for-a-stored-card';
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'customertokens.create', kind: 'drop-before' });
  expect(codeOf(await start(customer, { cardId }, key))).toBe('503 PROVIDER_UNAVAILABLE');
  const first = (await start(customer, { cardId }, key)).body;
  const second = (await start(customer, { cardId }, key)).body;
  expect(second.merchantRefNumber).toBe(first.merchantRefNumber);
  expect(second.storedCard).not.toEqual(first.storedCard);
  expect(codeOf(await start(customer, { cardId: 'another' }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');

  if (!second.storedCard) throw new Error('no tokens');
  const presented = await presentStoredCard(fixture.sandbox.url, fixture.merchant, second.storedCard);
  await authenticate(customer, second.merchantRefNumber, presented);
  await pay(customer, second.merchantRefNumber, presented.token);
  expect((await start(customer, { cardId }, key)).body).toMatchObject({ paymentStatus: 'Completed', storedCard: null });
});
