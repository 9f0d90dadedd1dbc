import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { getInvoice } from '@quayside/contract/orders/invoices.ts';
import { getOrder, listOrderHistory } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { refundCard } from '../../../testing/payments/after-payment.ts';
import { authenticated, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { runOperator } from '../../testing/operator.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture({}, { invoices: { automaticFrom: '2026-01-01', numberPrefix: 'SM-' } });
});
afterAll(() => fixture.close());

let references = 0;
const newReference = () => `CN-${(references += 1)}`;

async function output(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}
const run = (...[first = '', ...args]: string[]) =>
  runOperator([...first.split(' '), '--tenant', fixture.tenant.key, ...args], { database: fixture.app.testDatabase });

const record = (customer: Customer, amount: string) =>
  output(
    'payment record',
    '--account',
    String(customer.account.id),
    '--reference',
    newReference(),
    '--method',
    'cash',
    '--paid-on',
    '2026-06-03',
    '--amount',
    amount,
  );
const credit = (order: number | undefined, ...more: string[]) =>
  run('credit', '--order', String(order), '--reference', newReference(), ...more);
const allocate = (order: number | undefined, ...more: string[]) =>
  run('payment allocate', '--order', String(order), ...more);

const orderOf = async ({ client, accountGuid }: Customer, id: number | undefined) =>
  (await client.call(getOrder, { params: { guid: accountGuid, id: id ?? 0 } })).body.order;
const availableOf = async ({ client, accountGuid }: Customer) =>
  (await client.call(getSummary, { params: { guid: accountGuid } })).body.totalAvailable;

async function paidByCard(customer: Customer): Promise<string> {
  const { payment, token } = await authenticated(customer);
  expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
  return payment.merchantRefNumber;
}

describe('[PAID-2] available money', () => {
  test('is shown to the customer and put on an order, as much as it owes', async () => {
    const customer = await fixture.customer({ grossMinor: 3_000 });
    const out = await record(customer, '50.00');
    const payment = /P\d{6}/.exec(out)?.[0] ?? '';
    expect(await availableOf(customer)).toBe(20);
    const other = await orderFor(customer, 1_500);
    expect((await allocate(other, '--payment', payment, '--amount', '4.00')).out).toBe(
      `4.00 GBP of payment ${payment} is on order ${other}.\n`,
    );
    expect(await availableOf(customer)).toBe(16);
    expect((await allocate(other)).out).toBe(`11.00 GBP of payment ${payment} is on order ${other}.\n`);
    expect(await orderOf(customer, other)).toMatchObject({
      paymentStatus: 'Paid',
      outstandingAmount: 0,
      totalPaid: 15,
    });
    expect(await availableOf(customer)).toBe(5);
    const params = { guid: customer.accountGuid, id: Number(payment.slice(1)) };
    expect((await customer.client.call(getAccountPayment, { params })).body.payment).toMatchObject({
      availableAmount: 5,
      paymentAllocations: [{ amount: 30 }, { orderId: other, amount: 15 }],
    });
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.allocate',
      accountId: customer.account.id,
      details: { order: other, payments: [payment] },
    });
  });

  test('goes nowhere where it can’t be right', async () => {
    const customer = await fixture.customer({});
    const stranger = await fixture.customer({ grossMinor: 1_000 });
    expect((await allocate(customer.orderIds[0])).err).toContain('Nothing is changed: no money is available.');
    const payment = /P\d{6}/.exec(await record(stranger, '20.00'))?.[0] ?? '';
    expect((await allocate(customer.orderIds[0], '--payment', payment)).err).toContain(
      'is of another account than order',
    );
    expect((await allocate(stranger.orderIds[0])).err).toContain('owes nothing');
    expect((await allocate(stranger.orderIds[0], '--payment', 'P999999')).err).toContain('has no payment "P999999"');
  });

  test('does not go onto an order that is being paid in the portal', async () => {
    const customer = await fixture.customer({ grossMinor: 1_000 });
    await record(customer, '30.00');
    const other = await orderFor(customer, 1_500);
    await sendAndLose({ ...customer, orderIds: [other], amount: 15 });
    expect((await allocate(other)).err).toMatch(/is being paid in the portal/);
    expect((await credit(other)).err).toMatch(/is being paid in the portal/);
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    expect((await allocate(other)).err).toContain('owes nothing');
    fixture.app.clock.set(new Date().toISOString());
  });
});

