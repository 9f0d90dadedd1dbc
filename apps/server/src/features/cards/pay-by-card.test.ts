import { payByCard } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, sampleSite, signedInCustomer } from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { codeOf } from '../../testing/http-client.ts';
import {
  authenticate,
  authenticated,
  billingAddress,
  chargesOf,
  create,
  giveProvider,
  makeFault,
  pay,
  presentCard,
  registerMerchant,
} from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

describe('refusals, with nothing charged', () => {
  test("answers 404 for another account's attempt", async () => {
    const { customer, payment, token } = await ready();
    const neighbour = await fixture.customer({});
    expect(codeOf(await pay(neighbour, payment.merchantRefNumber, token))).toBe('404 NOT_FOUND');
    expect(
      codeOf(await pay({ ...customer, accountGuid: neighbour.accountGuid }, payment.merchantRefNumber, token)),
    ).toBe('404 NOT_FOUND');
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });

  test('[CARD-1] a security code, wherever it is', async () => {
    const { customer, payment, token } = await ready();
    const { accountGuid, orderIds, amount, client } = customer;
    const body = { accountGuid, orderIds, amount, merchantRefNumber: payment.merchantRefNumber, token };
    const more = { holderName: 'R Test', address: billingAddress, paymentChannel: 'Card' } as const;
    for (const raw of [{ cvv: '987' }, { threeDsResponse: { card: { cardNum: '4000000000001000' } } }]) {
      const answer = await client.call(payByCard, { body: { ...body, ...more, ...raw } });
      expect(codeOf(answer)).toBe('400 RAW_CARD_DATA');
    }
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });

  test('[MONEY-4] another amount, or other orders than the attempt’s', async () => {
    const { customer, payment, token } = await ready();
    const other = await makeOrder(fixture.tenant.db, customer.owner);
    expect(codeOf(await pay({ ...customer, amount: 1 }, payment.merchantRefNumber, token))).toBe('409 AMOUNT_CHANGED');
    const orders = { ...customer, orderIds: [...customer.orderIds, other.id] };
    expect(codeOf(await pay(orders, payment.merchantRefNumber, token))).toBe('409 PAYMENT_STATE');
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });

  test('[CARD-5] an attempt that was not authenticated, or a token that was not', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    const { token } = await presentCard(fixture.sandbox.url, fixture.merchant);
    expect(codeOf(await pay(customer, merchantRefNumber, token))).toBe('409 PAYMENT_STATE');
    await authenticate(customer, merchantRefNumber, await presentCard(fixture.sandbox.url, fixture.merchant));
    expect(codeOf(await pay(customer, merchantRefNumber, token))).toBe('409 PAYMENT_STATE');
    expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
  });

  test('[MONEY-4] an order that the office has changed since: the attempt is given up', async () => {
    const { customer, payment, token } = await ready();
    await fixture.tenant.db
      .updateTable('orders')
      .set({ allocated_minor: 4_000 })
      .where('id', '=', customer.orderIds[0] ?? 0)
      .execute();
    const answer = await pay(customer, payment.merchantRefNumber, token);
    expect(codeOf(answer)).toBe('409 AMOUNT_CHANGED');
    expect(answer.body.responseStatus?.meta).toEqual({ amount: '60.00' });
    expect((await create({ ...customer, amount: 60 })).status).toBe(200);
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });

  test('[ORD-10] an order that the office has cancelled since', async () => {
    const { customer, payment, token } = await ready();
    await fixture.tenant.db
      .updateTable('orders')
      .set({ cancelled_at: fixture.app.clock.now() })
      .where('id', '=', customer.orderIds[0] ?? 0)
      .execute();
    expect(codeOf(await pay(customer, payment.merchantRefNumber, token))).toBe('409 ORDER_NOT_PAYABLE');
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });
});

async function ready(grossMinor = 10_000) {
  const customer = await fixture.customer({ grossMinor });
  return { customer, ...(await authenticated(customer)) };
}

