import { getOrder, listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment, listPaymentHistory } from '@quayside/contract/payments/payment-history.ts';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { signedInCustomer } from '../../../testing/factories/factories.ts';
import { disputeAtPaypal, refundAtPaypal, reverseAtPaypal } from '../../../testing/payments/after-payment.ts';
import { control } from '../../../testing/payments/card-payments.ts';
import {
  approveAtPaypal,
  confirmPaypal,
  makePageFault,
  patient,
  startPaypal,
} from '../../../testing/payments/page-payments.ts';
import { type Paid, type PaidAtPaypal, startPaidAtPaypal } from '../../../testing/payments/paid-at-paypal.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';

let paypal: PaidAtPaypal;
const sandbox = inject('sandbox');

beforeAll(async () => {
  paypal = await startPaidAtPaypal();
});
afterAll(() => paypal.close());
beforeEach(() => paypal.fixture.app.clock.set(new Date().toISOString()));

/** Returns a payment and its orders as the customer sees them. */
async function seen({ customer: { account, orderIds, client }, paymentId }: Paid) {
  const { guid } = account;
  const { payment } = (await client.call(getAccountPayment, { params: { guid, id: paymentId } })).body;
  const orders = [];
  for (const id of orderIds) orders.push((await client.call(getOrder, { params: { guid, id } })).body.order);
  const owed = (await client.call(listOutstandingOrders, { params: { guid } })).body.orders;
  return {
    payment: `${payment.paymentStatus} ${payment.amount}`,
    parts: [payment.availableAmount, payment.refundedAmount, payment.disputedAmount, payment.reversedAmount],
    receiptReady: payment.receiptReady,
    onOrders: payment.paymentAllocations.map(({ amount }) => amount),
    orders: orders.map((order) => `${order.paymentStatus} ${order.outstandingAmount}`),
    /** For each order: the figures on each payment's page, and on the order's. */
    takenOff: orders.map(({ payments }) => payments.map((each) => [each.reversedAmount, each.takenOffOrderAmount])),
    owes: owed.map(({ id, outstandingAmount }) => [id, outstandingAmount]),
  };
}

/** Waits until the customer sees the payment like this. */
const becomes = (payment: Paid, expected: Partial<Awaited<ReturnType<typeof seen>>>) =>
  expect.poll(() => seen(payment), patient).toMatchObject(expected);

/** Runs the reconciler hours later, and signs the customer in again. */
async function later(payment: Paid): Promise<void> {
  paypal.fixture.app.clock.advance({ hours: 7 });
  await reconcile(paypal.fixture);
  const { client } = await signedInCustomer(paypal.fixture.app, paypal.fixture.tenant, payment.customer.account);
  payment.customer.client = client;
}

const alertsOf = async ({ paymentId }: Paid) => {
  const alerts = paypal.fixture.tenant.db
    .selectFrom('payment_alerts')
    .select('kind')
    .where('payment_id', '=', paymentId);
  return (await alerts.orderBy('id').execute()).map(({ kind }) => kind);
};
const stateOf = async ({ paymentId }: Paid) => {
  const query = paypal.fixture.tenant.db.selectFrom('payments').select('state').where('id', '=', paymentId);
  return (await query.executeTakeFirstOrThrow()).state;
};

/** Returns the faults of the merchant that no call has met yet. */
async function openFaults(): Promise<unknown[]> {
  const { faults } = (await control(sandbox.url, 'GET', 'faults')) as { faults: { accountId: string | null }[] };
  return faults.filter(({ accountId }) => accountId === paypal.merchant.accountId);
}

