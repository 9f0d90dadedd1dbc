import { getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticate, create, pay, presentCard, readBooks } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

test('[MONEY-1][MONEY-3] an authenticated card pays its orders once, and the books agree', async () => {
  const basket = await fixture.customer({ grossMinor: 10_000 }, { grossMinor: 2_550 });
  const created = await create(basket);
  expect(created).toMatchObject({ status: 200, body: { paymentStatus: 'Incomplete', amount: 125.5 } });
  const { merchantRefNumber } = created.body;
  const card = await presentCard(fixture.sandbox.url, fixture.merchant);
  expect(await authenticate(basket, merchantRefNumber, card)).toMatchObject({
    status: 200,
    body: { outcome: 'proceed', version: 2, threeDResult: 'Y' },
  });
  const paid = await pay(basket, merchantRefNumber, card.token);
  expect(paid).toMatchObject({
    status: 200,
    body: {
      paymentStatus: 'Completed',
      cardPaymentStatus: 'COMPLETED',
      availableAmount: 0,
      maskedCardNumber: '**** 1000',
      orders: [
        { orderId: basket.orderIds[0], amount: 100 },
        { orderId: basket.orderIds[1], amount: 25.5 },
      ],
    },
  });
  const again = await pay(basket, merchantRefNumber, card.token);
  expect(again.body).toEqual(paid.body);
  const read = await basket.client.call(getPayment, { params: { merchantRefNum: merchantRefNumber } });
  expect(read.body).toEqual(paid.body);
  expect(await readBooks(fixture.sandbox.url, fixture.merchant)).toMatchObject({
    charged: 12_550,
    auths: [{ merchantRefNum: merchantRefNumber, status: 'COMPLETED', authenticationCheck: 'genuine' }],
  });
});
