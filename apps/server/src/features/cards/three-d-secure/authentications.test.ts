import { authenticateCard, lookUpCardAuthentication } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import {
  answerBank,
  authenticate,
  browserDetails,
  cards,
  chargesOf,
  create,
  giveProvider,
  makeFault,
  pay,
  presentCard,
  readBooks,
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

async function begin(cardNum?: string) {
  const customer = await fixture.customer({});
  const { merchantRefNumber } = (await create(customer)).body;
  const card = await presentCard(fixture.sandbox.url, fixture.merchant, cardNum);
  return { customer, merchantRefNumber, card };
}

const lookUp = ({ client }: Customer, authenticationId: string, merchantRefNumber: string) =>
  client.call(lookUpCardAuthentication, { body: { authenticationId, paymentRequest: { merchantRefNumber } } });

test('[CARD-5] the bank gets the Accept header of documents, not that of a script’s request', async () => {
  const { customer, merchantRefNumber, card } = await begin();
  const document = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  await customer.client.get('/secure/paysafe/checkout', { accept: document, 'sec-fetch-dest': 'document' });
  await customer.client.get('/secure/paysafe/checkout', { accept: '*/*', 'sec-fetch-dest': 'empty' });
  await authenticate(customer, merchantRefNumber, card);
  const { authentications } = await readBooks(fixture.sandbox.url, fixture.merchant);
  const authentication = authentications.find(({ merchantRefNum }) => merchantRefNum.startsWith(merchantRefNumber));
  expect(authentication?.acceptHeader).toBe(document);
});

describe('access to an authentication', () => {
  test("answers 404 for another account's attempt", async () => {
    const { customer, merchantRefNumber, card } = await begin();
    const neighbour = await fixture.customer({});
    expect(codeOf(await authenticate(neighbour, merchantRefNumber, card))).toBe('404 NOT_FOUND');
    const { body } = await authenticate(customer, merchantRefNumber, card);
    expect(codeOf(await lookUp(neighbour, body.id, merchantRefNumber))).toBe('404 NOT_FOUND');
  });

  test('[CARD-1] a security code or a card number is refused before anything is read or kept', async () => {
    const { customer, merchantRefNumber, card } = await begin();
    const body = {
      deviceFingerprintingId: card.deviceFingerprintingId,
      merchantRefNum: merchantRefNumber,
      amount: customer.amount,
      paymentToken: card.token,
      browserDetails,
    };
    for (const raw of [
      { cvv: '987' },
      { cardNum: '4000000000001000' },
      { profile: { cardNumber: '4000000000001000' } },
    ]) {
      const answer = await customer.client.call(authenticateCard, { body: { ...body, ...raw } as typeof body });
      expect(codeOf(answer)).toBe('400 RAW_CARD_DATA');
    }
    expect(fixture.app.logs()).not.toMatch(/4000000000001000|"987"/);
    expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
  });

  test('[MONEY-4] another amount than the attempt’s is refused', async () => {
    const { customer, merchantRefNumber, card } = await begin();
    const answer = await authenticate({ ...customer, amount: 0.01 }, merchantRefNumber, card);
    expect(codeOf(answer)).toBe('409 AMOUNT_CHANGED');
  });
});

describe('version 2 without a challenge', () => {
  test.each([
    ['frictionless', 'Y'],
    ['attempted', 'A'],
  ] as const)('[CARD-5] %s proceeds to the payment', async (kind, threeDResult) => {
    const { customer, merchantRefNumber, card } = await begin(cards[kind]);
    expect(await authenticate(customer, merchantRefNumber, card)).toMatchObject({
      status: 200,
      body: {
        version: 2,
        status: 'COMPLETED',
        threeDResult,
        outcome: 'proceed',
        payment: { paymentStatus: 'Incomplete' },
      },
    });
  });

  test.each([
    ['refused', 'N'],
    ['unavailable', 'U'],
    ['rejected', 'R'],
  ] as const)(
    '[PROV-8] [CARD-5] %s fails: the attempt is declined with the exact text, and cannot be paid',
    async (kind, threeDResult) => {
      const { customer, merchantRefNumber, card } = await begin(cards[kind]);
      const answer = await authenticate(customer, merchantRefNumber, card);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          threeDResult,
          outcome: 'fail',
          payment: {
            paymentStatus: 'Declined',
            cardPaymentStatus: 'FAILED',
            errorCode: 'AUTHENTICATION_FAILED',
            errorDescription: 'Sorry we could not authenticate your payment',
          },
        },
      });
      expect(await pay(customer, merchantRefNumber, card.token)).toMatchObject({ body: { paymentStatus: 'Declined' } });
      expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
      expect((await create(customer)).status).toBe(200);
    },
  );
});

