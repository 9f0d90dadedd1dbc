import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { failRefundAtPaypal, refundAtPaypal } from '../../../testing/payments/after-payment.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { startProgramRefunds } from '../../testing/program-refunds.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
let programs: Awaited<ReturnType<typeof startProgramRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
  programs = await startProgramRefunds(refunds);
});
afterAll(() => refunds.fixture.close());
beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

/** Pays by PayPal. @returns the payment, and its name at PayPal */
async function paid() {
  const payment = await programs.paid(refunds.ways.PayPal);
  const { provider_reference: orderId } = await refunds.fixture.tenant.db
    .selectFrom('payments')
    .select('provider_reference')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  return { ...payment, orderId };
}

const idAtProvider = async (paymentId: number, at: number) =>
  (await refunds.refundsOf(paymentId)).at(at)?.provider_refund_id ?? null;

/** Returns the alerts in the mails to the office about a payment, one for each mail. */
async function alertMailsOf(paymentId: number) {
  const mails = refunds.fixture.tenant.db
    .selectFrom('mails as m')
    .innerJoin('payment_alerts as a', (join) => join.on(sql<boolean>`a.id = (m.payload ->> 'paymentAlertId')::int`))
    .select(['a.kind', sql`m.payload -> 'detail'`.as('detail')])
    .where('a.payment_id', '=', paymentId)
    .orderBy('m.id');
  return (await mails.execute()).map(({ kind, detail }) => (kind === 'refunded' ? [kind] : [kind, detail]));
}

/** Lets the server's own jobs look at the payment, as they do hours later, and then at its refunds. */
async function hoursLater() {
  refunds.fixture.app.clock.advance({ hours: 10 });
  await reconcile(refunds.fixture);
  await refunds.lookAtRefunds();
}

/** The providers whose refunds can fail after they were made. Those of the redirect provider are final. */
const names = ['the card provider', 'PayPal', 'the second card provider'] as const;

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('[MONEY-54] a refund that fails after it was made', () => {
  test('is failed for programs, the payment has its money again, and the office hears of it once', async () => {
    const payment = await paid();
    await payment.ask({ reference: payment.reference('kept'), amount: 20 });
    await payment.ask({ reference: payment.reference('lost'), amount: 30 });
    expect((await payment.read('lost')).body.status).toBe('completed');
    await failRefundAtPaypal(sandbox, payment.orderId, await idAtProvider(payment.id, 1));
    await hoursLater();
    expect((await payment.read('lost')).body).toMatchObject({ status: 'failed', errorCode: 'REFUND_FAILED' });
    expect((await payment.read('kept')).body.status).toBe('completed');
    expect(await refunds.paymentOf(payment.merchantReference)).toMatchObject({
      state: 'partRefunded',
      refunded_minor: 2_000,
    });
    await hoursLater();
    expect(await alertMailsOf(payment.id)).toEqual([
      ['refunded'],
      ['refund-not-made', { refund: payment.reference('lost'), failedMinor: 3_000 }],
    ]);
    expect(typesOf(await payment.events()).slice(1)).toEqual([
      'refund.completed',
      'payment.refunded',
      'refund.completed',
      'payment.refunded',
      'payment.restored',
      'refund.failed',
    ]);
    // The money may be refunded again, under another reference.
    const again = await payment.ask({ reference: payment.reference('again'), amount: 80 });
    expect(again.body).toMatchObject({ status: 'completed' });
  });

  test('is asked about until its provider answers', async () => {
    const payment = await paid();
    await payment.ask({ reference: payment.reference('away'), amount: 30 });
    await failRefundAtPaypal(sandbox, payment.orderId, await idAtProvider(payment.id, 0));
    refunds.fixture.app.clock.advance({ hours: 10 });
    await reconcile(refunds.fixture);
    await refunds.fault(refunds.ways.PayPal, { operation: 'paypal.read', kind: 'status', status: 503 });
    await refunds.lookAtRefunds();
    expect((await payment.read('away')).body.status).toBe('completed');
    await hoursLater();
    expect((await payment.read('away')).body.status).toBe('failed');
    expect(await alertMailsOf(payment.id)).toEqual([
      ['refunded'],
      ['refund-not-made', { refund: payment.reference('away'), failedMinor: 3_000 }],
    ]);
  });

  test('alerts the office also if the marina made it at its provider', async () => {
    const payment = await paid();
    const made = (await refundAtPaypal(sandbox, payment.orderId, '30.00')) as { id: string };
    await hoursLater();
    expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(3_000);
    await failRefundAtPaypal(sandbox, payment.orderId, made.id);
    await hoursLater();
    expect(await refunds.paymentOf(payment.merchantReference)).toMatchObject({
      state: 'allocated',
      refunded_minor: 0,
    });
    expect(await alertMailsOf(payment.id)).toEqual([['refunded'], ['refund-not-made', { failedMinor: 3_000 }]]);
  });

  test.each(names)('[MONEY-57] %s: alerts the office also if another one was made here', async (name) => {
    const way = refunds.ways[name];
    const payment = await programs.paid(way);
    await payment.ask({ reference: payment.reference('here'), amount: 20 });
    await way.elsewhere(payment.merchantReference, 3_000);
    await hoursLater();
    expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(5_000);
    await way.fail?.(payment.merchantReference, 3_000);
    await hoursLater();
    expect((await payment.read('here')).body.status).toBe(name === 'the card provider' ? 'pending' : 'completed');
    const ofTheirs = ['refund-not-made', { failedMinor: 3_000 }];
    expect(await alertMailsOf(payment.id)).toEqual([['refunded'], ofTheirs]);

    // Then the other one fails: the office hears of each once.
    await way.fail?.(payment.merchantReference, 2_000);
    await hoursLater();
    await hoursLater();
    expect((await payment.read('here')).body.status).toBe('failed');
    const ofOurs = ['refund-not-made', { refund: payment.reference('here'), failedMinor: 2_000 }];
    expect(await alertMailsOf(payment.id)).toEqual([['refunded'], ofTheirs, ofOurs]);
  });

  test.each(names)('[MONEY-57] [MONEY-58] %s: of three that fail at once the office hears of each', async (name) => {
    const way = refunds.ways[name];
    const payment = await programs.paid(way);
    await way.elsewhere(payment.merchantReference, 3_000);
    for (const [reference, amount] of [
      ['first', 20],
      ['second', 10],
    ] as const)
      await payment.ask({ reference: payment.reference(reference), amount });
    await hoursLater();
    for (const minor of [3_000, 2_000, 1_000]) await way.fail?.(payment.merchantReference, minor);
    await hoursLater();
    expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(0);
    expect((await alertMailsOf(payment.id)).slice(1)).toEqual([
      ['refund-not-made', { failedMinor: 3_000 }],
      ['refund-not-made', { refund: payment.reference('first'), failedMinor: 2_000 }],
      ['refund-not-made', { refund: payment.reference('second'), failedMinor: 1_000 }],
    ]);
  });
});
