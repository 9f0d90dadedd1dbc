import { getOrder } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment, listPaymentHistory } from '@quayside/contract/payments/payment-history.ts';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { authenticated, chargesOf, makeFault, pay } from '../../../testing/payments/card-payments.ts';
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
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const newReference = () => `TILL-${crypto.randomUUID().slice(0, 8)}`;
const run = (args: string[]) => runOperator(args, { database: fixture.app.testDatabase });

/** Records a payment of 60.00 in cash, with these changes. */
function record(customer: Customer, changes: Record<string, string> = {}) {
  const options = { reference: newReference(), method: 'cash', 'paid-on': '2026-06-03', amount: '60.00', ...changes };
  const named = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  return run(['payment', 'record', '--tenant', fixture.tenant.key, '--account', String(customer.account.id), ...named]);
}

async function recorded(customer: Customer, changes: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await record(customer, changes);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

async function refused(customer: Customer, changes: Record<string, string>): Promise<string> {
  const { code, out, err } = await record(customer, changes);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

const reverse = (reference: string, ...more: string[]) =>
  run(['payment', 'reverse', '--tenant', fixture.tenant.key, '--reference', reference, ...more]);

const orderOf = async ({ client, accountGuid }: Customer, id: number) =>
  (await client.call(getOrder, { params: { guid: accountGuid, id } })).body.order;

const outstanding = async (customer: Customer) =>
  Promise.all(customer.orderIds.map(async (id) => (await orderOf(customer, id)).outstandingAmount));

const historyOf = async ({ client, accountGuid: guid }: Customer) =>
  (await client.call(listPaymentHistory, { params: { guid }, query: { page: 1, rows: 10 } })).body.payments;

describe('[PAID-1] the oldest first', () => {
  test('pays due orders, the earliest tax point first, and no later ones', async () => {
    const customer = await fixture.customer(
      { grossMinor: 5_000, taxPointDate: '2026-05-02' },
      { grossMinor: 5_000, taxPointDate: '2026-05-01' },
      { grossMinor: 5_000, taxPointDate: '2090-01-01' },
    );
    const told = await recorded(customer, { amount: '60.00' });
    expect(told).toMatch(
      /^Payment P\d{6} of 60\.00 GBP is recorded\.\n {2}order \d+: 50\.00 GBP\n {2}order \d+: 10\.00 GBP\n$/,
    );
    expect(await outstanding(customer)).toEqual([40, 0, 50]);
  });

  test('money that no order takes stays available on the payment', async () => {
    const customer = await fixture.customer({ grossMinor: 4_000 });
    expect(await recorded(customer)).toContain('on no order, and available: 20.00 GBP');
    const [payment] = await historyOf(customer);
    expect(payment).toMatchObject({ amount: 60, availableAmount: 20, paymentStatus: 'Completed' });
  });
});

describe('[PAID-1] a recorded payment', () => {
  test('pays the orders that it names, and shows on order, history, receipt, events and audit trail', async () => {
    const customer = await fixture.customer({}, {});
    const second = customer.orderIds[1] ?? 0;
    const reference = newReference();
    await recorded(customer, {
      reference,
      orders: String(second),
      'bank-reference': 'FPS 8812',
      method: 'bank-transfer',
    });
    expect(await outstanding(customer)).toEqual([100, 40]);
    const order = await orderOf(customer, second);
    expect(order.payments).toMatchObject([
      { paymentChannel: 'None', paymentStatus: 'Completed', paymentAllocations: [{ orderId: second, amount: 60 }] },
    ]);
    const [payment] = await historyOf(customer);
    expect(payment).toMatchObject({ amount: 60, paymentChannel: 'None', createdOn: '2026-06-03T11:00:00.000Z' });

    const id = payment?.paymentId ?? 0;
    const params = { guid: customer.accountGuid, id };
    expect((await customer.client.call(getAccountPayment, { params })).body.payment.receiptReady).toBe(true);
    const receipt = await customer.client.call(getReceipt, { params: { id, accountGuid: customer.accountGuid } });
    const { text } = await readPdf(receipt.bytes);
    expect(text).toContain('£60.00');
    expect(text).toContain('03 Jun 2026');
    expect(text).not.toMatch(/12:00|Method|office/i);

    const row = await fixture.tenant.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      office_reference: reference,
      office_method: 'bank-transfer',
      bank_reference: 'FPS 8812',
      paid_on: '2026-06-03',
      check_at: null,
    });
    const events = await fixture.tenant.db
      .selectFrom('payment_events')
      .select(['event', 'to_state'])
      .where('payment_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['created', 'approved', 'allocated']);
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.record',
      accountId: customer.account.id,
      details: { reference, method: 'bank-transfer' },
    });
  });

  test('is one payment however often its reference comes, and another content is refused', async () => {
    const customer = await fixture.customer({});
    const reference = newReference();
    await recorded(customer, { reference });
    expect(await recorded(customer, { reference })).toContain('was recorded before.');
    expect(await outstanding(customer)).toEqual([40]);
    const others: Record<string, string>[] = [
      { amount: '61.00' },
      { method: 'cheque' },
      { 'paid-on': '2026-06-02' },
      { orders: String(customer.orderIds[0]) },
    ];
    for (const other of others)
      expect(await refused(customer, { reference, ...other })).toMatch(
        new RegExp(`"${reference}" is recorded with other content, as payment P\\d{6}\\.`),
      );
    expect(await outstanding(customer)).toEqual([40]);
  });

  test('is one payment when two offices record it at once', async () => {
    const customer = await fixture.customer({});
    const reference = newReference();
    const both = await Promise.all([record(customer, { reference }), record(customer, { reference })]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await outstanding(customer)).toEqual([40]);
    expect(await historyOf(customer)).toHaveLength(1);
  });

  test('is refused where it can’t be right', async () => {
    const customer = await fixture.customer({});
    const stranger = await fixture.customer({});
    const cancelled = await fixture.customer({ cancelledAt: new Date('2026-06-02T00:00:00Z') });
    const bad: [Record<string, string>, RegExp][] = [
      [{ amount: '0' }, /--amount: has to be more than 0/],
      [{ amount: '1.005' }, /--amount: "1.005" has more than 2 decimals/],
      [{ currency: 'EUR' }, /--currency: is not the marina's, GBP/],
      [{ 'paid-on': '2090-01-01' }, /--paid-on: is a day to come/],
      [{ 'paid-on': '1026-06-03' }, /--paid-on: is before 2000-01-01: is the year right\?/],
      [{ 'paid-on': '03/06/2026' }, /--paid-on: give a day such as 2026-05-16/],
      [{ orders: '987654' }, /--orders: .* has no order "987654"/],
      [{ orders: String(stranger.orderIds[0]) }, /is of another account/],
      [{ method: 'gold' }, /--method/],
      [{ reference: ' ' }, /^--reference: is empty$/],
      [{ reference: 'TILL\n2' }, /^--reference: has a line break or another character that nobody sees$/],
      [{ reference: 'TILL\u20282' }, /^--reference: has a line break/],
      [{ 'bank-reference': 'FPS\u00008812' }, /^--bank-reference: has a line break/],
    ];
    for (const [changes, message] of bad) expect(await refused(customer, changes)).toMatch(message);
    expect(await refused(cancelled, { orders: String(cancelled.orderIds[0]) })).toMatch(/is cancelled/);
    expect(await historyOf(customer)).toEqual([]);
  });

  test('leaves an invoiced order its amount', async () => {
    const customer = await fixture.customer({});
    const [id = 0] = customer.orderIds;
    const invoice = { invoice_number: newReference(), invoiced_on: '2026-06-01' };
    await fixture.tenant.db.updateTable('orders').set(invoice).where('id', '=', id).execute();
    const reference = newReference();
    await recorded(customer, { reference });
    expect(await orderOf(customer, id)).toMatchObject({
      grossOrderCost: 100,
      outstandingAmount: 40,
      invoice: { number: invoice.invoice_number },
    });
    await reverse(reference);
    expect(await orderOf(customer, id)).toMatchObject({ grossOrderCost: 100, outstandingAmount: 100 });
  });
});

