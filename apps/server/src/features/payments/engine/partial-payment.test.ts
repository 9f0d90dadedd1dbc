import { openCardComponents } from '@quayside/contract/cards/card-components.ts';
import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { getOrder } from '@quayside/contract/orders/orders.ts';
import { smallestPart } from '@quayside/contract/payments/partial-payments.ts';
import { startExpressPayment, startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import type { PartialAmounts, ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticate, pay, presentCard, readBooks } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { giveComponents, registerComponentMerchant } from '../../../testing/payments/component-payments.ts';
import { givePageProvider, registerPaypal, registerRedirect } from '../../../testing/payments/page-payments.ts';
import { makeVisitor } from '../../../testing/payments/pay-links.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture(
    {},
    { allowPartialPayment: true, partialPaymentMinimum: { unit: 'percent', value: 25 } as const },
  );
});
afterAll(() => fixture.close());

/** Starts a card payment of parts of the basket. */
const start = (
  { client, accountGuid, orderIds, amount }: Customer,
  partialAmounts: PartialAmounts,
  headers: Record<string, string> = {},
) =>
  client.call(
    createCardPayment,
    { body: { accountGuid, orderIds, amount, partialAmounts, paymentChannel: 'Card' } },
    headers,
  );

/** Takes a started payment to its end. */
async function finish(customer: Customer, { merchantRefNumber, amount, orders }: ProcessedPayment) {
  const card = await presentCard(customer.sandboxUrl, customer.merchant);
  await authenticate({ ...customer, amount }, merchantRefNumber, card);
  const orderIds = orders.map(({ orderId }) => orderId);
  return pay({ ...customer, orderIds, amount }, merchantRefNumber, card.token);
}

const owedOf = async ({ client, accountGuid, orderIds }: Customer) =>
  Promise.all(
    orderIds.map(async (id) => {
      const { order } = (await client.call(getOrder, { params: { guid: accountGuid, id } })).body;
      return `${order.paymentStatus} ${order.outstandingAmount}`;
    }),
  );

const recently = { taxPointDate: '2999-01-01' };

