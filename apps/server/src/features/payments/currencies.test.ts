import { cancelPayment, listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dinarCulture, yenCulture } from '../../testing/factories/orders.ts';
import { authenticate, create, pay, presentCard, readBooks } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';

const cultureOf = (isoCurrencyCode: string, currencyDecimalPlaces: number) => ({
  isoCurrencyCode,
  currencyDecimalPlaces,
  minorCurrencyUnit: 10 ** currencyDecimalPlaces,
});

/** Prices in minor units and in the marina's own notation, and their sum in minor units of ISO 4217. */
const marinas = [
  {
    culture: yenCulture,
    prices: [1_000, 12_345],
    amounts: [1000, 12345],
    total: 13345,
    charged: 13_345,
    text: /JP¥13,345|¥13,345/,
  },
  {
    culture: dinarCulture,
    prices: [10_139, 1],
    amounts: [10.139, 0.001],
    total: 10.14,
    charged: 10_140,
    text: /TND\s?10\.140/,
  },
  {
    culture: cultureOf('GBP', 2),
    prices: [1_010, 2_020],
    amounts: [10.1, 20.2],
    total: 30.3,
    charged: 3_030,
    text: /£30\.30/,
  },
  {
    culture: cultureOf('HUF', 0),
    prices: [20_000, 5_000],
    amounts: [20000, 5000],
    total: 25000,
    charged: 2_500_000,
    text: /Ft\s?25,000/,
  },
  {
    culture: cultureOf('HUF', 2),
    prices: [2_000_000, 500_050],
    amounts: [20000, 5000.5],
    total: 25000.5,
    charged: 2_500_050,
    text: /Ft\s?25,000\.50/,
  },
  {
    culture: cultureOf('IQD', 0),
    prices: [4_000, 1_000],
    amounts: [4000, 1000],
    total: 5000,
    charged: 5_000_000,
    text: /IQD\s?5,000/,
  },
] as const;

describe.each(marinas)('$culture.isoCurrencyCode', ({ culture, prices, amounts, total, charged, text }) => {
  let fixture: CheckoutFixture;
  beforeAll(async () => {
    fixture = await startCheckoutFixture(culture);
  });
  afterAll(() => fixture.close());

  test('[ORD-8][MONEY-5][MONEY-48] is charged by ISO 4217, and shown in the marina’s own figures', async () => {
    const customer = { ...(await fixture.customer(...prices.map((grossMinor) => ({ grossMinor })))), amount: total };
    const { merchantRefNumber } = (await create(customer)).body;
    const card = await presentCard(fixture.sandbox.url, fixture.merchant);
    expect((await authenticate(customer, merchantRefNumber, card)).body.outcome).toBe('proceed');
    expect((await pay(customer, merchantRefNumber, card.token)).body).toMatchObject({
      paymentStatus: 'Completed',
      amount: total,
      isoCurrencyCode: culture.isoCurrencyCode,
      orders: amounts.map((amount) => ({ amount })),
    });
    const books = await readBooks(fixture.sandbox.url, fixture.merchant);
    expect(books.charged).toBe(charged);
    expect(books.auths).toMatchObject([{ amount: charged, currencyCode: culture.isoCurrencyCode }]);
  });

  test('[ORD-8][MONEY-4] an amount with too many decimals, or another one, is refused with the right one', async () => {
    const customer = { ...(await fixture.customer(...prices.map((grossMinor) => ({ grossMinor })))), amount: total };
    for (const amount of [total + 10 ** -(culture.currencyDecimalPlaces + 1), total + 1]) {
      const answer = await create({ ...customer, amount }, { 'accept-language': 'en-GB' });
      expect(answer.body.responseStatus).toMatchObject({
        errorCode: 'AMOUNT_CHANGED',
        meta: { amount: total.toFixed(culture.currencyDecimalPlaces) },
        message: expect.stringMatching(text),
      });
    }
    const { merchantRefNumber } = (await create(customer)).body;
    await customer.client.call(cancelPayment, { params: { ref: merchantRefNumber } });
  });
});

describe('[MONEY-49] a third decimal, which the card provider would round', () => {
  let fixture: CheckoutFixture;
  beforeAll(async () => {
    fixture = await startCheckoutFixture(dinarCulture);
  });
  afterAll(() => fixture.close());

  test('[MONEY-60] is refused at the start, and nobody is called; the browser knows the decimals before', async () => {
    const customer = await fixture.customer({ grossMinor: 10_139 });
    const offered = await customer.client.call(listPaymentProviders, { params: { siteId: 1 } });
    expect(offered.body.providers).toMatchObject([{ maxDecimals: 2 }]);
    const { status, body } = await create(customer, { 'accept-language': 'en-GB' });
    expect(`${status} ${body.responseStatus?.errorCode}`).toBe('409 PAYMENT_TOO_PRECISE');
    expect(body.responseStatus).toMatchObject({
      meta: { amount: '10.139' },
      message: expect.stringMatching(/^The amount of TND\s10\.139 has more decimals than .* Nothing was charged\./),
    });
    expect((await readBooks(fixture.sandbox.url, fixture.merchant)).authentications).toEqual([]);
  });

  test('is no hindrance if it is 0: the whole is charged exactly', async () => {
    const customer = await fixture.customer({ grossMinor: 10_130 });
    const { merchantRefNumber } = (await create(customer)).body;
    const card = await presentCard(fixture.sandbox.url, fixture.merchant);
    expect((await authenticate(customer, merchantRefNumber, card)).body.outcome).toBe('proceed');
    expect((await pay(customer, merchantRefNumber, card.token)).body).toMatchObject({ amount: 10.13 });
    expect((await readBooks(fixture.sandbox.url, fixture.merchant)).charged).toBe(10_130);
  });
});
