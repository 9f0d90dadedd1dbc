import { cancelPayment } from '@quayside/contract/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate, create, pay, presentCard, readBooks } from '../../testing/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/checkout-fixture.ts';
import { dinarCulture, yenCulture } from '../../testing/factories-orders.ts';

/** Prices in minor units, and in the marina's own notation. */
const marinas = [
  { culture: yenCulture, prices: [1_000, 12_345], amounts: [1000, 12345], total: 13345, text: /JP¥13,345|¥13,345/ },
  { culture: dinarCulture, prices: [10_139, 1], amounts: [10.139, 0.001], total: 10.14, text: /TND\s?10\.140/ },
  {
    culture: { isoCurrencyCode: 'GBP', currencyDecimalPlaces: 2, minorCurrencyUnit: 100 },
    prices: [1_010, 2_020],
    amounts: [10.1, 20.2],
    total: 30.3,
    text: /£30\.30/,
  },
] as const;

describe.each(marinas)('$culture.isoCurrencyCode', ({ culture, prices, amounts, total, text }) => {
  let fixture: CheckoutFixture;
  beforeAll(async () => {
    fixture = await startCheckoutFixture(culture);
  });
  afterAll(() => fixture.close());

  test('[ORD-8][MONEY-5] is charged in whole minor units and shown in the marina’s own figures', async () => {
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
    const { auths, charged } = await readBooks(fixture.sandbox.url, fixture.merchant);
    const minor = prices.reduce<number>((sum, price) => sum + price, 0);
    expect(charged).toBe(minor);
    expect(auths).toMatchObject([{ amount: minor, currencyCode: culture.isoCurrencyCode }]);
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