describe('[PAID-1] a reversed payment', () => {
  test('is owed again, and its order and page say so; a second time changes nothing', async () => {
    const customer = await fixture.customer({});
    const [id = 0] = customer.orderIds;
    const reference = newReference();
    await recorded(customer, { reference, method: 'cheque' });
    expect((await reverse(reference, '--reason', 'bounced')).out).toMatch(/^Payment P\d{6} is reversed\.\n$/);
    expect((await reverse(reference)).out).toContain('was reversed before');
    expect(await recorded(customer, { reference, method: 'cheque' })).toMatch(
      /was recorded before\.\n {2}It was reversed on \d{4}-\d\d-\d\d\. Record another one under another reference\.\n$/,
    );
    expect(await orderOf(customer, id)).toMatchObject({
      outstandingAmount: 100,
      payments: [{ paymentStatus: 'Cancelled', reversedAmount: 60, takenOffOrderAmount: 60, paymentAllocations: [] }],
    });
    expect(await historyOf(customer)).toMatchObject([{ paymentStatus: 'Cancelled', availableAmount: 0 }]);
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.reverse',
      details: { reason: 'bounced' },
    });
  });

  test('[RUN-162] takes the payment by its number too, and says what to do with one that was paid online', async () => {
    const customer = await fixture.customer({});
    const reference = newReference();
    const [number = ''] = /P\d{6}/.exec(await recorded(customer, { reference })) ?? [];
    expect((await reverse(number)).out).toBe(`Payment ${number} is reversed.\n`);
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({ details: { payment: number, reference } });
    const payer = await fixture.customer({});
    const { payment, token } = await authenticated(payer);
    await pay(payer, payment.merchantRefNumber, token);
    const online = payment.reference;
    expect((await reverse(online)).err).toBe(
      `Payment ${online} was paid online. Give it back with: refund --payment ${online}\n`,
    );
  });

  test('is refused under a reference that nobody recorded, and on a wrong day, or with an empty reason', async () => {
    const customer = await fixture.customer({});
    const reference = newReference();
    await recorded(customer, { reference });
    expect((await reverse('TILL-none')).err).toContain('has recorded no payment "TILL-none"');
    expect((await reverse(reference, '--on', '2026-06-02')).err).toContain('--on: is before the payment');
    expect((await reverse(reference, '--on', '2090-01-01')).err).toContain('--on: is a day to come');
    expect((await reverse(' ')).err).toBe('--reference: is empty\n');
    expect((await reverse(reference, '--reason', '')).err).toBe('--reason: is empty\n');
    expect((await reverse(reference, '--reason', 'bounced\nagain')).err).toContain('--reason: has a line break');
    expect(await outstanding(customer)).toEqual([40]);
  });
});