test('[PROV-8] [CARD-5] a bank that would ask in its own time fails with words of its own', async () => {
  const { customer, merchantRefNumber, card } = await begin(cards.decoupled);
  const { body } = await authenticate(customer, merchantRefNumber, card);
  expect(body).toMatchObject({
    threeDResult: 'D',
    outcome: 'fail',
    payment: { paymentStatus: 'Declined', errorCode: 'AUTHENTICATION_DECOUPLED', saysUncharged: false },
  });
  expect(body.payment.errorDescription).toMatch(/^Your bank wants to confirm this payment later/);
  expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
});

describe('version 2 with a challenge', () => {
  test('[CARD-5] the right code proceeds, once the provider says so', async () => {
    const { customer, merchantRefNumber, card } = await begin(cards.challenge);
    const first = await authenticate(customer, merchantRefNumber, card);
    expect(first.body).toMatchObject({ outcome: 'challenge', threeDResult: 'C', status: 'PENDING' });
    // The browser says that it is done, but the bank has no answer yet.
    expect((await lookUp(customer, first.body.id, merchantRefNumber)).body.outcome).toBe('challenge');
    expect(codeOf(await pay(customer, merchantRefNumber, card.token))).toBe('409 PAYMENT_STATE');
    await answerBank(fixture.sandbox.bankUrl, first.body.sdkChallengePayload);
    const second = await lookUp(customer, first.body.id, merchantRefNumber);
    expect(second.body).toMatchObject({ outcome: 'proceed', threeDResult: 'Y', sdkChallengePayload: null });
    expect((await lookUp(customer, first.body.id, merchantRefNumber)).body).toMatchObject({ outcome: 'proceed' });
    expect((await pay(customer, merchantRefNumber, card.token)).body.paymentStatus).toBe('Completed');
    expect(await chargesOf(fixture, merchantRefNumber)).toMatchObject([{ authenticationCheck: 'genuine' }]);
  });

  test('[CARD-5] a wrong code fails, and nothing is charged', async () => {
    const { customer, merchantRefNumber, card } = await begin(cards.challenge);
    const { body } = await authenticate(customer, merchantRefNumber, card);
    await answerBank(fixture.sandbox.bankUrl, body.sdkChallengePayload, '0000');
    expect((await lookUp(customer, body.id, merchantRefNumber)).body).toMatchObject({
      outcome: 'fail',
      payment: { paymentStatus: 'Declined', errorDescription: 'Sorry we could not authenticate your payment' },
    });
    expect((await lookUp(customer, body.id, merchantRefNumber)).body.outcome).toBe('fail');
    expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
  });

  test('[CARD-5] an authentication of another attempt opens nothing', async () => {
    const good = await begin();
    const { body: passed } = await authenticate(good.customer, good.merchantRefNumber, good.card);
    const other = await begin(cards.challenge);
    await authenticate(other.customer, other.merchantRefNumber, other.card);
    expect(codeOf(await lookUp(other.customer, passed.id, other.merchantRefNumber))).toBe('404 NOT_FOUND');
    expect(codeOf(await pay(other.customer, other.merchantRefNumber, other.card.token))).toBe('409 PAYMENT_STATE');
    expect(await chargesOf(fixture, other.merchantRefNumber)).toEqual([]);
  });
});