const lost = { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' } as const;
const won = { status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR' } as const;

describe('a part of a payment', () => {
  test('[MONEY-3][PROV-2] a lost dispute of £10 takes £10 off the order paid last, which asks for it', async () => {
    const payment = await paypal.paid({ grossMinor: 500_000 }, { grossMinor: 27_775 });
    const [, last = 0] = payment.customer.orderIds;
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '10.00' });
    await becomes(payment, {
      payment: 'Disputed 5277.75',
      parts: [0, 0, 10, 0],
      onOrders: [5_000, 277.75],
      orders: ['Paid 0', 'Paid 0'],
      owes: [],
    });
    await disputeAtPaypal(sandbox, payment.token, lost);
    await becomes(payment, {
      payment: 'Disputed 5277.75',
      parts: [0, 0, 0, 10],
      onOrders: [5_000, 267.75],
      orders: ['Paid 0', 'Overdue 10'],
      owes: [[last, 10]],
      receiptReady: false,
    });
    expect(await alertsOf(payment)).toEqual(['disputed', 'partly-reversed']);
    expect(await stateOf(payment)).toBe('partReversed');
    // The history shows it as it is. A payment that isn't whole any more has no receipt.
    const { client } = payment.customer;
    const { guid } = payment.customer.account;
    const history = await client.call(listPaymentHistory, { params: { guid }, query: { page: 1, rows: 10 } });
    expect(history.body.payments).toMatchObject([{ paymentStatus: 'Disputed', amount: 5_277.75, reversedAmount: 10 }]);
    const receipt = await client.call(getReceipt, { params: { id: payment.paymentId, accountGuid: guid } });
    expect(receipt.body).toMatchObject({ responseStatus: { errorCode: 'RECEIPT_NOT_READY' } });
  });

  test('[MONEY-6] the office reads how much was disputed, and then how much was taken back', async () => {
    const payment = await paypal.paid({ grossMinor: 20_000 });
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '12.34' });
    await becomes(payment, { parts: [0, 0, 12.34, 0] });
    const office = (heading: string) =>
      expect.poll(async () => {
        const about = (await paypal.mailbox.read()).filter(({ subject, text }) => {
          return subject?.endsWith(heading) && text?.includes(payment.reference);
        });
        return about.map(({ text }) => text?.replaceAll(/\s+/g, ' '));
      }, patient);
    await office('disputes a payment').toEqual([expect.stringMatching(/Disputed:? £12\.34/)]);
    await disputeAtPaypal(sandbox, payment.token, { ...lost, refunded: '5.67' });
    await office('Part of a payment was taken back').toEqual([
      expect.stringMatching(/Used for orders:? £194\.33.*Taken back:? £5\.67/),
    ]);
  });

  test.each([
    ['accepted, of less than was disputed', { status: 'RESOLVED', outcome: 'ACCEPTED', refunded: '4.00' }, 4],
    [
      'accepted, told without an amount',
      { status: 'RESOLVED', outcome: 'ACCEPTED', hides: ['amount_refunded', 'money_movements'] },
      10,
    ],
    [
      'accepted, told by its outcome alone',
      { status: 'RESOLVED', outcome: 'ACCEPTED', refunded: '3.00', hides: ['money_movements'] },
      3,
    ],
    ['lost in part, told by its movements alone', { ...lost, refunded: '2.50', hides: ['amount_refunded'] }, 2.5],
    ['settled by a payout of PayPal’s own', { status: 'RESOLVED', outcome: 'RESOLVED_WITH_PAYOUT' }, 0],
    ['taken back by its payer', { status: 'RESOLVED', outcome: 'CANCELED_BY_BUYER' }, 0],
    ['denied', { status: 'RESOLVED', outcome: 'DENIED' }, 0],
    ['ended without a decision', { status: 'RESOLVED', outcome: 'NONE' }, 0],
    ['won', won, 0],
  ] as const)('[MONEY-3] a dispute of £10 that was %s', async (_, outcome, taken) => {
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '10.00' });
    await becomes(payment, { parts: [0, 0, 10, 0] });
    await disputeAtPaypal(sandbox, payment.token, outcome);
    await becomes(payment, {
      parts: [0, 0, 0, taken],
      onOrders: [100 - taken],
      orders: [taken > 0 ? `Overdue ${taken}` : 'Paid 0'],
    });
  });

  test('[MONEY-6] each reversal and each dispute of a payment sends one mail', async () => {
    const payment = await paypal.paid({});
    const mails = async () => (await paypal.mailbox.read()).filter(({ text }) => text?.includes(payment.reference));
    const about = async (heading: string) => (await mails()).filter(({ subject }) => subject?.endsWith(heading)).length;
    const hears = (reversals: number, disputes: number) =>
      expect
        .poll(async () => [await about('Part of a payment was taken back'), await about('disputes a payment')], patient)
        .toEqual([reversals, disputes]);
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00' });
    await hears(1, 0);
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '15.00', another: true });
    await hears(2, 0);
    const totals = (await mails()).map(({ text }) => /Taken back:?\s+£([\d.]+)/.exec(text ?? '')?.[1]);
    expect(new Set(totals)).toEqual(new Set(['10.00', '25.00']));
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '5.00', another: true });
    await hears(2, 1);
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '6.00', another: true });
    await hears(2, 2);
    await later(payment);
    await hears(2, 2);
    expect(await mails()).toHaveLength(4);
    expect(await alertsOf(payment)).toEqual(['partly-reversed', 'disputed']);
  });

  test('[ORD-5] [MONEY-3] an order shows what was taken off it, all or a part, until it comes back', async () => {
    const payment = await paypal.paid({ grossMinor: 6_000 }, { grossMinor: 4_000 });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '45.00' });
    // The second order comes first, because it was paid last.
    await becomes(payment, { onOrders: [55], takenOff: [[[45, 5]], [[45, 40]]], orders: ['Overdue 5', 'Overdue 40'] });
    await disputeAtPaypal(sandbox, payment.token, won);
    await becomes(payment, { onOrders: [60, 40], takenOff: [[[0, 0]], [[0, 0]]], orders: ['Paid 0', 'Paid 0'] });
  });

  test('[ORD-5] [MONEY-3] money that is on no order is taken first, and no order says that it lost it', async () => {
    const payment = await paypal.paid({});
    const { db, id: tenantId } = paypal.fixture.tenant;
    await db
      .updateTable('orders')
      .set({ gross_minor: 7_000, allocated_minor: 7_000 })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', payment.customer.orderIds[0] ?? 0)
      .execute();
    await db
      .updateTable('payment_allocations')
      .set({ amount_minor: 7_000 })
      .where('tenant_id', '=', tenantId)
      .where('payment_id', '=', payment.paymentId)
      .execute();
    const row = db.updateTable('payments').set({ allocated_minor: 7_000 });
    await row.where('tenant_id', '=', tenantId).where('id', '=', payment.paymentId).execute();
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '20.00' });
    await becomes(payment, { parts: [10, 0, 0, 20], takenOff: [[[20, 0]]], orders: ['Paid 0'] });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '15.00', another: true });
    await becomes(payment, { parts: [0, 0, 0, 35], takenOff: [[[35, 5]]], orders: ['Overdue 5'] });
  });

  test('[MONEY-3] two disputes add up, and a third is still open', async () => {
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00' });
    await becomes(payment, { parts: [0, 0, 0, 10] });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '15.00', another: true });
    await becomes(payment, { parts: [0, 0, 0, 25], orders: ['Overdue 25'] });
    await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '75.00', another: true });
    await becomes(payment, { parts: [0, 0, 75, 25], orders: ['Overdue 25'] });
    await disputeAtPaypal(sandbox, payment.token, lost);
    await becomes(payment, { parts: [0, 0, 0, 100], onOrders: [], orders: ['Overdue 100'] });
    expect(await stateOf(payment)).toBe('reversed');
    expect(await alertsOf(payment)).toEqual(['partly-reversed', 'disputed', 'reversed']);
  });

  test('[MONEY-3] two refunds by the marina are not owed; a later loss is, and returns where it was', async () => {
    const payment = await paypal.paid({ grossMinor: 6_000 }, { grossMinor: 4_000 });
    await refundAtPaypal(sandbox, payment.token, '12.50');
    await refundAtPaypal(sandbox, payment.token, '12.50');
    await becomes(payment, { payment: 'PartRefunded 100', parts: [0, 25, 0, 0], orders: ['Paid 0', 'PartRefunded 0'] });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '20.00' });
    // The marina kept £15 of the second order, so £5 belong to the first.
    await becomes(payment, { parts: [0, 25, 0, 20], onOrders: [55, 25], orders: ['Overdue 5', 'Overdue 15'] });
    await disputeAtPaypal(sandbox, payment.token, won);
    await becomes(payment, {
      payment: 'PartRefunded 100',
      parts: [0, 25, 0, 0],
      onOrders: [60, 40],
      orders: ['Paid 0', 'PartRefunded 0'],
      owes: [],
    });
  });

  test('[MONEY-3] one of two lost disputes is won: its part goes back to the first order that lost some', async () => {
    const payment = await paypal.paid({ grossMinor: 6_000 }, { grossMinor: 4_000 });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '45.00' });
    await becomes(payment, { onOrders: [55], orders: ['Overdue 5', 'Overdue 40'] });
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00', another: true });
    await becomes(payment, { parts: [0, 0, 0, 55], onOrders: [45], orders: ['Overdue 15', 'Overdue 40'] });
    await disputeAtPaypal(sandbox, payment.token, won);
    await becomes(payment, { parts: [0, 0, 0, 45], onOrders: [55], orders: ['Overdue 5', 'Overdue 40'] });
    expect(await alertsOf(payment)).toEqual(['partly-reversed']);
  });

  test('[MONEY-3] returned money pays no order more than the payment meant for it', async () => {
    const payment = await paypal.paid({ grossMinor: 6_000 }, { grossMinor: 4_000 });
    const [first = 0] = payment.customer.orderIds;
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '45.00' });
    await becomes(payment, { onOrders: [55] });
    const { db, id: tenantId } = paypal.fixture.tenant;
    const raised = db.updateTable('orders').set({ gross_minor: 11_000 }).where('tenant_id', '=', tenantId);
    await raised.where('id', '=', first).execute();
    await disputeAtPaypal(sandbox, payment.token, won);
    await becomes(payment, { parts: [0, 0, 0, 0], onOrders: [60, 40], orders: ['Overdue 50', 'Paid 0'] });
  });

  test('[MONEY-3] money that returns after its order was paid again stays available, with an alert', async () => {
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '30.00' });
    await becomes(payment, { orders: ['Overdue 30'] });
    const { body } = await startPaypal({ ...payment.customer, amount: 30 });
    await approveAtPaypal(sandbox, body.token);
    expect((await confirmPaypal(payment.customer, body.token)).body.paymentStatus).toBe('Completed');
    await disputeAtPaypal(sandbox, payment.token, won);
    await becomes(payment, { payment: 'Completed 100', parts: [30, 0, 0, 0], onOrders: [70], orders: ['Paid 0'] });
    expect(await alertsOf(payment)).toEqual(['partly-reversed', 'surplus']);
  });
});

