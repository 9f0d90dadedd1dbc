import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { refundsOfPayment } from '../../../features/payments/refunds/refunds.queries.ts';
import { settleRefund } from '../../../features/payments/refunds/settle-refund.service.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { decideOnPage } from '../../../testing/payments/after-payment.ts';
import { authenticated, pay } from '../../../testing/payments/card-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { startOperator } from '../../../testing/processes/operator-process.ts';
import { runOperator } from '../../testing/operator.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
});
afterAll(() => refunds.fixture.close());
beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

const creditOf = (id: number) => ['--reference', `CN-RF-${id}`, '--number', `CN-RF-${id}`];

const sumsOf = (id: number) =>
  refunds.fixture.tenant.db
    .selectFrom('payments')
    .select(['state', 'refunded_minor', 'disputed_minor', 'reversed_minor', 'allocated_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('[PAID-3] a refund', () => {
  test('of a payment that the office took, of one that is not paid, or of none is refused', async () => {
    const customer = await refunds.fixture.customer({});
    const record = [
      'payment',
      'record',
      '--tenant',
      refunds.fixture.tenant.key,
      '--account',
      String(customer.account.id),
    ];
    const money = ['--reference', 'TILL-R1', '--method', 'cash', '--paid-on', '2026-06-03', '--amount', '10.00'];
    await runOperator([...record, ...money], { database: refunds.fixture.app.testDatabase });
    expect((await refunds.refund('TILL-R1')).err).toContain('the office took it. Take it back with "payment reverse"');
    const { payment } = await authenticated(await refunds.fixture.customer({}));
    expect((await refunds.refund(payment.merchantRefNumber)).err).toContain('it is not paid');
    expect((await refunds.refund('P999999')).err).toContain('has no payment "P999999"');
  });

  test('[RUN-181] that the provider refuses moves nothing and says why, and when to ask again', async () => {
    await refunds.moveClock(0);
    const customer = await refunds.fixture.customer({});
    const { payment, token } = await authenticated(customer);
    await pay(customer, payment.merchantRefNumber, token);
    // Not batched yet.
    const refused = await refunds.refund(payment.merchantRefNumber, '--amount', '1.00', '--reference', 'RF-too-early');
    expect(refused.err).toMatch(/refuses to refund .* \(3406\)/);
    expect(refused.err).toContain('It is too early: ask for it again tomorrow, under another --reference.');
    expect(await refunds.paymentOf(payment.merchantRefNumber)).toMatchObject({ state: 'allocated', refunded_minor: 0 });
    await refunds.moveClock(2);
  });

  test('that two offices ask for at once is one, where they use the same reference', async () => {
    const customer = await refunds.fixture.customer({});
    const reference = await refunds.ways['the card provider'].pay(customer);
    const both = await Promise.all(
      [1, 2].map(() => refunds.refund(reference, '--amount', '60.00', '--reference', 'RF-at-once')),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(6_000);
    const two = await Promise.all([1, 2].map(() => refunds.refund(reference, '--amount', '30.00')));
    expect(new Set(two.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(9_000);
  });

  test('from two shells at the same moment is one, unless a reference says that it is another', async () => {
    const customer = await refunds.fixture.customer({});
    const reference = await refunds.ways['the card provider'].pay(customer);
    const shells = [1, 2].map(() =>
      startOperator(refunds.args(reference, '--amount', '30.00'), { database: refunds.fixture.app.testDatabase }),
    );
    const codes = await Promise.all(shells.map(async ({ ended }) => (await ended).code));
    expect(new Set(codes)).toEqual(new Set([0, 1]));
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(3_000);
    expect((await refunds.refund(reference, '--amount', '30.00')).err).toMatch(
      /refunded within the last minute \(QSR-[^)]+\)\. To refund it again, name this refund with --reference/,
    );
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(3_000);
    expect((await refunds.refund(reference, '--amount', '30.00', '--reference', 'RF-another')).err).toBe('');
    expect((await refunds.refund(reference, '--amount', '29.00')).err).toBe('');
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(8_900);
  });

  test('that somebody else asked for while the provider was slow is that one', async () => {
    const customer = await refunds.fixture.customer({});
    const way = refunds.ways['the card provider'];
    const reference = await way.pay(customer);
    await refunds.fault(way, { operation: 'refunds.search', kind: 'delay', ms: 2_000 });
    const ask = () => refunds.refund(reference, '--amount', '60.00', '--reference', 'RF-while-slow');
    const slow = ask();
    expect([await ask(), await slow]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(6_000);
  });

  test('that the payment’s sums don’t hold yet keeps its money from other uses', async () => {
    const customer = await refunds.fixture.customer({});
    const way = refunds.ways['the redirect provider'];
    const [first = 0] = customer.orderIds;
    const reference = await way.pay(customer);
    const { id } = await refunds.paymentOf(reference);
    const owner = { tenantId: refunds.fixture.tenant.id, accountId: customer.account.id, siteId: 1 };
    const { id: second } = await makeOrder(refunds.fixture.tenant.db, owner, { grossMinor: 4_000 });
    await runOperator(['credit', '--tenant', refunds.fixture.tenant.key, '--order', String(first), ...creditOf(id)], {
      database: refunds.fixture.app.testDatabase,
    });
    await refunds.fault(way, { operation: way.operation, kind: 'drop-after-commit' });
    expect((await refunds.refund(`P${id}`, '--amount', '80.00')).out).toContain('may be refunded');
    const put = () =>
      runOperator(['payment', 'allocate', '--tenant', refunds.fixture.tenant.key, '--order', String(second)], {
        database: refunds.fixture.app.testDatabase,
      });
    expect((await put()).err).toContain('is being refunded');
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(0);
    await refunds.findOut();
    expect((await refunds.refundsOf(id))[0]).toMatchObject({ under_way: false, state: 'done' });
    expect((await put()).out).toMatch(/^20\.00 GBP/);
    // The provider's own event, and every later look-up, find the same refunds.refund.
    refunds.fixture.app.clock.advance({ hours: 10 });
    await reconcile(refunds.fixture);
    await refunds.findOut();
    expect(await refunds.paymentOf(reference)).toMatchObject({ refunded_minor: 8_000 });
    expect(await refunds.refundsOf(id)).toHaveLength(1);
  });

  test('a refund whose sums its provider does not tell at once is counted when it does', async () => {
    const way = refunds.ways['the card provider'];
    const customer = await refunds.fixture.customer({});
    const reference = await way.pay(customer);
    const { id } = await refunds.paymentOf(reference);
    const env = { NODE_ENV: 'test', CRASH_AT: 'after-refund-call' };
    await startOperator(refunds.args(`P${id}`, '--amount', '30.00'), {
      database: refunds.fixture.app.testDatabase,
      env,
    }).ended;
    await refunds.fault(way, { operation: 'settlements.read', kind: 'status', status: 503 });
    refunds.fixture.app.clock.advance({ minutes: 3 });
    await refunds.lookAtRefunds();
    expect((await refunds.refundsOf(id))[0]).toMatchObject({ state: 'pending', under_way: true });
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(0);
    expect((await refunds.refund(`P${id}`, '--amount', '1.00')).err).toContain('another refund of it is under way');
    await refunds.findOut();
    expect((await refunds.refundsOf(id))[0]).toMatchObject({ under_way: false });
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(3_000);
  });

  test('that its provider tells of by an event is one refund', async () => {
    const mailbox = new TestMailbox();
    const worker = await startMailWorker(refunds.fixture.app, mailbox);
    onTestFinished(async () => {
      await worker.stop();
      mailbox.remove();
    });
    const way = refunds.ways['the redirect provider'];
    const customer = await refunds.fixture.customer({});
    await refunds.fixture.tenant.db
      .updateTable('accounts')
      .set({ email: 'refunded@example.com' })
      .where('id', '=', customer.account.id)
      .execute();
    const reference = await way.pay(customer);
    const { id } = await refunds.paymentOf(reference);
    const events = async () =>
      (await refunds.fixture.tenant.db.selectFrom('provider_events').select('handled_at').execute()).filter(
        ({ handled_at }) => handled_at !== null,
      ).length;
    await expect.poll(events, { timeout: 30_000 }).toBeGreaterThan(0);
    const before = await events();
    expect((await refunds.refund(`P${id}`, '--amount', '30.00')).err).toBe('');
    await expect.poll(events, { timeout: 30_000 }).toBeGreaterThan(before);
    expect(await refunds.paymentOf(reference)).toMatchObject({ state: 'partRefunded', refunded_minor: 3_000 });
    expect(await refunds.refundsOf(id)).toHaveLength(1);
    expect(await refunds.alertsOf(id)).toEqual(['refunded']);
    const subjects = async () => (await mailbox.read()).map(({ subject }) => subject);
    await expect.poll(subjects, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^Refund of £30\.00 from /));
  });

  test('[RUN-181] is refused while a dispute may take the money, and says so', async () => {
    const way = refunds.ways['the redirect provider'];
    const reference = await way.pay(await refunds.fixture.customer({}));
    await decideOnPage(sandbox, way, reference, 'disputed');
    const { err } = await refunds.refund(reference, '--amount', '1.00');
    expect(err).toContain('that is more than is left of it, 0.00 GBP.');
    expect(err).toContain('A bank holds 100.00 GBP in a dispute: wait for its decision.');
    expect(await refunds.paymentOf(reference)).toMatchObject({ state: 'disputed', refunded_minor: 0 });
  });

  test.each([
    ['after-refund-commit', 'disputed'],
    ['after-refund-call', 'disputed'],
    ['after-refund-commit', 'reversed'],
    ['after-refund-call', 'reversed'],
  ] as const)('that is killed at %s while the bank has the payment %s: both count once', async (point, fate) => {
    const way = refunds.ways['the redirect provider'];
    const reference = await way.pay(await refunds.fixture.customer({}));
    const { id } = await refunds.paymentOf(reference);
    const { ended } = startOperator(refunds.args(reference, '--amount', '30.00'), {
      database: refunds.fixture.app.testDatabase,
      env: { NODE_ENV: 'test', CRASH_AT: point },
    });
    expect((await ended).code).toBe('SIGKILL');
    await decideOnPage(sandbox, way, reference, fate);
    await refunds.findOut();
    const refundedMinor = point === 'after-refund-call' ? 3_000 : 0;
    const state = refundedMinor > 0 ? 'done' : 'refused';
    expect(await refunds.refundsOf(id)).toMatchObject([{ state, under_way: false }]);
    const expected = {
      disputed: { state: 'disputed', refunded_minor: refundedMinor, disputed_minor: 10_000, allocated_minor: 10_000 },
      // The bank has taken all of it back, also what was refunded.
      reversed: { state: 'reversed', refunded_minor: 0, reversed_minor: 10_000, allocated_minor: 0 },
    };
    expect(await sumsOf(id)).toMatchObject(expected[fate]);
    expect((await refunds.refund(reference, '--amount', '1.00')).err).toContain('that is more than is left of it');
    await decideOnPage(sandbox, way, reference, 'success');
    refunds.fixture.app.clock.advance({ hours: 10 });
    await reconcile(refunds.fixture);
    expect(await sumsOf(id)).toMatchObject({
      state: refundedMinor > 0 ? 'partRefunded' : 'allocated',
      refunded_minor: refundedMinor,
      disputed_minor: 0,
      reversed_minor: 0,
      allocated_minor: 10_000,
    });
    expect(await refunds.refundsOf(id)).toHaveLength(1);
  });

  test('that was found by a look-up stays made, also if an older answer arrives later', async () => {
    const reference = await refunds.ways.PayPal.pay(await refunds.fixture.customer({}));
    const { id } = await refunds.paymentOf(reference);
    await refunds.refund(`P${id}`, '--amount', '30.00');
    const { db, id: tenantId } = refunds.fixture.tenant;
    const [made] = await refundsOfPayment(db, tenantId, id);
    if (!made) throw new Error('no refund');
    const older = { ...made, state: 'sent' } as const;
    const refusal = { code: 'NOT_FOUND', message: null };
    await settleRefund(await refunds.engine(), older, { kind: 'refused', refusal });
    expect((await refunds.refundsOf(id))[0]).toMatchObject({ state: 'done', error_code: null });
  });
});
