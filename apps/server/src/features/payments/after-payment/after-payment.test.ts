import { getOrder, listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { signedInCustomer } from '../../../testing/factories/factories.ts';
import type { OrderInput } from '../../../testing/factories/orders.ts';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { cancelSettlement, decideOnPage, refundCard, refundOnPage } from '../../../testing/payments/after-payment.ts';
import { authenticated, control, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  givePageProvider,
  type PageMerchant,
  registerRedirect,
  startOnPage,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import type { PaymentState } from '../payment-states.rules.ts';
import { findById } from '../payments.queries.ts';
import { lookAfter } from './after-payment.service.ts';

let fixture: CheckoutFixture;
let redirect: PageMerchant;
const sandbox = inject('sandbox');

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const hook = (provider: string) => `${fixture.app.url}/harbour/api/hooks/${provider}/${fixture.tenant.key}`;
  redirect = await registerRedirect(sandbox, hook('redirect'));
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.app.clock.set(new Date().toISOString()));

/** Waits longer for things that happen on their own time. */
const patient = { timeout: 30_000 };

interface Paid {
  customer: Customer;
  paymentId: number;
  reference: string;
}

async function paidByCard(...orders: OrderInput[]): Promise<Paid> {
  const customer = await fixture.customer(...orders);
  const { payment, token } = await authenticated(customer);
  const { body } = await pay(customer, payment.merchantRefNumber, token);
  expect(body.paymentStatus).toBe('Completed');
  return { customer, paymentId: body.paymentId, reference: body.merchantRefNumber };
}

/** Returns a payment and its orders as the customer sees them. */
async function seen({ customer: { account, orderIds }, paymentId }: Paid) {
  const { client } = await signedInCustomer(fixture.app, fixture.tenant, account);
  const { guid } = account;
  const { payment } = (await client.call(getAccountPayment, { params: { guid, id: paymentId } })).body;
  const orders = [];
  for (const id of orderIds) orders.push((await client.call(getOrder, { params: { guid, id } })).body.order);
  const { body } = await client.call(listOutstandingOrders, { params: { guid } });
  const { paymentStatus, refundedAmount, availableAmount, receiptReady, paymentAllocations } = payment;
  return {
    payment: { paymentStatus, refundedAmount, availableAmount, receiptReady },
    onOrders: paymentAllocations.map(({ amount }) => amount),
    orders: orders.map((order) => `${order.paymentStatus} ${order.outstandingAmount}`),
    owes: body.orders.map(({ id }) => id),
  };
}

/** Asks the provider about the money of a payment. Tells if it answered. */
async function look({ paymentId }: Paid): Promise<boolean> {
  const { app, tenant } = fixture;
  const marina = await loadTenant(app.database, tenant.id);
  const engine = { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
  return lookAfter(engine, await findById(tenant.db, tenant.id, paymentId));
}

/** Moves the clock by this many hours and runs the reconciler. */
async function later(hours: number): Promise<void> {
  fixture.app.clock.advance({ hours });
  await reconcile(fixture);
}

const alertsOf = async (paymentId: number) => {
  const rows = await fixture.tenant.db
    .selectFrom('payment_alerts')
    .select('kind')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};
const eventsOf = async (paymentId: number) => {
  const rows = await fixture.tenant.db
    .selectFrom('payment_events')
    .select(['event', 'to_state', 'detail'])
    .where('payment_id', '=', paymentId)
    .orderBy('sequence')
    .execute();
  return rows;
};

describe('a card provider that tells nothing by itself is asked', () => {
  test('[MONEY-3] after a refund in two parts the order is not due again, and the office gets one alert', async () => {
    const paid = await paidByCard({ grossMinor: 6_000 }, { grossMinor: 4_000 });
    await refundCard(sandbox, fixture.merchant, paid.reference, 4_500);
    await later(7);
    expect(await seen(paid)).toEqual({
      payment: { paymentStatus: 'PartRefunded', refundedAmount: 45, availableAmount: 0, receiptReady: false },
      onOrders: [60, 40],
      // The refund counts against the last allocation first.
      orders: ['PartRefunded 0', 'Refunded 0'],
      owes: [],
    });
    await refundCard(sandbox, fixture.merchant, paid.reference, 5_500);
    await later(7);
    expect(await seen(paid)).toMatchObject({
      payment: { paymentStatus: 'Refunded', refundedAmount: 100 },
      orders: ['Refunded 0', 'Refunded 0'],
      owes: [],
    });
    expect(await alertsOf(paid.paymentId)).toEqual(['refunded']);
    expect((await eventsOf(paid.paymentId)).slice(-2)).toEqual([
      {
        event: 'partlyRefunded',
        to_state: 'partRefunded',
        detail: { refundedMinor: 4_500, disputedMinor: 0, reversedMinor: 0 },
      },
      {
        event: 'refunded',
        to_state: 'refunded',
        detail: { refundedMinor: 10_000, disputedMinor: 0, reversedMinor: 0 },
      },
    ]);
  });

  test('[MONEY-3] a settlement that shows nothing to refund before its batch was not refunded', async () => {
    const { accountId, currency, settings } = fixture.merchant;
    const { serverKey, serverSecret, tokenKey, tokenSecret } = settings;
    const merchant = { serverKey, serverSecret, tokenKey, tokenSecret, accountId, currency };
    await control(sandbox.url, 'POST', 'merchants', { ...merchant, availableToRefund: 'onceBatched' });
    onTestFinished(async () => void (await control(sandbox.url, 'POST', 'merchants', merchant)));
    const paid = await paidByCard({ grossMinor: 6_000 });
    await later(7);
    expect(await seen(paid)).toMatchObject({ payment: { paymentStatus: 'Completed' }, orders: ['Paid 0'] });
    expect(await alertsOf(paid.paymentId)).toEqual([]);
    await refundCard(sandbox, fixture.merchant, paid.reference, 1_000);
    await later(7);
    expect(await seen(paid)).toMatchObject({ payment: { paymentStatus: 'PartRefunded', refundedAmount: 10 } });
  });

  test('[MONEY-3] a settlement that came to nothing is taken off its orders, which are owed again', async () => {
    const paid = await paidByCard({ grossMinor: 6_000 });
    await cancelSettlement(sandbox, fixture.merchant, paid.reference);
    await later(7);
    expect(await seen(paid)).toEqual({
      payment: { paymentStatus: 'Disputed', refundedAmount: 0, availableAmount: 0, receiptReady: false },
      onOrders: [],
      orders: ['Overdue 60'],
      owes: paid.customer.orderIds,
    });
    expect(await alertsOf(paid.paymentId)).toEqual(['reversed']);
    expect((await eventsOf(paid.paymentId)).at(-1)?.detail).toEqual({
      refundedMinor: 0,
      disputedMinor: 0,
      reversedMinor: 6_000,
      takenOff: [`${paid.customer.orderIds[0]}: 6000`],
    });
  });

  test('asked rarely, by a provider that is out and then about nothing new: the payment stays as it is', async () => {
    const paid = await paidByCard({});
    const checked = async () => {
      const columns = ['check_at', 'state', 'transaction_at'] as const;
      const query = fixture.tenant.db.selectFrom('payments').select(columns).where('id', '=', paid.paymentId);
      const { check_at, state, transaction_at } = await query.executeTakeFirstOrThrow();
      return { state, hours: Math.round(((check_at?.getTime() ?? 0) - (transaction_at?.getTime() ?? 0)) / 3_600_000) };
    };
    expect(await checked()).toEqual({ state: 'allocated', hours: 6 });
    await makeFault(fixture.sandbox.url, fixture.merchant, {
      operation: 'settlements.read',
      kind: 'status',
      times: 50,
    });
    await later(7);
    expect(await checked()).toEqual({ state: 'allocated', hours: 13 });
    await later(7);
    expect(await checked()).toEqual({ state: 'allocated', hours: 20 });
    expect(await look(paid)).toBe(false);
    await fetch(`${fixture.sandbox.url}/_sandbox/faults?accountId=${fixture.merchant.accountId}`, { method: 'DELETE' });
    await later(7);
    expect(await checked()).toEqual({ state: 'allocated', hours: 27 });
    expect(await look(paid)).toBe(true);
    expect(await alertsOf(paid.paymentId)).toEqual([]);
  });
});

describe('a provider that tells is asked at once', () => {
  beforeAll(async () => {
    const mailbox = new TestMailbox();
    const worker = await startMailWorker(fixture.app, mailbox);
    return async () => {
      await worker.stop();
      mailbox.remove();
    };
  });

  const stateOf = async ({ paymentId }: Pick<Paid, 'paymentId'>) => {
    const query = fixture.tenant.db.selectFrom('payments').select('state').where('id', '=', paymentId);
    return (await query.executeTakeFirstOrThrow()).state;
  };
  const becomes = (paid: Pick<Paid, 'paymentId'>, state: PaymentState) =>
    expect.poll(() => stateOf(paid), patient).toBe(state);

  async function paidOnPage(): Promise<Paid & { page: string | null }> {
    const customer = await fixture.customer({});
    const { body } = await startOnPage(customer);
    await actOnPage(body.redirectUrl, 'pay');
    const paid = { customer, paymentId: body.paymentId, reference: body.merchantRefNumber, page: body.redirectUrl };
    await becomes(paid, 'allocated');
    return paid;
  }

  test('[MONEY-3] while a bank leaves a payment pending its order is processing, and then paid', async () => {
    const customer = await fixture.customer({});
    const { body } = await startOnPage(customer);
    await actOnPage(body.redirectUrl, 'leave');
    const paid = { customer, paymentId: body.paymentId, reference: body.merchantRefNumber };
    await becomes(paid, 'pending');
    expect(await seen(paid)).toMatchObject({ orders: ['Processing 100'], payment: { paymentStatus: 'Pending' } });
    await decideOnPage(sandbox, redirect, paid.reference, 'success');
    await becomes(paid, 'allocated');
    expect(await seen(paid)).toMatchObject({ orders: ['Paid 0'], payment: { receiptReady: true } });
  });

  test('[MONEY-3] a dispute leaves the order paid, won it is as before, lost the order is owed again', async () => {
    const paid = await paidOnPage();
    await decideOnPage(sandbox, redirect, paid.reference, 'disputed');
    await becomes(paid, 'disputed');
    expect(await seen(paid)).toMatchObject({
      payment: { paymentStatus: 'Disputed' },
      orders: ['Paid 0'],
      onOrders: [100],
      owes: [],
    });
    await decideOnPage(sandbox, redirect, paid.reference, 'success');
    await becomes(paid, 'allocated');
    await decideOnPage(sandbox, redirect, paid.reference, 'reversed');
    await becomes(paid, 'reversed');
    expect(await seen(paid)).toMatchObject({ owes: paid.customer.orderIds, onOrders: [] });
    // The bank changes its mind.
    await decideOnPage(sandbox, redirect, paid.reference, 'success');
    await becomes(paid, 'allocated');
    expect(await seen(paid)).toMatchObject({ orders: ['Paid 0'], onOrders: [100], owes: [] });
    expect(await alertsOf(paid.paymentId)).toEqual(['disputed', 'reversed']);
  });

  test('[MONEY-3] money that is on no order is given back first', async () => {
    const paid = await paidOnPage();
    const { db, id: tenantId } = fixture.tenant;
    await db
      .updateTable('payments')
      .set({ amount_minor: 12_000 })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', paid.paymentId)
      .execute();
    await refundOnPage(sandbox, redirect, paid.reference, 1_500);
    await becomes(paid, 'partRefunded');
    expect(await seen(paid)).toMatchObject({
      payment: { refundedAmount: 15, availableAmount: 5 },
      orders: ['Paid 0'],
    });
  });

  test('a provider that is gone from the site loses nothing, and is asked again after it is set up again', async () => {
    const paid = await paidOnPage();
    const { db, id: tenantId } = fixture.tenant;
    await db.deleteFrom('payment_providers').where('tenant_id', '=', tenantId).where('key', '=', 'redirect').execute();
    onTestFinished(() => givePageProvider(db, tenantId, redirect));
    await later(7);
    expect(await seen(paid)).toMatchObject({ payment: { paymentStatus: 'Completed' }, orders: ['Paid 0'] });
    const rows = db.selectFrom('payments').select('check_at').where('id', '=', paid.paymentId);
    expect((await rows.executeTakeFirstOrThrow()).check_at?.getTime()).toBeGreaterThan(
      fixture.app.clock.now().getTime(),
    );
  });
});
