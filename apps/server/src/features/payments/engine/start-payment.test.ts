import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { largestMinor } from '@quayside/contract/shared/money.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeTenant, sampleSite, signedInCustomer, signedInStaff } from '../../../testing/factories/factories.ts';
import { makeAgreement, makeOrder } from '../../../testing/factories/orders.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { create, giveProvider, readBooks } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

async function attempts(accountId: number): Promise<number> {
  const rows = await fixture.tenant.db
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

describe('access to starting a payment', () => {
  test('a visitor may not, and staff may not', async () => {
    const customer = await fixture.customer({});
    const visitor = { ...customer, client: fixture.app.client(fixture.tenant.key) };
    expect(codeOf(await create(visitor))).toBe('401 NOT_SIGNED_IN');
    const staff = await signedInStaff(fixture.app, fixture.tenant, customer.account);
    expect(codeOf(await create({ ...customer, client: staff.client }))).toBe('409 STAFF_READ_ONLY');
    expect(await attempts(customer.account.id)).toBe(0);
  });

  test("answers 404 for another account's order, as for an unknown one", async () => {
    const [customer, neighbour] = [await fixture.customer({}), await fixture.customer({})];
    expect(codeOf(await create({ ...customer, orderIds: neighbour.orderIds }))).toBe('404 NOT_FOUND');
    expect(codeOf(await create({ ...customer, accountGuid: neighbour.accountGuid }))).toBe('404 NOT_FOUND');
    expect(codeOf(await create({ ...customer, orderIds: [...customer.orderIds, 999_999] }))).toBe('404 NOT_FOUND');
    expect(await attempts(customer.account.id)).toBe(0);
  });

  test("answers 404 for another marina's order", async () => {
    const customer = await fixture.customer({});
    const elsewhere = await makeTenant(fixture.app);
    const { client, account } = await signedInCustomer(fixture.app, elsewhere);
    expect(codeOf(await create({ ...customer, client, accountGuid: account.guid }))).toBe('404 NOT_FOUND');
  });
});

describe('the price', () => {
  test('[MONEY-4] the server prices: another amount is refused with the right one, and nothing is stored', async () => {
    const customer = await fixture.customer({ grossMinor: 1_234_550 });
    for (const amount of [0, 0.01, 12_345.49, 12_345.51, 12_345.505, 99_999]) {
      const answer = await create({ ...customer, amount }, { 'accept-language': 'fr-FR' });
      expect(answer).toMatchObject({ status: 409, body: { responseStatus: { errorCode: 'AMOUNT_CHANGED' } } });
      expect(answer.body.responseStatus?.meta).toEqual({ amount: '12345.50' });
      expect(answer.body.responseStatus?.message).toMatch(/12\s345,50\s£/u);
    }
    const english = await create({ ...customer, amount: 1 }, { 'accept-language': 'en-GB' });
    expect(english.body.responseStatus?.message).toContain('£12,345.50');
    expect(await attempts(customer.account.id)).toBe(0);
    expect((await readBooks(fixture.sandbox.url, fixture.merchant)).auths).toEqual([]);
  });

  test('[PROV-8] an amount above the limit is refused with the limit, which the browser also gets', async () => {
    const customer = await fixture.customer({ grossMinor: 10_000 }, { grossMinor: 1 });
    const { settings } = fixture.merchant;
    const limited = { ...fixture.merchant, settings: { ...settings, maxPayment: 100 } };
    await giveProvider(fixture.tenant.db, fixture.tenant.id, limited);
    onTestFinished(() => giveProvider(fixture.tenant.db, fixture.tenant.id, fixture.merchant));
    const { body } = await customer.client.call(listPaymentProviders, { params: { siteId: 1 } });
    expect(body.providers).toMatchObject([{ maxPayment: 100 }]);
    const refused = await create(customer);
    expect(codeOf(refused)).toBe('409 PAYMENT_TOO_LARGE');
    expect(refused.body.responseStatus?.meta).toEqual({ amount: '100.00' });
    expect(refused.body.responseStatus?.message).toMatch(/at most £100\.00 at a time\. Nothing was charged\./);
    expect(await attempts(customer.account.id)).toBe(0);
    const [first = 0] = customer.orderIds;
    expect((await create({ ...customer, orderIds: [first], amount: 100 })).status).toBe(200);
  });

  test('[MONEY-7] a basket above the largest amount is refused with it, and each order of it can be paid', async () => {
    const customer = await fixture.customer({ grossMinor: largestMinor }, { grossMinor: largestMinor });
    const refused = await create(customer);
    expect(codeOf(refused)).toBe('409 PAYMENT_TOO_LARGE');
    expect(refused.body.responseStatus?.meta).toEqual({ amount: '99999999999.99' });
    const { body } = await customer.client.call(getSummary, { params: { guid: customer.account.guid } });
    expect(body).toMatchObject({ totalOutstanding: 199_999_999_999.98 });
    for (const orderId of customer.orderIds)
      expect(await create({ ...customer, orderIds: [orderId], amount: 99_999_999_999.99 })).toMatchObject({
        status: 200,
        body: { amount: 99_999_999_999.99 },
      });
  });

  test('[MONEY-4] a part-paid order costs what is left of it', async () => {
    const customer = await fixture.customer({ grossMinor: 10_000, allocatedMinor: 2_501 });
    expect(codeOf(await create({ ...customer, amount: 100 }))).toBe('409 AMOUNT_CHANGED');
    expect(await create(customer)).toMatchObject({ status: 200, body: { amount: 74.99 } });
  });
});

describe('the orders that can be paid', () => {
  test('[ORD-10] none that is paid, cancelled, or waits for a signature', async () => {
    const customer = await fixture.customer();
    const { owner } = customer;
    const unsigned = await makeAgreement(fixture.tenant.db, owner);
    const blocked = [
      await makeOrder(fixture.tenant.db, owner, { allocatedMinor: 10_000 }),
      await makeOrder(fixture.tenant.db, owner, { cancelledAt: new Date('2026-01-01T00:00:00Z') }),
      await makeOrder(fixture.tenant.db, owner, { agreementId: unsigned.id }),
      await makeOrder(fixture.tenant.db, owner, { currency: 'EUR' }),
    ];
    for (const { id } of blocked) {
      const answer = await create({ ...customer, orderIds: [id], amount: 100 });
      expect(codeOf(answer)).toBe('409 ORDER_NOT_PAYABLE');
      expect(answer.body.responseStatus?.message).toContain(String(id));
    }
    expect(await attempts(customer.account.id)).toBe(0);
  });

  test('[ORD-3] not orders of two sites at once', async () => {
    const tenant = await makeTenant(fixture.app, {
      sites: [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })],
    });
    await giveProvider(tenant.db, tenant.id, fixture.merchant);
    const { client, account } = await signedInCustomer(fixture.app, tenant);
    const owner = { tenantId: tenant.id, accountId: account.id };
    const first = await makeOrder(tenant.db, { ...owner, siteId: 1 });
    const second = await makeOrder(tenant.db, { ...owner, siteId: 2 });
    const start = (orderIds: number[], amount: number) => {
      const body = { accountGuid: account.guid, orderIds, amount, paymentChannel: 'Card' as const };
      return client.call(createCardPayment, { body });
    };
    const refused = await start([first.id, second.id], 200);
    expect(codeOf(refused)).toBe('409 ORDER_NOT_PAYABLE');
    const next = 'Open the order to see why, or contact the marina office.';
    const words = `Order ${second.id} cannot be paid now. Nothing was charged. ${next}`;
    expect(refused.body.responseStatus?.message).toBe(words);
    expect((await start([first.id], 100)).status).toBe(200);
  });

  test('[ORD-10] a paid order says so', async () => {
    const customer = await fixture.customer({ allocatedMinor: 10_000 });
    const { body } = await create({ ...customer, amount: 100 });
    const [order] = customer.orderIds;
    const next = 'You do not need to pay it again.';
    const words = `Order ${order} has already been paid. Nothing was charged this time. ${next}`;
    expect(body.responseStatus?.message).toBe(words);
  });

  test('[ORD-10] [MONEY-67] nothing by a provider that the site does not have, and that is what it says', async () => {
    const tenant = await makeTenant(fixture.app);
    const { client, account } = await signedInCustomer(fixture.app, tenant);
    const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
    const order = await makeOrder(tenant.db, owner);
    const basket = { accountGuid: account.guid, orderIds: [order.id], amount: 100, paymentChannel: 'Card' as const };
    const expectRefused = async (more: { providerKey?: string } = {}) => {
      const answer = await client.call(createCardPayment, { body: { ...basket, ...more } });
      expect(codeOf(answer)).toBe('409 ORDER_NOT_PAYABLE');
      expect(answer.body.responseStatus?.message).toMatch(/^This way to pay is no longer offered here\. Nothing was/);
    };
    await expectRefused();
    await giveProvider(tenant.db, tenant.id, fixture.merchant);
    await expectRefused({ providerKey: 'other' });
  });
});