test('[MONEY-53] amounts of commands are in the currency of their order, not always the marina’s', async () => {
  const customer = await fixture.customer({});
  const [id = 0] = customer.orderIds;
  const { db } = fixture.tenant;
  await db.updateTable('orders').set({ currency: 'KWD' }).where('id', '=', id).execute();
  const payment = /P\d{6}/.exec(await record(customer, '20.00'))?.[0] ?? '';
  await db.updateTable('payments').set({ currency: 'KWD' }).where('account_id', '=', customer.account.id).execute();
  expect((await credit(id, '--amount', '0.001')).out).toContain(' of 0.001 KWD for order ');
  expect((await credit(id, '--amount', '10.001')).err).toContain('has 9.999 KWD left to credit.');
  expect((await credit(id, '--amount', '1.00 GBP')).err).toContain('write an amount in KWD');
  expect((await allocate(id, '--amount', '0.500')).out).toBe(`0.500 KWD of payment ${payment} is on order ${id}.\n`);
  expect(await orderOf(customer, id)).toMatchObject({ grossOrderCost: 10, outstandingAmount: 9.499 });
  expect((await run('refund', '--payment', payment, '--amount', '1 GBP')).err).toContain('write an amount in KWD');
});

describe('[PAID-2] a credit note', () => {
  test('has the next number of the series and a paper, and takes a part off what is owed', async () => {
    const customer = await fixture.customer({});
    const [id] = customer.orderIds;
    const { out } = await credit(id, '--amount', '40.00', '--reason', 'Pontoon out of use');
    const [, number = '', noteId = ''] =
      /^Credit note (SM-\d{6}) of 40\.00 GBP for order \d+ is made\. It is order (\d+) \(.+\)\.\n$/.exec(out) ?? [];
    const order = await orderOf(customer, id);
    expect(order).toMatchObject({
      paymentStatus: 'Overdue',
      grossOrderCost: 100,
      outstandingAmount: 60,
      totalPaid: 0,
      creditedAmount: 40,
      creditNotes: [{ number, amount: 40, orderId: Number(noteId) }],
    });
    const note = await orderOf(customer, Number(noteId));
    expect(note).toMatchObject({
      paymentStatus: 'Credited',
      grossOrderCost: -40,
      outstandingAmount: 0,
      credits: { orderId: id },
      invoice: { number },
    });
    const { body } = await customer.client.call(listOrderHistory, {
      params: { guid: customer.accountGuid },
      query: { page: 1, rows: 10 },
    });
    expect(body.orders.map((each) => each.id)).toContain(Number(noteId));
    const paper = await customer.client.call(getInvoice, {
      params: { orderGuid: note.guid, accountGuid: customer.accountGuid },
    });
    const { text } = await readPdf(paper.bytes);
    expect(text).toContain(`Credit note ${number}`);
    expect(text).toContain('Pontoon out of use');
    expect(text).toContain(`It is taken off ${id}.`);
    expect(text).toContain('-£40.00');
  });

  test('of all that was paid by card makes it available, and its payment goes on another order', async () => {
    const customer = await fixture.customer({});
    const [id] = customer.orderIds;
    await paidByCard(customer);
    expect((await credit(id)).out).toContain('taken off its payments: 100.00 GBP');
    expect(await orderOf(customer, id)).toMatchObject({
      paymentStatus: 'Credited',
      totalPaid: 0,
      creditedAmount: 100,
      payments: [],
    });
    expect(await availableOf(customer)).toBe(100);
    const other = await orderFor(customer, 4_000);
    await allocate(other);
    expect(await orderOf(customer, other)).toMatchObject({
      paymentStatus: 'Paid',
      payments: [{ paymentChannel: 'Card' }],
    });
    expect(await availableOf(customer)).toBe(60);
  });

  test('of a part takes off first what is owed, then the latest payment', async () => {
    const customer = await fixture.customer({});
    const [id] = customer.orderIds;
    await record(customer, '50.00');
    await record(customer, '30.00');
    expect((await credit(id, '--amount', '60.00')).out).toContain('taken off its payments: 40.00 GBP');
    expect(await orderOf(customer, id)).toMatchObject({
      outstandingAmount: 0,
      totalPaid: 40,
      creditedAmount: 60,
      payments: [{ amount: 50, availableAmount: 10, paymentAllocations: [{ amount: 40 }] }],
    });
    expect(await availableOf(customer)).toBe(40);
    expect((await credit(id)).out).toMatch(/of 40\.00 GBP/);
    expect(await orderOf(customer, id)).toMatchObject({ paymentStatus: 'Credited', creditedAmount: 100 });
    expect((await credit(id)).err).toContain('is credited already');
  });

  test('of money that was refunded before makes nothing available', async () => {
    const customer = await fixture.customer({});
    const [id] = customer.orderIds;
    const reference = await paidByCard(customer);
    await refundCard(fixture.sandbox, fixture.merchant, reference, 10_000);
    fixture.app.clock.advance({ hours: 7 });
    await reconcile(fixture);
    fixture.app.clock.set(new Date().toISOString());
    expect((await orderOf(customer, id)).paymentStatus).toBe('Refunded');
    await credit(id);
    expect(await availableOf(customer)).toBe(0);
    expect(await orderOf(customer, id)).toMatchObject({ paymentStatus: 'Credited', creditedAmount: 100 });
  });

  test('[MONEY-56] counts what was refunded of the order before, also if another payment is the latest', async () => {
    const customer = await fixture.customer({ grossMinor: 6_000 });
    const [id = 0] = customer.orderIds;
    const reference = await paidByCard(customer);
    await fixture.tenant.db.updateTable('orders').set({ gross_minor: 10_000 }).where('id', '=', id).execute();
    await record(customer, '40.00');
    await refundCard(fixture.sandbox, fixture.merchant, reference, 2_500);
    fixture.app.clock.advance({ hours: 7 });
    await reconcile(fixture);
    fixture.app.clock.set(new Date().toISOString());
    // The refund of 25.00 was for what is credited now.
    await credit(id, '--amount', '25.00');
    expect(await availableOf(customer)).toBe(0);
    await credit(id, '--amount', '10.00');
    expect(await availableOf(customer)).toBe(10);
    const { payments } = await orderOf(customer, id);
    expect(payments.map(({ amount, availableAmount }) => [amount, availableAmount])).toEqual([
      [60, 0],
      [40, 10],
    ]);
  });

  test('is one however often its reference comes, and refused where it can’t be right', async () => {
    const customer = await fixture.customer({}, { cancelledAt: new Date('2026-06-02T00:00:00Z') });
    const [id, cancelled] = customer.orderIds;
    const reference = newReference();
    const again = (...more: string[]) => run('credit', '--order', String(id), '--reference', reference, ...more);
    await again('--amount', '10.00');
    expect((await again('--amount', '10.00')).out).toContain('was made before.');
    expect((await again('--amount', '11.00')).err).toContain('which is not this credit note');
    expect((await credit(id, '--amount', '90.01')).err).toContain('has 90.00 GBP left to credit.');
    expect((await credit(cancelled)).err).toContain('is cancelled');
    expect((await credit(await orderFor(customer, 0))).err).toContain('costs nothing');
    const { creditNotes } = await orderOf(customer, id);
    expect(creditNotes).toHaveLength(1);
    expect((await credit(creditNotes[0]?.orderId)).err).toContain('is a credit itself');
    expect((await credit(id, '--number', creditNotes[0]?.number ?? '')).err).toContain('is of another invoice');
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'order.credit',
      details: { order: id, reference },
    });
  });
});

async function orderFor({ owner }: Customer, grossMinor: number): Promise<number> {
  return (await makeOrder(fixture.tenant.db, owner, { grossMinor })).id;
}

/** Sends a card payment whose answer is lost, so that its orders stay held. */
async function sendAndLose(customer: Customer): Promise<void> {
  const { payment, token } = await authenticated(customer);
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
  await pay(customer, payment.merchantRefNumber, token);
}
