import { lookUpCardAuthentication, payByCard } from '@quayside/contract/cards/cards.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dinarCulture } from '../../../testing/factories/orders.ts';
import {
  answerBank,
  authenticate,
  billingAddress,
  type Checkout,
  giveProvider,
  makeFault,
  presentCard,
  readBooks,
  type TestMerchant,
} from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { chooseAtGoogle, exchange, walletCards, withWallets } from '../../../testing/payments/wallet-payments.ts';

let fixture: CheckoutFixture;
let merchant: TestMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await withWallets(fixture.sandbox.url, fixture.merchant);
  await giveProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { responseStatus?: { errorCode: string } }).responseStatus?.errorCode ?? ''}`;
const customerOf = async (grossMinor = 10_000) => ({ ...(await fixture.customer({ grossMinor })), merchant });
const chargesOf = async (reference: string) =>
  (await readBooks(fixture.sandbox.url, merchant)).auths.filter(({ merchantRefNum }) => merchantRefNum === reference);

/** Fingerprints the device, as the provider's script does with the first digits of the card. */
const deviceOf = async () => (await presentCard(fixture.sandbox.url, merchant)).deviceFingerprintingId;

const pay = (
  { client, accountGuid, orderIds, amount }: Checkout,
  merchantRefNumber: string,
  token: string,
  paymentChannel: 'Card' | 'GooglePay' = 'GooglePay',
) =>
  client.call(payByCard, {
    body: {
      accountGuid,
      orderIds,
      amount,
      merchantRefNumber,
      token,
      paymentChannel,
      holderName: 'Jo Sailor',
      address: billingAddress,
    },
  });

describe('a payment by Google Pay', () => {
  test('[CARD-7] [MONEY-5] is stored, exchanged, asked of the card’s bank, and charged in minor units', async () => {
    const customer = await customerOf(12_550);
    const { body } = await exchange(customer, await chooseAtGoogle(customer));
    expect(body).toMatchObject({
      isSuccessful: true,
      outcome: 'challenge',
      payment: { paymentStatus: 'Incomplete', paymentChannel: 'GooglePay', amount: 125.5 },
      googlePayTokenResponse: { card: { cardBin: '400000', cardType: 'VI', lastDigits: '1091' } },
    });
    const ref = body.payment.merchantRefNumber;
    const token = body.googlePayTokenResponse?.paymentToken ?? '';
    expect(codeOf(await pay(customer, ref, token))).toBe('409 PAYMENT_STATE');
    const authentication = await authenticate(customer, ref, { token, deviceFingerprintingId: await deviceOf() });
    expect(authentication.body.outcome).toBe('challenge');
    await answerBank(fixture.sandbox.bankUrl, authentication.body.sdkChallengePayload);
    const found = { authenticationId: authentication.body.id, paymentRequest: { merchantRefNumber: ref } };
    const { body: known } = await customer.client.call(lookUpCardAuthentication, { body: found });
    expect(known.outcome).toBe('proceed');
    const paid = await pay(customer, ref, token);
    expect(paid.body).toMatchObject({
      paymentStatus: 'Completed',
      paymentMethod: 'Google Pay',
      maskedCardNumber: '**** 1091',
    });
    expect((await pay(customer, ref, token)).body).toEqual(paid.body);
    expect(await chargesOf(ref)).toMatchObject([
      { amount: 12_550, authenticationCheck: 'genuine', sentCredential: null },
    ]);
  });

  test('[CARD-7] a card of the device proves who pays, so its bank is not asked', async () => {
    const customer = await customerOf();
    const { body } = await exchange(customer, await chooseAtGoogle(customer, walletCards.onDevice));
    expect(body.outcome).toBe('proceed');
    const ref = body.payment.merchantRefNumber;
    const token = body.googlePayTokenResponse?.paymentToken ?? '';
    expect(codeOf(await pay(customer, ref, token, 'Card'))).toBe('409 PAYMENT_STATE');
    expect((await pay(customer, ref, token)).body.paymentStatus).toBe('Completed');
    expect(await chargesOf(ref)).toMatchObject([{ authenticationCheck: 'none' }]);
  });

  test('[CARD-7] the token alone is accepted too, and a challenged card can’t be replaced by another one', async () => {
    const customer = await customerOf();
    const data = await chooseAtGoogle(customer, walletCards.passes);
    const { tokenizationData } = data['paymentMethodData'] as { tokenizationData: { token: string } };
    const { body } = await exchange(customer, JSON.parse(tokenizationData.token) as object);
    expect(body).toMatchObject({ isSuccessful: true, outcome: 'challenge' });
    const other = await presentCard(fixture.sandbox.url, merchant);
    const ref = body.payment.merchantRefNumber;
    expect(codeOf(await authenticate(customer, ref, other))).toBe('409 PAYMENT_STATE');
    expect(codeOf(await pay(customer, ref, other.token))).toBe('409 PAYMENT_STATE');
    expect(await chargesOf(ref)).toEqual([]);
  });

  test('[CARD-7] a field that Google adds to its answer is no reason to refuse it', async () => {
    const customer = await customerOf();
    const data = await chooseAtGoogle(customer, walletCards.passes);
    const method = data['paymentMethodData'] as { info: object; tokenizationData: object };
    const more = { addedByGoogle: { later: true } };
    const whole = {
      ...data,
      ...more,
      shippingOptionData: { id: 'none' },
      paymentMethodData: {
        ...method,
        ...more,
        info: { ...method.info, ...more },
        tokenizationData: { ...method.tokenizationData, ...more },
      },
    };
    expect((await exchange(customer, whole)).body).toMatchObject({ isSuccessful: true, outcome: 'challenge' });
    const another = await customerOf();
    const alone = await chooseAtGoogle(another, walletCards.passes);
    const { tokenizationData } = alone['paymentMethodData'] as { tokenizationData: { token: string } };
    const sealed = { ...(JSON.parse(tokenizationData.token) as object), ...more };
    expect((await exchange(another, sealed)).body).toMatchObject({ isSuccessful: true, outcome: 'challenge' });
  });

  test('[CARD-7] a token that the provider does not take ends the attempt, and leaves the orders free', async () => {
    const customer = await customerOf();
    for (const [token, errorCode] of [
      [await chooseAtGoogle(customer, walletCards.asks, 'somebody-else'), '9086'],
      [{ signature: 'MEUC', protocolVersion: 'ECv1', signedMessage: '{}' }, '5068'],
    ] as const) {
      const { body } = await exchange(customer, token);
      expect(body).toMatchObject({ isSuccessful: false, outcome: 'fail', googlePayTokenResponse: null });
      expect(body.payment).toMatchObject({ paymentStatus: 'Declined', cardPaymentStatus: 'FAILED', errorCode });
    }
    await makeFault(fixture.sandbox.url, merchant, { operation: 'googlepaytokens.create', kind: 'drop-after-commit' });
    const { body } = await exchange(customer, await chooseAtGoogle(customer));
    expect(body.payment).toMatchObject({ paymentStatus: 'Declined', errorCode: 'PROVIDER_UNAVAILABLE' });
    expect((await exchange(customer, await chooseAtGoogle(customer))).body.isSuccessful).toBe(true);
  });

  test('[CARD-7] [MONEY-1] a repeated click, and two at once, are one attempt that exchanges one token', async () => {
    const customer = await customerOf();
    const headers = { 'idempotency-key': 'sheet-1' };
    const token = await chooseAtGoogle(customer, walletCards.onDevice);
    const answers = await Promise.all([1, 2, 3].map(() => exchange(customer, token, { headers })));
    const [taken] = answers.filter(({ status }) => status === 200);
    expect(answers.map(codeOf).toSorted()).toEqual(['200 ', '409 PAYMENT_IN_PROGRESS', '409 PAYMENT_IN_PROGRESS']);
    const { payment, googlePayTokenResponse } = taken?.body ?? {};
    const ref = payment?.merchantRefNumber ?? '';
    const paid = await pay(customer, ref, googlePayTokenResponse?.paymentToken ?? '');
    expect(paid.body.paymentStatus).toBe('Completed');
    expect(codeOf(await exchange(customer, token))).toBe('409 ORDER_NOT_PAYABLE');
    expect(await chargesOf(ref)).toHaveLength(1);
  });

  test('[CARD-7] [MONEY-4] the server prices, and a site or account of others is none', async () => {
    const customer = await customerOf();
    const neighbour = await customerOf();
    const token = await chooseAtGoogle(customer);
    expect(codeOf(await exchange({ ...customer, amount: 1 }, token))).toBe('409 AMOUNT_CHANGED');
    expect(codeOf(await exchange(customer, token, { siteId: 2 }))).toBe('409 ORDER_NOT_PAYABLE');
    expect(codeOf(await exchange({ ...customer, accountGuid: neighbour.accountGuid }, token))).toBe('404 NOT_FOUND');
    expect(codeOf(await exchange({ ...customer, orderIds: neighbour.orderIds }, token))).toBe('404 NOT_FOUND');
  });
});

test('[CARD-7] [SAFE-5] no log line or stored row has Google’s or the provider’s token, whatever fails', async () => {
  const secret = [String(merchant.settings['tokenSecret']), '4000000000001000'];
  for (const kind of [null, 'status', 'invalid-json', 'drop-after-commit']) {
    const customer = await customerOf();
    if (kind) await makeFault(fixture.sandbox.url, merchant, { operation: 'googlepaytokens.create', kind });
    const data = await chooseAtGoogle(customer, walletCards.onDevice);
    const { tokenizationData } = data['paymentMethodData'] as { tokenizationData: { token: string } };
    const { signature } = JSON.parse(tokenizationData.token) as { signature: string };
    const { body } = await exchange(customer, data);
    secret.push(signature, body.googlePayTokenResponse?.paymentToken ?? signature);
    await pay(customer, body.payment.merchantRefNumber, body.googlePayTokenResponse?.paymentToken ?? 'Gtoken');
  }
  const { db } = fixture.tenant;
  const rows = [
    await db.selectFrom('payments').selectAll().execute(),
    await db.selectFrom('payment_events').selectAll().execute(),
    await db.selectFrom('three_d_secure_lookups').selectAll().execute(),
  ];
  const written = fixture.app.logs() + JSON.stringify(rows);
  expect(written).toContain('the provider does not take a wallet');
  expect(secret.filter((text) => written.includes(text))).toEqual([]);
});

test('[CARD-7] browsers get the wallets, and no secret', async () => {
  const { client } = await customerOf();
  const { providers } = (await client.call(listPaymentProviders, { params: { siteId: 1 } })).body;
  expect(providers[0]).toMatchObject({
    isGooglePayEnabled: true,
    isApplePayEnabled: true,
    googlePayMerchantId: null,
    googlePayGatewayMerchantId: merchant.settings['tokenKey'],
    config: { wallets: { googlePayAuthMethods: ['PAN_ONLY'] } },
  });
  expect(JSON.stringify(providers)).not.toMatch(/PRIVATE KEY|CERTIFICATE/);
});

test('[MONEY-5] [CARD-7] Google Pay is not offered in a currency of three decimals, and Apple Pay is', async () => {
  const dinars = await startCheckoutFixture(dinarCulture);
  const withBoth = await withWallets(dinars.sandbox.url, dinars.merchant);
  await giveProvider(dinars.tenant.db, dinars.tenant.id, withBoth);
  const customer = { ...(await dinars.customer({})), merchant: withBoth };
  const shown = async () =>
    (await customer.client.call(listPaymentProviders, { params: { siteId: 1 } })).body.providers[0];
  expect(await shown()).toMatchObject({
    isGooglePayEnabled: false,
    isApplePayEnabled: true,
    googlePayMerchantId: null,
    googlePayGatewayMerchantId: null,
  });
  expect((await shown())?.config.wallets?.scripts).not.toHaveProperty('googlePay');
  expect((await shown())?.config.wallets?.scripts).toHaveProperty('applePay');
  expect(codeOf(await exchange(customer, await chooseAtGoogle(customer)))).toBe('409 ORDER_NOT_PAYABLE');

  await giveProvider(dinars.tenant.db, dinars.tenant.id, {
    ...withBoth,
    settings: { ...withBoth.settings, applePay: null },
  });
  expect(await shown()).toMatchObject({ isGooglePayEnabled: false, isApplePayEnabled: false });
  expect((await shown())?.config).not.toHaveProperty('wallets');
  await dinars.close();
});