const [lost10, stays] = [
  { ...lost, value: '10.00' },
  { ...won, keepsReversal: true },
];
const hides = ['money_movements', 'amount_refunded'] as const;
const [bank30, won15] = [
  { bank: '30.00', later: 0 },
  { ...won, value: '15.00' },
];

test.each([
  ['beside a dispute that was won', [won15, bank30], 30],
  ['beside a dispute that is lost', [lost10, bank30], 40],
  ['of the same amount, after a dispute that was won', [won15, { bank: '15.00', later: 60 }], 15],
  ['beside a lost dispute that is won, whose reversal stays', [bank30, lost10, stays], 30],
  ['the same, told without money', [bank30, { ...lost10, hides }, { ...stays, hides }], 30],
])('[MONEY-3] [PROV-2] a reversal without a dispute takes its amount off the order: %s', async (_, acts, taken) => {
  const payment = await paypal.paid({});
  const { token } = payment;
  for (const act of acts)
    await ('bank' in act ? reverseAtPaypal(sandbox, token, act.bank, act.later) : disputeAtPaypal(sandbox, token, act));
  await becomes(payment, { parts: [0, 0, 0, taken], onOrders: [100 - taken], orders: [`Overdue ${taken}`] });
  await disputeAtPaypal(sandbox, token, { status: 'OPEN', value: '5.00', another: true });
  await becomes(payment, { parts: [0, 0, 5, taken], orders: [`Overdue ${taken}`] });
});