describe('[PAID-4] a part of what is due', () => {
  test('is charged and allocated as chosen; the rest stays due and can be paid later', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000, ...recently }, { grossMinor: 4_000, ...recently });
    const [first = 0, second = 0] = customer.orderIds;
    const parts = [
      { orderId: first, amount: 60 },
      { orderId: second, amount: 15.5 },
    ];
    const started = await start(customer, parts);
    expect(started.body).toMatchObject({ amount: 75.5 });
    const paid = await finish(customer, started.body);
    expect(paid.body).toMatchObject({ paymentStatus: 'Completed', amount: 75.5, availableAmount: 0 });
    expect(paid.body.orders.map(({ orderId, amount }) => ({ orderId, amount }))).toEqual(parts);
    expect(await owedOf(customer)).toEqual(['Paid 0', 'PartPaid 24.5']);
    const { auths } = await readBooks(sandbox.url, fixture.merchant);
    expect(auths.at(-1)).toMatchObject({ amount: 7_550 });
    const rest = { ...customer, orderIds: [second], amount: 24.5 };
    const all = await start(rest, [{ orderId: second, amount: 24.5 }]);
    expect((await finish(rest, all.body)).body.paymentStatus).toBe('Completed');
    expect(await owedOf(customer)).toEqual(['Paid 0', 'Paid 0']);
  });

  test('is paid of some of the orders alone', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000, ...recently }, { grossMinor: 4_000, ...recently });
    const [first = 0] = customer.orderIds;
    const started = await start(customer, [{ orderId: first, amount: 35 }]);
    expect((await finish(customer, started.body)).body.paymentStatus).toBe('Completed');
    expect(await owedOf(customer)).toEqual(['PartPaid 25', 'Unpaid 40']);
  });

  test('is refused below the minimum, with the minimum, and above what is due', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000 }, { grossMinor: 4_001 });
    const [first = 0, second = 0] = customer.orderIds;
    const small = await start(customer, [{ orderId: first, amount: 25 }], { 'accept-language': 'en-GB' });
    expect(codeOf(small)).toBe('409 PARTIAL_AMOUNT_TOO_SMALL');
    expect(small.body.responseStatus?.meta).toEqual({ amount: '25.01' });
    expect(small.body.responseStatus?.message).toBe(
      'Pay at least £25.01. Nothing was charged. Choose a larger amount.',
    );
    expect((await start(customer, [{ orderId: first, amount: 25.01 }])).status).toBe(200);
    for (const parts of [
      [{ orderId: first, amount: 60.01 }],
      [{ orderId: first, amount: 30.001 }],
      [
        { orderId: first, amount: 60 },
        { orderId: second, amount: 0 },
      ],
      [
        { orderId: first, amount: 30 },
        { orderId: first, amount: 30 },
      ],
      [
        { orderId: first, amount: 60 },
        { orderId: 999_999, amount: 1 },
      ],
    ])
      expect(codeOf(await start(customer, parts)), JSON.stringify(parts)).toBe('400 INVALID_REQUEST');
  });

  test('is refused if something else is due than was shown, also between the start and the charge', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000, ...recently });
    const [first = 0] = customer.orderIds;
    const parts = [{ orderId: first, amount: 30 }];
    const other = await start({ ...customer, amount: 59 }, parts);
    expect(codeOf(other)).toBe('409 AMOUNT_CHANGED');
    const started = await start(customer, parts);
    await fixture.tenant.db.updateTable('orders').set({ gross_minor: 7_000 }).where('id', '=', first).execute();
    const refused = await finish(customer, started.body);
    expect(codeOf(refused)).toBe('409 AMOUNT_CHANGED');
    expect(await owedOf(customer)).toEqual(['Unpaid 70']);
  });

  test('is another request than all of it, and than another part', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000 });
    const [first = 0] = customer.orderIds;
    const key = { 'idempotency-key': `key-of-part-${first}` };
    const started = await start(customer, [{ orderId: first, amount: 30 }], key);
    const again = await start(customer, [{ orderId: first, amount: 30 }], key);
    expect(again.body.merchantRefNumber).toBe(started.body.merchantRefNumber);
    expect(codeOf(await start(customer, [{ orderId: first, amount: 31 }], key))).toMatch(/IDEMPOTENCY_KEY_REUSED/);
  });

  test('is paid by a link', async () => {
    const visitor = await makeVisitor(fixture, { grossMinor: 8_000, ...recently });
    await visitor.open();
    const part = (amount: number) => start(visitor.checkout, [{ orderId: visitor.order.id, amount }]);
    expect(codeOf(await part(19.99))).toBe('409 PARTIAL_AMOUNT_TOO_SMALL');
    const started = await part(20);
    expect((await finish(visitor.checkout, started.body)).body).toMatchObject({
      paymentStatus: 'Completed',
      amount: 20,
    });
    expect(await owedOf({ ...visitor.owner, orderIds: [visitor.order.id] })).toEqual(['PartPaid 60']);
  });

  test('is paid by two people at once who opened the same link: never more than is due', async () => {
    // With 60 only one fits. With 40 both fit, but the second has seen another amount due than there is now.
    for (const each of [60, 40]) {
      const visitor = await makeVisitor(fixture, { grossMinor: 8_000, ...recently });
      const people = [visitor.checkout, { ...visitor.checkout, client: fixture.app.client(fixture.tenant.key) }];
      const ready = await Promise.all(
        people.map(async (person) => {
          await visitor.open(person.client);
          const { body } = await start(person, [{ orderId: visitor.order.id, amount: each }]);
          const card = await presentCard(person.sandboxUrl, person.merchant);
          await authenticate({ ...person, amount: each }, body.merchantRefNumber, card);
          return () => pay({ ...person, amount: each }, body.merchantRefNumber, card.token);
        }),
      );
      const answers = await Promise.all(ready.map((send) => send()));
      const outcomes = answers.map((answer) => answer.body.paymentStatus ?? codeOf(answer));
      expect(outcomes.filter((status) => status === 'Completed')).toHaveLength(1);
      expect(outcomes.find((status) => status !== 'Completed')).toMatch(/409 (PAYMENT_IN_PROGRESS|AMOUNT_CHANGED)/);
      expect(await owedOf({ ...visitor.owner, orderIds: [visitor.order.id] })).toEqual([`PartPaid ${80 - each}`]);
      // The refused payer pays the rest.
      const second = { ...visitor.checkout, amount: 80 - each };
      const rest = await start(second, [{ orderId: visitor.order.id, amount: 80 - each }]);
      expect((await finish(second, rest.body)).body.paymentStatus).toBe('Completed');
      expect(await owedOf({ ...visitor.owner, orderIds: [visitor.order.id] })).toEqual(['Paid 0']);
      await compareBooks(sandbox.url, fixture.tenant, fixture.merchant);
    }
  });

  test('is asked for at every kind of provider', async () => {
    const { db, id } = fixture.tenant;
    const components = await registerComponentMerchant(sandbox);
    for (const merchant of [await registerPaypal(sandbox), await registerRedirect(sandbox)])
      await givePageProvider(db, id, merchant);
    await giveComponents(db, id, components);
    const customer = await fixture.customer({ grossMinor: 6_000 });
    const { client, accountGuid, orderIds, amount } = customer;
    const [orderId = 0] = orderIds;
    const partialAmounts = [{ orderId, amount: 30 }];
    const opened = await client.call(openCardComponents, {
      body: {
        accountGuid,
        amount,
        partialAmounts,
        channel: 'ECOM',
        currency: 'GBP',
        ordersToPay: [
          {
            orderId,
            amount: 60,
          },
        ],
      },
    });
    expect(opened.body.payment).toMatchObject({ amount: 30, paymentStatus: 'Incomplete' });
    const back = { returnUrl: `${client.url}/secure/paypal-success`, cancelUrl: client.url };
    const express = await client.call(startExpressPayment, {
      body: { accountGuid, orderIds, amountToPay: amount, partialAmounts, ...back },
    });
    expect(express.body.payment).toMatchObject({ amount: 30, paymentStatus: 'Incomplete' });
    const page = await client.call(startPagePayment, {
      body: { accountGuid, orderIds, amount, partialAmounts, providerKey: 'redirect' },
    });
    expect(page.body).toMatchObject({ amount: 30, paymentStatus: 'Incomplete' });
  });
});

test('[PAID-4] a marina that has not switched it on takes no part', async () => {
  const other = await startCheckoutFixture();
  const customer = await other.customer({});
  const [first = 0] = customer.orderIds;
  expect(codeOf(await start(customer, [{ orderId: first, amount: 50 }]))).toBe('400 INVALID_REQUEST');
  expect((await start(customer, [{ orderId: first, amount: 100 }])).status).toBe(400);
  await other.close();
});

test.each([
  [null, 10_000, 2, 1],
  [{ unit: 'percent', value: 25 } as const, 10_001, 2, 2_501],
  [{ unit: 'percent', value: 100 } as const, 10_000, 2, 10_000],
  [{ unit: 'amount', value: 20 } as const, 10_000, 2, 2_000],
  [{ unit: 'amount', value: 20 } as const, 1_500, 2, 1_500],
  [{ unit: 'amount', value: 500 } as const, 1_200, 0, 500],
])('[PAID-4] the minimum %j of %i with %i decimals is %i', (minimum, due, places, least) => {
  expect(smallestPart(minimum, due, places)).toBe(least);
});