describe('[PAID-1] an order that is being paid in the portal', () => {
  test('takes no payment of the office until that one has ended, and is paid once', async () => {
    const customer = await fixture.customer({});
    const [id] = customer.orderIds;
    const { payment, token } = await authenticated(customer);
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
    await pay(customer, payment.merchantRefNumber, token);
    const ways: Record<string, string>[] = [{}, { orders: String(id) }];
    for (const changes of ways)
      expect(await refused(customer, { amount: '100.00', ...changes })).toMatch(
        new RegExp(`Nothing is recorded: order ${id} is being paid in the portal \\(${payment.merchantRefNumber}\\)`),
      );
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    fixture.app.clock.set(new Date().toISOString());
    expect(await recorded(customer, { amount: '100.00' })).toContain('on no order, and available: 100.00 GBP');
    expect(await outstanding(customer)).toEqual([0]);
  });

  test('is paid at the office before the card is charged: the card is not charged', async () => {
    const customer = await fixture.customer({});
    const { payment, token } = await authenticated(customer);
    await recorded(customer, { amount: '100.00' });
    expect(codeOf(await pay(customer, payment.merchantRefNumber, token))).toBe('409 ORDER_NOT_PAYABLE');
    expect(await chargesOf(fixture, payment.merchantRefNumber)).toEqual([]);
  });
});