describe('trying again', () => {
  test('[MONEY-1] with another card: only the token that was authenticated last can be charged', async () => {
    const { customer, merchantRefNumber, card: first } = await begin();
    await authenticate(customer, merchantRefNumber, first);
    const second = await presentCard(fixture.sandbox.url, fixture.merchant, cards.attempted);
    await authenticate(customer, merchantRefNumber, second);
    expect(codeOf(await pay(customer, merchantRefNumber, first.token))).toBe('409 PAYMENT_STATE');
    expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
    expect((await pay(customer, merchantRefNumber, second.token)).body.paymentStatus).toBe('Completed');
    const books = (await readBooks(fixture.sandbox.url, fixture.merchant)) as unknown as {
      authentications: { merchantRefNum: string }[];
    };
    const references = books.authentications.map(({ merchantRefNum }) => merchantRefNum);
    expect(references.filter((name) => name.startsWith(merchantRefNumber))).toEqual([
      `${merchantRefNumber}-3ds-1`,
      `${merchantRefNumber}-3ds-2`,
    ]);
  });

  test.each([{ kind: 'status', status: 503 }, { kind: 'drop-after-commit' }, { kind: 'invalid-json' }])(
    '[CARD-5] a provider that does not answer ($kind) is said to be out, and the same attempt goes on',
    async (fault) => {
      const { customer, merchantRefNumber, card } = await begin();
      await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'authentications.create', ...fault });
      const answer = await authenticate(customer, merchantRefNumber, card);
      expect(codeOf(answer)).toBe('503 PROVIDER_UNAVAILABLE');
      const again = await presentCard(fixture.sandbox.url, fixture.merchant);
      expect((await authenticate(customer, merchantRefNumber, again)).body.outcome).toBe('proceed');
      expect((await pay(customer, merchantRefNumber, again.token)).body.paymentStatus).toBe('Completed');
    },
  );

  test('wrong keys decline the attempt, say so in our words, and tell the office', async () => {
    const { customer, merchantRefNumber, card } = await begin();
    const { tenant, merchant } = fixture;
    const wrong = { ...merchant, settings: { ...merchant.settings, serverSecret: 'changed-at-the-provider' } };
    await giveProvider(tenant.db, tenant.id, wrong);
    const { body } = await authenticate(customer, merchantRefNumber, card);
    await giveProvider(tenant.db, tenant.id, merchant);
    expect(body).toMatchObject({
      outcome: 'fail',
      payment: { paymentStatus: 'Declined', errorCode: 'PROVIDER_CONFIGURATION' },
    });
    expect(body.payment.errorDescription).toMatch(/^The marina cannot take card payments right now/);
    const { kind } = await tenant.db
      .selectFrom('payment_alerts')
      .select('kind')
      .where('payment_id', '=', body.payment.paymentId)
      .executeTakeFirstOrThrow();
    expect(kind).toBe('provider-configuration');
  });

  test('an account that the provider does not know is told to the office as well', async () => {
    const { tenant, merchant } = fixture;
    await giveProvider(tenant.db, tenant.id, { ...merchant, settings: { ...merchant.settings, accountId: '404' } });
    const { customer, merchantRefNumber, card } = await begin();
    const { body } = await authenticate(customer, merchantRefNumber, card);
    await giveProvider(tenant.db, tenant.id, merchant);
    expect(body).toMatchObject({ outcome: 'fail', payment: { errorCode: 'PROVIDER_CONFIGURATION' } });
    const alerts = tenant.db.selectFrom('payment_alerts').select('kind');
    expect(await alerts.where('payment_id', '=', body.payment.paymentId).execute()).toEqual([
      { kind: 'provider-configuration' },
    ]);
  });

  test('an attempt whose time is over is not authenticated any more', async () => {
    const { customer, merchantRefNumber, card } = await begin();
    await fixture.tenant.db
      .updateTable('payments')
      .set({ expires_at: fixture.app.clock.now() })
      .where('merchant_ref_number', '=', merchantRefNumber)
      .execute();
    expect(codeOf(await authenticate(customer, merchantRefNumber, card))).toBe('409 PAYMENT_STATE');
  });
});
