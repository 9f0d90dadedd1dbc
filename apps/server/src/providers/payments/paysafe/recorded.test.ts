import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedAnswer,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../testing/payments/scripted-provider.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import type { CardProvider } from '../payment-provider.ts';
import { openProvider } from '../registry.ts';

// Answers in the shapes that were recorded from the provider's test system, with our own values. They keep the
// adapter right where our sandbox might have the same mistake.

let wire: ScriptedProvider;
let provider: CardProvider;

beforeAll(async () => {
  wire = await startScriptedProvider();
  const keys = { accountId: '1001', serverKey: 'key', serverSecret: 'secret', tokenKey: 'sut', tokenSecret: 'public' };
  const urls = { apiBaseUrl: `${wire.url}/`, scriptBaseUrl: wire.url };
  const settings = { displayName: 'Card', inTestMode: true, ...urls, ...keys };
  provider = openProvider({ key: 'paysafe', settings }) as CardProvider;
});
afterAll(() => wire.close());
beforeEach(() => wire.answerWith());

const attempt: PaymentAttempt = {
  merchantRefNumber: 'QS-1',
  amountMinor: 400,
  currency: 'USD',
  account: '1001',
  decimalPlaces: 2,
  providerReference: null,
  createdAt: new Date('2026-05-16T09:00:00Z'),
};
const input = {
  paymentToken: 'SCabc',
  proof: { id: 'a-1', eci: 5, cavv: 'AAAB', threeDResult: 'Y', threeDSecureVersion: '2.2.0' },
  payer: { firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' },
  billing: null,
  ip: '203.0.113.7',
  credential: null,
};
const charged = {
  links: [
    { rel: 'settlement', href: 'https://api.example/cardpayments/v1/accounts/1001/settlements/t-1' },
    { rel: 'self', href: 'https://api.example/cardpayments/v1/accounts/1001/auths/t-1' },
  ],
  id: 't-1',
  merchantRefNum: 'QS-1',
  txnTime: '2026-05-16T09:00:01Z',
  status: 'COMPLETED',
  amount: 400,
  settleWithAuth: true,
  preAuth: false,
  availableToSettle: 0,
  card: { type: 'VI', lastDigits: '1111', cardExpiry: { month: 12, year: 2031 } },
  authCode: '154745',
  visaAdditionalAuthData: {},
  currencyCode: 'USD',
  avsResponse: 'MATCH',
  cvvVerification: 'NOT_PROCESSED',
  settlements: [
    { links: [], id: 't-1', merchantRefNum: 'QS-1', status: 'PENDING', amount: 400, availableToRefund: 400 },
  ],
};
const approved = {
  kind: 'approved',
  charge: {
    providerPaymentId: 't-1',
    chargedAt: new Date('2026-05-16T09:00:01Z'),
    maskedCardNumber: '**** 1111',
    cardType: 'VI',
  },
  surplusIds: [],
};
const refused = (code: string, message: string, more: object = {}) => ({
  links: [{ rel: 'self', href: 'https://api.example/x' }],
  id: 't-9',
  merchantRefNum: 'QS-1',
  error: { code, message, links: [{ rel: 'errorinfo', href: 'https://api.example/errors' }], ...more },
  riskReasonCode: [1005],
  settleWithAuth: true,
});

/** Returns the outcome of a charge if the provider gives these answers, one after the other. */
function chargeWith(...given: ScriptedAnswer[]) {
  wire.answerWith(...given);
  return provider.charge(attempt, input);
}

describe('a charge', () => {
  test('[MONEY-5] asks for whole minor units, to be settled at once, once only, with the authentication', async () => {
    expect(await chargeWith([200, charged])).toEqual(approved);
    expect(wire.asked).toEqual([
      {
        method: 'POST',
        url: '/cardpayments/v1/accounts/1001/auths',
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
        body: {
          merchantRefNum: 'QS-1',
          amount: 400,
          settleWithAuth: true,
          dupCheck: true,
          card: { paymentToken: 'SCabc' },
          authentication: input.proof,
          profile: input.payer,
          customerIp: '203.0.113.7',
        },
      },
    ]);
  });

  test('a decline has neither status nor amount: HTTP decides', async () => {
    expect(await chargeWith([402, refused('3009', 'Your request has been declined by the issuing bank.')])).toEqual({
      kind: 'declined',
      refusal: { code: '3009', message: 'Your request has been declined by the issuing bank.' },
      providerPaymentId: 't-9',
    });
  });

  test.each([
    ['amount', { amount: 401 }],
    ['currency', { currencyCode: 'GBP' }],
    ['reference', { merchantRefNum: 'QS-2' }],
    ['settlement', { settleWithAuth: false }],
  ])('[MONEY-1] another %s than asked for is neither a payment nor none', async (_, other) => {
    expect(await chargeWith([200, { ...charged, ...other }])).toEqual({
      kind: 'held',
      providerPaymentId: 't-1',
      reason: 'NOT_AS_ASKED',
    });
  });

  test.each([
    ['HELD', 'held'],
    ['RECEIVED', 'pending'],
    ['PENDING', 'pending'],
    ['PROCESSING', 'pending'],
    ['FAILED', 'declined'],
    ['CANCELLED', 'declined'],
    ['NEWLY_INVENTED', 'unknown'],
  ])('the status %s is %s', async (status, kind) => {
    expect((await chargeWith([200, { ...charged, status }])).kind).toBe(kind);
  });

  test.each([408, 429, 500, 502, 503, 504])(
    '[MONEY-1] HTTP %i leaves it unknown, whatever the body says',
    async (status) => {
      expect((await chargeWith([status, refused('3009', 'declined')])).kind).toBe('unknown');
    },
  );

  test.each(['<html>Welcome</html>', '', '{"status":"COMPLETED"}', '{"id":'])(
    '[MONEY-1] a 200 with %j leaves it unknown',
    async (body) => {
      expect((await chargeWith([200, body])).kind).toBe('unknown');
    },
  );

  test('[MONEY-1] a duplicate reference is looked up, and stays unknown while it is not visible', async () => {
    const duplicate = refused('5031', 'The merchantRefNum has already been used.');
    expect(await chargeWith([409, duplicate], [200, { links: [], auths: [charged] }])).toEqual(approved);
    expect((await chargeWith([409, duplicate], [200, { links: [], auths: [] }])).kind).toBe('unknown');
    expect((await chargeWith([409, duplicate], [500, {}])).kind).toBe('unknown');
  });

  test('[MONEY-1] a bad request is looked up before it is believed', async () => {
    const spent = refused('5068', 'Bad field', {
      fieldErrors: [{ field: 'card.paymentToken', error: 'Already used' }],
    });
    expect(await chargeWith([400, spent], [200, { auths: [charged] }])).toEqual(approved);
    expect(await chargeWith([400, spent], [200, { auths: [] }])).toMatchObject({
      kind: 'declined',
      refusal: { code: '5068', message: 'Bad field', reason: 'CARD_DETAILS' },
    });
    expect((await chargeWith([400, spent], [503, {}])).kind).toBe('unknown');
  });
});

describe('a look-up', () => {
  const find = (auths: unknown) => {
    wire.answerWith([200, { links: [], auths }]);
    return provider.fetchStatus(attempt);
  };

  test('asks by our reference, from the day before the attempt on', async () => {
    await find([]);
    expect(wire.asked[0]?.url).toBe(
      '/cardpayments/v1/accounts/1001/auths?merchantRefNum=QS-1&startDate=2026-05-15T09%3A00%3A00Z&limit=50',
    );
  });

  test('a later look-up shows no settlements, and is the same charge', async () => {
    const { settlements: _, ...later } = charged;
    expect(await find([{ ...later, storedCredential: { type: 'ADHOC' } }])).toEqual(approved);
  });

  test('[MONEY-1] the completed one of several counts, and every further one is named', async () => {
    const failed = { ...charged, id: 't-0', status: 'FAILED', error: { code: '3022', message: 'no funds' } };
    expect(await find([failed, charged])).toEqual(approved);
    expect(await find([charged, { ...charged, id: 't-2' }])).toEqual({ ...approved, surplusIds: ['t-2'] });
    expect(await find([failed])).toEqual({
      kind: 'declined',
      refusal: { code: '3022', message: 'no funds' },
      providerPaymentId: 't-0',
    });
    expect((await find([failed, { ...charged, id: 't-3', status: 'HELD' }])).kind).toBe('held');
    expect((await find([failed, { id: 't-4' }])).kind).toBe('unknown');
  });

  test.each([400, 401, 403, 404, 429, 500])('[MONEY-1] HTTP %i says nothing about the charge', async (status) => {
    wire.answerWith([status, refused('5279', 'no')]);
    expect((await provider.fetchStatus(attempt)).kind).toBe('unknown');
  });
});

describe('the vault', () => {
  const customer = {
    customerId: 'acc-1',
    language: 'fr-FR',
    firstName: 'Jo',
    lastName: 'Sailor',
    email: 'jo@example.com',
    phone: '',
    cellPhone: '',
  };

  test('a customer whom the vault knows already keeps that profile', async () => {
    wire.answerWith([
      409,
      {
        error: { code: '7505', message: 'The merchantCustomerId provided has already been used - p-1' },
        links: [{ rel: 'existing_entity', href: 'https://api.example/customervault/v1/profiles/p-1' }],
      },
    ]);
    expect(await provider.vault?.ensureProfile(customer)).toBe('p-1');
    expect(wire.asked[0]?.body).toMatchObject({ merchantCustomerId: 'acc-1', locale: 'fr_CA' });
  });

  test('a card that the vault has already is kept', async () => {
    wire.answerWith([
      409,
      {
        error: { code: '7503', message: 'Card number already in use - c-1' },
        links: [{ rel: 'existing_entity', href: 'https://api.example/customervault/v1/cards/c-1' }],
      },
    ]);
    const card = { singleUseToken: 'SCabc', holderName: 'Jo', nickName: '', billing: null, billingAddressId: null };
    await expect(provider.vault?.keepCard('p-1', card)).resolves.toEqual({ cardId: 'c-1', wasKept: true });
  });
});