describe('[PAID-1] payments.csv', () => {
  const importing = (lines: string[], ...options: string[]) =>
    run([
      'import',
      makeFolder({
        'payments.csv':
          'reference,account,method,paid_on,amount,currency,bank_reference,orders,reversed_on\n' +
          `${lines.join('\n')}\n`,
      }),
      '--tenant',
      fixture.tenant.key,
      ...options,
    ]);

  /** Gives a customer and their orders references, as an import would. */
  async function named(customer: Customer): Promise<{ account: string; orders: string[] }> {
    const account = newReference();
    await fixture.tenant.db
      .updateTable('accounts')
      .set({ reference: account })
      .where('id', '=', customer.account.id)
      .execute();
    const orders: string[] = [];
    for (const id of customer.orderIds) {
      const reference = `${newReference()} x`.replace(' x', orders.length === 0 ? '' : ' second');
      await fixture.tenant.db.updateTable('orders').set({ reference }).where('id', '=', id).execute();
      orders.push(reference);
    }
    return { account, orders };
  }

  test('records many, one after the other, and again changes nothing', async () => {
    const customer = await fixture.customer({ taxPointDate: '2026-05-01' }, { taxPointDate: '2026-05-02' });
    const { account, orders } = await named(customer);
    const [one, two, three] = [newReference(), newReference(), newReference()];
    const lines = [
      `${one},${account},cash,2026-06-03,70.00,GBP,,,`,
      `${two},${account},direct-debit,2026-06-04,50.00,,DD 1,,`,
      `${three},${account},cheque,2026-06-05,10.00,,,"${orders[1]}",2026-06-08`,
    ];
    const dry = await importing(lines, '--dry-run');
    expect(dry).toMatchObject({ code: 0 });
    expect(await outstanding(customer)).toEqual([100, 100]);
    const first = await importing(lines);
    expect(first.err).not.toContain('to mend');
    expect(first.out).toMatch(/payments +3 +0 +0 +0/);
    expect(await outstanding(customer)).toEqual([0, 80]);
    expect(await historyOf(customer)).toMatchObject([
      { paymentStatus: 'Cancelled', reversedAmount: 10 },
      { paymentStatus: 'Completed', amount: 50 },
      { paymentStatus: 'Completed', amount: 70 },
    ]);
    expect((await importing(lines)).out).toMatch(/payments +0 +0 +3 +0/);
    const reversed = lines.with(1, `${two},${account},direct-debit,2026-06-04,50.00,,DD 1,,2026-06-20`);
    expect((await importing(reversed)).out).toMatch(/payments +0 +1 +2 +0/);
    expect(await outstanding(customer)).toEqual([30, 100]);
    // The command knows what the file recorded.
    expect(await recorded(customer, { reference: one, amount: '70' })).toContain('was recorded before');
  });

  test('[MONEY-59] lists everything that can’t be right, each once, and records nothing', async () => {
    const customer = await fixture.customer({});
    const stranger = await fixture.customer({});
    const { account } = await named(customer);
    const { orders: others } = await named(stranger);
    const known = newReference();
    await recorded(customer, { reference: known });
    const { err } = await importing([
      `${known},${account},cash,2026-06-03,60.01,,,,`,
      `${newReference()},${account},gold,2026-06-03,10.00,,,,`,
      `${newReference()},${account},cash,2026-06-03,-10.00,,,,`,
      `${newReference()},${account},cash,2026-06-03,10.00,EUR,,,`,
      `${newReference()},${account},cash,2090-06-03,10.00,,,,`,
      `${newReference()},${account},cash,2026-06-03,10.00,,,nowhere,`,
      `${newReference()},${account},cash,2026-06-03,10.00,,,${others[0]},`,
      `${newReference()},nobody,cash,2026-06-03,10.00,,,,`,
      `${newReference()},${account},cash,2026-06-03,10.00,,,,2026-06-02`,
      `${newReference()},${account},cash,1026-06-03,10.00,,,,`,
    ]);
    for (const problem of [
      /:2: reference: is recorded with other content, as payment P\d{6}/,
      /:3: method: "gold" is none of cash/,
      /:4: amount: has to be more than 0/,
      /:5: currency: is not the marina's, GBP/,
      /:6: paid_on: is a day to come/,
      /:7: orders: there is no order "nowhere"/,
      /:8: orders: the order ".*" is of another account/,
      /:9: account: there is no account "nobody"/,
      /:10: reversed_on: is before paid_on/,
      /:11: paid_on: is before 2000-01-01: is the year right\?/,
    ])
      expect(err).toMatch(problem);
    expect(err).not.toContain('"nowhere" is of another account');
    expect(await historyOf(customer)).toHaveLength(1);
  });

  test('is refused while an order of it is being paid in the portal', async () => {
    const customer = await fixture.customer({});
    const { account, orders } = await named(customer);
    const { payment, token } = await authenticated(customer);
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
    await pay(customer, payment.merchantRefNumber, token);
    const problemOf = async (order: string) =>
      (await importing([`${newReference()},${account},cash,2026-06-03,10.00,,,${order},`])).err;
    expect(await problemOf('')).toMatch(/:2: orders: stays empty while one of the account's orders is being paid/);
    expect(await problemOf(`${orders[0]}`)).toMatch(
      /:2: orders: the order ".*" is being paid in the portal: try again/,
    );
  });
});

test('[RUN-162] a customer who has left pays at the office: the closed account owes nothing any more', async () => {
  const customer = await fixture.customer({});
  const accounts = fixture.tenant.db.updateTable('accounts').where('id', '=', customer.account.id);
  await accounts.set({ closed_at: new Date('2026-06-01T12:00:00Z') }).execute();
  expect(await recorded(customer, { amount: '100.00' })).toContain(`order ${customer.orderIds[0]}: 100.00`);
  await accounts.set({ erased_at: new Date('2026-06-02T12:00:00Z') }).execute();
  expect(await refused(customer, {})).toContain(`has no open account "${customer.account.id}"`);
});
