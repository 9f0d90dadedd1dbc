import { sql } from 'kysely';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { disputeAtPaypal, refundAtPaypal } from '../../../testing/payments/after-payment.ts';
import { patient } from '../../../testing/payments/page-payments.ts';
import { type Paid, type PaidAtPaypal, startPaidAtPaypal } from '../../../testing/payments/paid-at-paypal.ts';

/** Money that a bank has taken back and returns, of payments that were refunded in part or are in dispute. */

let paypal: PaidAtPaypal;
const sandbox = inject('sandbox');

beforeAll(async () => {
  paypal = await startPaidAtPaypal();
});
afterAll(() => paypal.close());
beforeEach(() => paypal.fixture.app.clock.set(new Date().toISOString()));

/** Waits until the customer sees this status, and these parts: refunded, disputed and taken back. */
const becomes = ({ customer: { client, accountGuid: guid }, paymentId: id }: Paid, status: string, parts: number[]) =>
  expect
    .poll(async () => {
      const { payment } = (await client.call(getAccountPayment, { params: { guid, id } })).body;
      return [payment.paymentStatus, payment.refundedAmount, payment.disputedAmount, payment.reversedAmount];
    }, patient)
    .toEqual([status, ...parts]);

/** Returns the events of the payment for the marina's programs: their types, and the refunded amount that they say. */
async function told({ paymentId }: Paid): Promise<string[]> {
  const events = paypal.fixture.tenant.db.selectFrom('events').select(['type', 'object']).orderBy('sequence');
  const own = await events.where(sql`object ->> 'number'`, '=', `P${String(paymentId).padStart(6, '0')}`).execute();
  return own.map(({ type, object }) => `${type} ${(object as { refunded: number }).refunded}`);
}

/** Counts the receipts that were queued, sent or not. */
async function receipts({ paymentId }: Paid): Promise<number> {
  const mails = paypal.fixture.tenant.db.selectFrom('mails').select('id').where('kind', '=', 'receipt');
  return (await mails.where(sql`payload ->> 'paymentId'`, '=', String(paymentId)).execute()).length;
}

const disputeMails = async ({ reference }: Paid) =>
  (await paypal.mailbox.read()).filter(
    ({ subject, text }) => subject?.endsWith('disputes a payment') && text?.includes(reference),
  ).length;

const lost = { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' } as const;
const won = { status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR' } as const;

test('[PAID-9][HOOK-1] a return of a refunded payment is told once, with its refund, without a receipt', async () => {
  const payment = await paypal.paid({});
  await refundAtPaypal(sandbox, payment.token, '30.00');
  await becomes(payment, 'PartRefunded', [30, 0, 0]);
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '20.00' });
  await becomes(payment, 'Disputed', [30, 0, 20]);
  await disputeAtPaypal(sandbox, payment.token, won);
  await becomes(payment, 'PartRefunded', [30, 0, 0]);
  expect(await told(payment)).toEqual([
    'payment.completed 0',
    'payment.refunded 30',
    'payment.reversed 30',
    'payment.restored 30',
  ]);
  expect(await receipts(payment)).toBe(1);
});

test('[PAID-9] if a part is returned during an open dispute, the office is not told of the dispute again', async () => {
  const payment = await paypal.paid({});
  await disputeAtPaypal(sandbox, payment.token, { status: 'OPEN', value: '5.00' });
  await becomes(payment, 'Disputed', [0, 5, 0]);
  await expect.poll(() => disputeMails(payment), patient).toBe(1);
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '10.00', another: true });
  await becomes(payment, 'Disputed', [0, 5, 10]);
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '20.00', another: true });
  await becomes(payment, 'Disputed', [0, 5, 30]);
  await disputeAtPaypal(sandbox, payment.token, won);
  await becomes(payment, 'Disputed', [0, 5, 10]);
  const types = (await told(payment)).map((each) => each.split(' ')[0]);
  expect([types[0], types.at(-1)]).toEqual(['payment.completed', 'payment.restored']);
  expect(new Set(types.slice(1, -1))).toEqual(new Set(['payment.disputed']));
  expect(await receipts(payment)).toBe(1);
  const queued = paypal.fixture.tenant.db.selectFrom('mails').select('id').where('kind', '=', 'payment-alert');
  await expect.poll(async () => (await queued.where('sent_at', 'is', null).execute()).length, patient).toBe(0);
  expect(await disputeMails(payment)).toBe(1);
});

test('[PAID-9] a payment that is whole again has its receipt, which is mailed', async () => {
  const payment = await paypal.paid({});
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '20.00' });
  await becomes(payment, 'Disputed', [0, 0, 20]);
  await disputeAtPaypal(sandbox, payment.token, won);
  await becomes(payment, 'Completed', [0, 0, 0]);
  expect(await told(payment)).toEqual(['payment.completed 0', 'payment.reversed 0', 'payment.restored 0']);
  expect(await receipts(payment)).toBe(2);
});

test('[RUN-200] returned money goes to the order that lost it, not to another that owes more since', async () => {
  const payment = await paypal.paid({ grossMinor: 6_000 }, { grossMinor: 4_000 });
  const { db } = paypal.fixture.tenant;
  const [first = 0, second = 0] = payment.customer.orderIds;
  const allocations = async () => {
    const rows = db.selectFrom('payment_allocations').select(['order_id', 'amount_minor']).orderBy('order_id');
    return (await rows.where('payment_id', '=', payment.paymentId).execute()).map((row) => Object.values(row));
  };
  await disputeAtPaypal(sandbox, payment.token, { ...lost, value: '40.00' });
  await becomes(payment, 'Disputed', [0, 0, 40]);
  expect(await allocations()).toEqual([[first, 6_000]]);
  await db.updateTable('orders').set({ gross_minor: 9_000 }).where('id', '=', first).execute();
  await disputeAtPaypal(sandbox, payment.token, won);
  await becomes(payment, 'Completed', [0, 0, 0]);
  expect(await allocations()).toEqual([
    [first, 6_000],
    [second, 4_000],
  ]);
});
