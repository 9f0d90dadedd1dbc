import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletSettings } from '../../../demo/wallets.ts';
import {
  type ScriptedAnswer,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../testing/payments/scripted-provider.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import type { CardProvider } from '../payment-provider.ts';
import { openProvider, refusalReason } from '../registry.ts';

// Answers as the provider's API blueprints print them (github.com/paysafegroup: paysafe_api_cardpayments_v1 and
// paysafe_api_customervault_v1), where our sandbox's and those that were recorded have another form.

let wire: ScriptedProvider;
let provider: CardProvider;

beforeAll(async () => {
  wire = await startScriptedProvider();
  const keys = { accountId: '1001', serverKey: 'key', serverSecret: 'secret', tokenKey: 'sut', tokenSecret: 'public' };
  const urls = { apiBaseUrl: wire.url, scriptBaseUrl: wire.url };
  const wallets = await walletSettings('a', 'sut', { sandboxUrl: wire.url, now: new Date() });
  const settings = { displayName: 'Card', inTestMode: true, ...urls, ...keys, ...wallets };
  provider = openProvider({ key: 'paysafe', settings }) as CardProvider;
});
afterAll(() => wire.close());

const attempt: PaymentAttempt = {
  merchantRefNumber: 'ORDER_ID:1231',
  amountMinor: 10_098,
  currency: 'USD',
  account: '1001',
  decimalPlaces: 2,
  providerReference: null,
  createdAt: new Date('2013-12-14T15:12:00Z'),
};

const input = {
  paymentToken: 'SCabc',
  proof: null,
  payer: { firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' },
  billing: null,
  ip: '203.0.113.7',
  credential: null,
};

/** Returns the outcome of a charge if the provider gives these answers, one after the other. */
function charge(...answers: ScriptedAnswer[]) {
  wire.answerWith(...answers);
  return provider.charge(attempt, input);
}

describe('a charge', () => {
  const auth = {
    id: 'a02e52c7-c991-4418-966a-b62989cb0eae',
    merchantRefNum: 'ORDER_ID:1231',
    amount: 10_098,
    settleWithAuth: true,
    card: { type: 'VI', lastDigits: '1111' },
    txnTime: '2013-12-14T15:12:18Z',
    currencyCode: 'USD',
    status: 'COMPLETED',
  };

  test.each([
    ['initial', { type: 'ADHOC', occurrence: 'INITIAL' }],
    ['subsequent', { type: 'ADHOC', occurrence: 'SUBSEQUENT' }],
    [null, undefined],
  ] as const)('[CARD-72] whose credential is %s says so in the provider’s words', async (credential, sent) => {
    wire.answerWith([200, auth]);
    await provider.charge(attempt, { ...input, credential });
    expect(wire.asked.map(({ body }) => (body as { storedCredential?: object }).storedCredential)).toEqual([sent]);
  });

  test('[PROV-136] of a company without a first name says only its name', async () => {
    wire.answerWith([200, auth]);
    const payer = { firstName: '', lastName: 'Harbour Supplies Ltd', email: '' };
    await provider.charge(attempt, { ...input, payer });
    const profiles = wire.asked.map(({ body }) => (body as { profile?: object }).profile);
    expect(profiles).toEqual([{ lastName: 'Harbour Supplies Ltd' }]);
  });

  test('[MONEY-1] that is refused as a duplicate request is looked up: the first one took the money', async () => {
    const error = { code: '3044', message: 'You have submitted a duplicate request.' };
    const duplicate = { id: 'd-2', merchantRefNum: 'ORDER_ID:1231', error };
    expect(await charge([402, duplicate], [200, { auths: [auth] }])).toMatchObject({
      kind: 'approved',
      charge: { providerPaymentId: auth.id },
    });
    expect((await charge([402, duplicate], [200, { auths: [] }])).kind).toBe('unknown');
    const failed = { ...auth, id: 'd-2', status: 'FAILED', error };
    expect(await charge([402, duplicate], [200, { auths: [failed] }])).toMatchObject({
      kind: 'declined',
      refusal: { code: '3044' },
    });
  });
});

test.each([
  // The meanings are those of "Authorization Errors", "Common Errors" and "Customer Vault Errors".
  ['3004', 'The zip/postal code must be provided for an AVS check request.', 'ADDRESS'],
  ['3008', 'You submitted a card type for which the merchant account is not configured.', 'NOT_PERMITTED'],
  ['3019', 'Your request has failed the CVV check.', 'SECURITY_CODE'],
  ['3040', 'The request type is not permitted on the card.', 'NOT_PERMITTED'],
  ['3049', 'The bank has requested that you retrieve the card – the credit card has expired.', 'CARD_EXPIRED'],
  ['5010', 'The submitted country code is invalid.', 'ADDRESS'],
  ['5502', 'The payment token is invalid, or its profile is not active.', 'CARD_DETAILS'],
  ['7508', 'You submitted an invalid card number or brand.', 'CARD_NUMBER'],
])('[PROV-8] the code %s, "%s", means %s', (code, _, reason) => {
  expect(refusalReason({ key: 'paysafe', settings: {} }, code)).toBe(reason);
});

test.each([
  // "Common Errors"
  ['5001', 'The submitted currency code is invalid or your account does not support this currency.'],
  ['5016', 'The merchant account you provided cannot be found.'],
  ['5017', 'The merchant account you provided is disabled.'],
])('[PROV-8] the code %s, "%s", is a matter of our settings', async (code, message) => {
  const refusal = { code: 'PROVIDER_CONFIGURATION', message: null };
  const error = { id: 'e-1', merchantRefNum: attempt.merchantRefNumber, error: { code, message } };
  expect(await charge([400, error])).toMatchObject({ kind: 'declined', refusal });
  // Such an account can't be asked either, so the attempt would hold its orders for ever.
  expect(wire.asked).toHaveLength(1);
});

describe('[CARD-91] a token that has expired, or an address that is gone', () => {
  const answer = (code: string, message: string) => ({ error: { code, message } });
  const exchangeApples = (...answers: ScriptedAnswer[]) => {
    wire.answerWith(...answers);
    const header = { ephemeralPublicKey: 'k', publicKeyHash: 'h', transactionId: 't' };
    const paymentData = { version: 'EC_v1', data: 'AA', signature: 'AA', header };
    return provider.wallets?.applePay?.exchange({ paymentData, paymentMethod: {}, transactionIdentifier: 't' });
  };

  test('is no fault of our settings for a wallet', async () => {
    const expired = answer('7514', 'The payment token has expired.');
    expect(await exchangeApples([404, expired])).toMatchObject({ kind: 'declined', refusal: { code: '7514' } });
    const missing = answer('7512', "The merchant's Apple Pay configuration could not be found.");
    for (const settings of [[400, missing] as const, [404, answer('5269', 'Unknown ID')] as const])
      expect(await exchangeApples([...settings])).toMatchObject({ refusal: { code: 'PROVIDER_CONFIGURATION' } });
  });

  test.each([
    ['7511', 'The address ID provided in your request could not be found.', 'ADDRESS'],
    ['7514', 'The payment token has expired.', 'CARD_DETAILS'],
  ])('has a reason for the customer who keeps a card: %s, "%s"', async (code, message, reason) => {
    wire.answerWith([404, answer(code, message)]);
    const names = { holderName: 'Jo Sailor', nickName: '' };
    const card = { singleUseToken: 'SCabc', ...names, billing: null, billingAddressId: 'a-1' };
    await expect(provider.vault?.keepCard('p-1', card)).rejects.toMatchObject({ refusal: { code, reason } });
  });
});

describe('a settlement', () => {
  const settlement = {
    id: 'a02e52c7-c991-4418-966a-b62989cb0eae',
    merchantRefNum: 'ORDER_ID:1231',
    amount: 10_098,
    availableToRefund: 0,
    txnTime: '2013-12-14T15:12:18Z',
    status: 'PENDING',
  };
  const fetchAftermath = (body: object) => {
    wire.answerWith([200, body]);
    return provider.fetchAftermath?.(attempt, settlement.id);
  };
  const known = { kind: 'known', refundedMinor: 0, disputedMinor: null, reversedMinor: 0 };

  test.each(['RECEIVED', 'PENDING', 'INITIATED'])(
    '[MONEY-3] that is %s was not refunded: it may show nothing to refund until its batch',
    async (status) => {
      expect(await fetchAftermath({ ...settlement, status })).toEqual(known);
      expect(await fetchAftermath({ ...settlement, status, availableToRefund: 10_098 })).toEqual(known);
    },
  );

  test('[MONEY-3] that is completed was refunded by the difference to its amount', async () => {
    expect(await fetchAftermath({ ...settlement, status: 'COMPLETED', availableToRefund: 2_225 })).toEqual({
      ...known,
      refundedMinor: 7_873,
    });
    expect(await fetchAftermath({ ...settlement, status: 'COMPLETED' })).toEqual({ ...known, refundedMinor: 10_098 });
  });

  test.each(['CANCELLED', 'FAILED'])(
    '[MONEY-3] that is %s brings nothing, also if only its status says so',
    async (status) => {
      const short = { links: [], id: settlement.id, txnTime: '2017-05-05T13:30:44Z', status };
      expect(await fetchAftermath(short)).toEqual({ ...known, reversedMinor: 10_098 });
      expect(await fetchAftermath({ ...short, amount: 98 })).toEqual({ ...known, reversedMinor: 98 });
    },
  );

  test('[MONEY-3] without its amounts says nothing, if it is completed', async () => {
    const { amount: _, ...short } = settlement;
    expect(await fetchAftermath({ ...short, status: 'COMPLETED' })).toMatchObject({ kind: 'unknown' });
  });

  test('[MONEY-3] whose batch is under way says nothing with a zero, nor does one in a new status', async () => {
    expect(await fetchAftermath({ ...settlement, status: 'PROCESSING' })).toMatchObject({ kind: 'unknown' });
    expect(await fetchAftermath({ ...settlement, status: 'PROCESSING', availableToRefund: 10_000 })).toEqual({
      ...known,
      refundedMinor: 98,
    });
    expect(await fetchAftermath({ ...settlement, status: 'NEWLY_INVENTED', availableToRefund: 5 })).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('a refund', () => {
  const order = { providerPaymentId: 'a02e52c7', reference: 'QSR-1', amountMinor: 100, reason: '' };
  const made = {
    id: 'ef1e0c9b',
    merchantRefNum: 'QSR-1',
    amount: 100,
    txnTime: '2014-05-01T14:52:35Z',
    status: 'COMPLETED',
  };
  const make = (...answers: ScriptedAnswer[]) => {
    wire.answerWith(...answers);
    return provider.refunds?.make(attempt, order);
  };

  // All that the provider's Java client knows, one that its newer API has, and one that nobody knows yet.
  test.each([
    ['COMPLETED', 'done'],
    ['RECEIVED', 'pending'],
    ['PENDING', 'pending'],
    ['PROCESSING', 'pending'],
    ['NEWLY_INVENTED', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
    ['EXPIRED', 'failed'],
  ])('[PAID-3] that is %s is %s', async (status, state) => {
    const answer =
      state === 'failed'
        ? { kind: 'refused', refusal: { code: status, message: null } }
        : { kind: 'made', refundId: made.id, isDone: state === 'done' };
    expect(await make([200, { ...made, status }])).toEqual(answer);
    wire.answerWith([200, { refunds: [{ ...made, status }] }]);
    expect(await provider.refunds?.find(attempt, order)).toMatchObject({ kind: 'known', refunds: [{ state }] });
  });

  const refused = (code: string, message: string) => ({ id: 'r-2', merchantRefNum: 'QSR-1', error: { code, message } });

  test('[PAID-3] that another request may be making is not refused', async () => {
    const busy = 'There is already another request being processed on the transaction referenced for this request.';
    expect(await make([402, refused('3417', busy)])).toEqual({ kind: 'unknown', reason: 'code 3417' });
    expect((await make([402, refused('3044', 'You have submitted a duplicate request.')]))?.kind).toBe('unknown');
    expect((await make([409, refused('5031', 'The transaction has already been processed.')]))?.kind).toBe('unknown');
    const much = 'The requested Refund amount exceeds the remaining Settlement amount.';
    expect(await make([402, refused('3402', much)], [200, { refunds: [] }])).toEqual({
      kind: 'refused',
      refusal: { code: '3402', message: much },
    });
  });
});

describe('a card that is to be kept', () => {
  const card = { singleUseToken: 'SCabc', holderName: 'Jo', nickName: '', billing: null, billingAddressId: null };

  test.each([
    ['7504', 'This card has been used for the maximum number of profiles allowed. Please use a different card.'],
    ['7515', 'The card cannot be added to this profile because the profile has reached the maximum number of cards.'],
  ])('[CARD-3] is refused with %s, and nothing counts as kept', async (code, message) => {
    wire.answerWith([409, { error: { code, message } }]);
    const fault = await provider.vault?.keepCard('p-1', card).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      message: `paysafe: create card: HTTP 409, code ${code}`,
      refusal: { code, message, reason: 'NOT_KEPT' },
    });
  });
});

describe('a wallet’s token', () => {
  const exchangeApples = (...answers: ScriptedAnswer[]) => {
    wire.answerWith(...answers);
    return provider.wallets?.applePay?.exchange({ paymentData: {}, paymentMethod: {}, transactionIdentifier: '8A08' });
  };
  const apples = {
    id: '16b446d5-9756-4291-812f-c17f3355b501',
    paymentToken: 'AyZHBRLp2ShIb8u',
    timeToLiveSeconds: 899,
    transaction: { amount: 60, currencyCode: 'CAD' },
    applePayPaymentToken: { token: { paymentMethod: { displayName: 'Visa 0224', network: 'Visa', type: 'debit' } } },
    card: { status: 'ACTIVE', lastDigits: '3471', cardCategory: 'PREPAID' },
  };

  test('[CARD-7] of Apple pays, although the provider names no first digits and no type of its card', async () => {
    const card = { paymentToken: 'AyZHBRLp2ShIb8u', asksBank: false };
    expect(await exchangeApples([200, apples])).toEqual({ kind: 'card', card });
    expect(await exchangeApples([200, { ...apples, card: undefined }])).toEqual({ kind: 'card', card });
  });

  test('[CARD-7] of Google asks the bank, unless the answer says that the telephone has proven who pays', async () => {
    const google = {
      id: 'b09f9dbb-afb7-4555-aedc-c9998cf07442',
      paymentToken: 'GE4Lo73CJ9uFliO',
      timeToLiveSeconds: 899,
      googlePayPaymentToken: { tag: 'nDtd', paymentMethod: 'CARD_ON_FILE', messageExpiration: '1625832458302' },
      card: { status: 'ACTIVE', cardBin: '546000', lastDigits: '4597', cardType: 'MC' },
    };
    const exchange = (changes: object) => {
      wire.answerWith([200, { ...google, ...changes }]);
      return provider.wallets?.googlePay?.exchange({});
    };
    const face = { paymentToken: 'GE4Lo73CJ9uFliO', cardBin: '546000', lastDigits: '4597', cardType: 'MC' };
    expect(await exchange({})).toEqual({ kind: 'card', card: { ...face, asksBank: true } });
    expect(await exchange({ googlePayPaymentToken: undefined })).toMatchObject({ card: { asksBank: true } });
    const proven = { googlePayPaymentToken: { paymentMethod: 'TOKENIZED_CARD' } };
    expect(await exchange(proven)).toMatchObject({ card: { asksBank: false } });
  });
});