test('[MONEY-1] attempts that were not sent stand side by side, and hold nothing', async () => {
  const customer = await fixture.customer({}, {});
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(customer)));
  answers.push(await create({ ...customer, orderIds: customer.orderIds.slice(0, 1), amount: 100 }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await attempts(customer.account.id)).toBe(13);
  const { orders } = (await customer.client.call(listOutstandingOrders, { params: { guid: customer.accountGuid } }))
    .body;
  expect(orders.map(({ paymentStatus }) => paymentStatus)).not.toContain('Processing');
});

describe('the idempotency key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  test('[MONEY-1] the same key and contents are the same attempt, also all at once', async () => {
    const customer = await fixture.customer({}, {});
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(customer, key('basket-1'))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.merchantRefNumber)).size).toBe(1);
    const turned = { ...customer, orderIds: customer.orderIds.toReversed() };
    expect((await create(turned, key('basket-1'))).body.merchantRefNumber).toBe(answers[0]?.body.merchantRefNumber);
    expect(await attempts(customer.account.id)).toBe(1);
  });

  test('the same key with other contents is refused', async () => {
    const customer = await fixture.customer({}, {});
    await create({ ...customer, orderIds: customer.orderIds.slice(0, 1), amount: 100 }, key('basket-2'));
    const other = { ...customer, orderIds: customer.orderIds.slice(1), amount: 100 };
    expect(codeOf(await create(other, key('basket-2')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await attempts(customer.account.id)).toBe(1);
  });

  test('the same key with another amount is refused, before anything is priced', async () => {
    const customer = await fixture.customer({});
    expect((await create(customer, key('basket-5'))).status).toBe(200);
    expect(codeOf(await create({ ...customer, amount: 99 }, key('basket-5')))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect((await create(customer, key('basket-5'))).status).toBe(200);
  });

  test('the same key with other contents at once: one is stored, the other refused', async () => {
    const customer = await fixture.customer({}, {});
    const baskets = customer.orderIds.map((id) => ({ ...customer, orderIds: [id], amount: 100 }));
    const answers = await Promise.all(baskets.map((basket) => create(basket, key('basket-3'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  test('the key is one account’s own', async () => {
    const [one, other] = [await fixture.customer({}), await fixture.customer({})];
    const [first, second] = [await create(one, key('basket-4')), await create(other, key('basket-4'))];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.merchantRefNumber).not.toBe(second.body.merchantRefNumber);
  });
});