const clear = () =>
  fetch(`${sandbox.url}/_sandbox/faults?accountId=${paypal.merchant.accountId}`, { method: 'DELETE' });
describe('a look-up that fails changes nothing', () => {
  const nobodyTells = () =>
    makePageFault(sandbox, paypal.merchant, { operation: 'paypal.event', kind: 'drop-before', times: 50 });

  test.each([
    ['the list of disputes breaks down', 'paypal.disputes', { kind: 'status', status: 500 }],
    ['the list of disputes is half an answer', 'paypal.disputes', { kind: 'invalid-json' }],
    ['the application may not read disputes any more', 'paypal.disputes', { kind: 'status', status: 403 }],
    ['a dispute can’t be read', 'paypal.read-dispute', { kind: 'status', status: 500 }],
    ['a dispute is not found', 'paypal.read-dispute', { kind: 'status', status: 404 }],
    ['the order can’t be read', 'paypal.read', { kind: 'status', status: 503 }],
  ])('[MONEY-3] %s: what was taken back stays taken back', async (_, operation, fault) => {
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00', hides: ['money_movements'] });
    await becomes(payment, { parts: [0, 0, 0, 10] });
    await makePageFault(sandbox, paypal.merchant, { operation, times: 50, ...fault });
    await later(payment);
    await later(payment);
    expect(await seen(payment)).toMatchObject({ parts: [0, 0, 0, 10], onOrders: [90], orders: ['Overdue 10'] });
    await clear();
    await later(payment);
    expect(await seen(payment)).toMatchObject({ parts: [0, 0, 0, 10], onOrders: [90], orders: ['Overdue 10'] });
  });

  test('[MONEY-3] a lost dispute that can’t be read takes nothing, until it can', async () => {
    await nobodyTells();
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00' });
    await makePageFault(sandbox, paypal.merchant, { operation: 'paypal.read-dispute', kind: 'status', times: 50 });
    await later(payment);
    expect(await seen(payment)).toMatchObject({ payment: 'Completed 100', onOrders: [100], orders: ['Paid 0'] });
    await clear();
    await later(payment);
    expect(await seen(payment)).toMatchObject({ parts: [0, 0, 0, 10], onOrders: [90], orders: ['Overdue 10'] });
  });

  test('[MONEY-3] an answer that is older than the one before it gives nothing back', async () => {
    await nobodyTells();
    const payment = await paypal.paid({});
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00' });
    await later(payment);
    expect(await seen(payment)).toMatchObject({ parts: [0, 0, 0, 10], onOrders: [90] });
    await clear();
    await makePageFault(sandbox, paypal.merchant, { operation: 'paypal.disputes', kind: 'delay-answer', ms: 2_500 });
    const asked = later(payment);
    await expect.poll(openFaults, patient).toEqual([]);
    await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '15.00', another: true });
    const reversed = paypal.fixture.tenant.db.selectFrom('payments').select('reversed_minor');
    const found = () => reversed.where('id', '=', payment.paymentId).executeTakeFirstOrThrow();
    await expect.poll(found, patient).toEqual({ reversed_minor: 2_500 });
    await asked;
    expect(await seen(payment)).toMatchObject({ parts: [0, 0, 0, 25], onOrders: [75], orders: ['Overdue 25'] });
  });
});

test('[PROV-2] an application that may not read disputes knows a reversal by PayPal’s refund', async () => {
  const payment = await paypal.paid({});
  await makePageFault(sandbox, paypal.merchant, {
    operation: 'paypal.disputes',
    kind: 'status',
    status: 403,
    times: 50,
  });
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '8.00' });
  await becomes(payment, { parts: [0, 0, 0, 8], onOrders: [92], orders: ['Overdue 8'] });
  await clear();
});