describe('the provider’s answers', () => {
  test.each([
    [11, '3022', /^There is not enough money on the card\. Use another card/],
    [5, '3009', /^The payment was declined\. Nothing was charged/],
    [23, '4002', /^The payment was declined\. Nothing was charged/],
  ])('[PROV-8] [CARD-9] %i minor units are declined with code %s, and our words for it', async (minor, code, words) => {
    const { customer, payment, token } = await ready(minor);
    expect((await pay(customer, payment.merchantRefNumber, token)).body).toMatchObject({
      paymentStatus: 'Declined',
      cardPaymentStatus: 'FAILED',
      errorCode: code,
      errorDescription: expect.stringMatching(words),
      transactionDate: null,
    });
    expect((await create(customer)).status).toBe(200);
  });

  test('[MONEY-2] a charge that is held back is pending, and keeps the hold on its orders', async () => {
    const { customer, payment, token } = await ready(98);
    expect((await pay(customer, payment.merchantRefNumber, token)).body).toMatchObject({
      paymentStatus: 'Pending',
      cardPaymentStatus: null,
      errorCode: null,
    });
    expect(codeOf(await create(customer))).toBe('409 PAYMENT_IN_PROGRESS');
  });

  test.each([
    { kind: 'drop-before' },
    { kind: 'drop-after-commit' },
    { kind: 'status', status: 500 },
    { kind: 'status-after-commit', status: 502 },
    { kind: 'invalid-json' },
  ])('[MONEY-1] an answer that is lost ($kind) is incomplete, never declined', async (fault) => {
    const { customer, payment, token } = await ready();
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', ...fault });
    expect((await pay(customer, payment.merchantRefNumber, token)).body).toMatchObject({
      paymentStatus: 'Incomplete',
      errorCode: null,
      errorDescription: null,
    });
    expect(codeOf(await create(customer))).toBe('409 PAYMENT_IN_PROGRESS');
  });

  test('a request that the network doubles is one completed payment', async () => {
    const { customer, payment, token } = await ready();
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'duplicate' });
    expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toHaveLength(1);
  });
});

describe('paying more than once', () => {
  test('[MONEY-1] many clicks at once make one charge, and all get its result', async () => {
    const { customer, payment, token } = await ready();
    const clicks = Array.from({ length: 20 }, () => pay(customer, payment.merchantRefNumber, token));
    const answers = await Promise.all(clicks);
    expect(answers.map(({ status, body }) => [status, body.paymentStatus])).toEqual(
      answers.map(() => [200, 'Completed']),
    );
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toHaveLength(1);
  });

  test('[MONEY-1] while the first is still at the provider, the second is incomplete', async () => {
    const { customer, payment, token } = await ready();
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'delay', ms: 60_000 });
    const [first, second] = await Promise.all([1, 2].map(() => pay(customer, payment.merchantRefNumber, token)));
    expect([first?.body.paymentStatus, second?.body.paymentStatus]).toEqual(['Incomplete', 'Incomplete']);
  });
});

describe('keeping the card', () => {
  test('[CARD-10] a card that is to be kept is kept after the payment', async () => {
    const { customer, payment, token } = await ready();
    const { body } = await pay(customer, payment.merchantRefNumber, token, { rememberCard: true, nickName: 'Blue' });
    expect(body).toMatchObject({ paymentStatus: 'Completed', cardSaved: true });
  });

  test('[MONEY-1] a card that cannot be kept changes nothing about the payment', async () => {
    const { customer, payment, token } = await ready();
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'cards.create', kind: 'status', status: 500 });
    const { body } = await pay(customer, payment.merchantRefNumber, token, { rememberCard: true });
    expect(body).toMatchObject({ paymentStatus: 'Completed', cardSaved: false, errorCode: null });
  });

  test('[CARD-82] another site’s merchant keeps no card: its customer could not see it', async () => {
    const { app, sandbox } = fixture;
    const sites = [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })];
    const tenant = await makeTenant(app, { sites });
    const merchant = await registerMerchant(sandbox.url);
    await giveProvider(tenant.db, tenant.id, fixture.merchant);
    await giveProvider(tenant.db, tenant.id, merchant, 2);
    const { client, account } = await signedInCustomer(app, tenant);
    const order = await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: 2 });
    const basket = { accountGuid: account.guid, orderIds: [order.id], amount: 100 };
    const customer = { client, ...basket, sandboxUrl: sandbox.url, merchant };
    const { payment, token } = await authenticated(customer);
    const { body } = await pay(customer, payment.merchantRefNumber, token, { rememberCard: true });
    expect(body).toMatchObject({ paymentStatus: 'Completed', cardSaved: null });
    const kept = tenant.db.selectFrom('card_vault_profiles').select('profile_id').where('tenant_id', '=', tenant.id);
    expect(await kept.execute()).toEqual([]);
  });

  test('a declined card is not kept, and the answer does not claim it', async () => {
    const { customer, payment, token } = await ready(11);
    const { body } = await pay(customer, payment.merchantRefNumber, token, { rememberCard: true });
    expect(body).toMatchObject({ paymentStatus: 'Declined', cardSaved: null });
  });
});
