import { getPaymentResource } from '@quayside/contract/integration/payments/payment-resources.ts';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { startServerProcess } from '../../../testing/processes/server-process.ts';
import { startProgramRefunds } from '../../testing/program-refunds.ts';
import { refundingProviderNames, type Way } from '../../testing/refunding-providers.ts';
import { startRefunds } from '../../testing/refunds.ts';

// Servers start and die here.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
let programs: Awaited<ReturnType<typeof startProgramRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
  programs = await startProgramRefunds(refunds);
});
afterAll(() => refunds.fixture.close());
beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

describe.each(refundingProviderNames)('[API-116] a program refunds by %s', (name) => {
  let way: Way;
  beforeAll(() => {
    way = refunds.ways[name];
  });

  test('a part, then the rest, once for one reference; the customer, the books and the events agree', async () => {
    const payment = await programs.paid(way);
    const before = await way.refundedThere();
    const part = { reference: payment.reference('part'), amount: 30, reason: 'Crane out of order' };
    const first = await payment.ask(part);
    const object = { ...part, payment: payment.number, currency: 'GBP', errorCode: null };
    const whose = { account: null, accountNumber: payment.customer.account.id };
    expect([first.status, first.body]).toMatchObject([201, { ...object, ...whose }]);
    expect(['completed', 'pending']).toContain(first.body.status);
    expect((await auditOf(refunds.fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.refund',
      actor: { kind: 'integration', name: 'Back office' },
      accountId: payment.customer.account.id,
      details: { payment: payment.number, reference: part.reference, reason: part.reason, minor: 3_000 },
    });
    const again = await payment.ask({ reference: part.reference });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(codeOf(await payment.ask({ ...part, amount: 31 }))).toBe('409 ROW_REFUSED');
    expect(await way.refundedThere()).toBe(before + 3_000);
    const params = { guid: payment.customer.accountGuid, id: payment.id };
    const shown = await payment.customer.client.call(getAccountPayment, { params });
    expect(shown.body.payment).toMatchObject({ paymentStatus: 'PartRefunded', refundedAmount: 30 });

    expect(codeOf(await payment.ask({ reference: payment.reference('much'), amount: 70.01 }))).toBe('409 ROW_REFUSED');
    expect((await payment.ask({ reference: payment.reference('rest') })).body).toMatchObject({ amount: 70 });
    const nothing = await payment.ask({ reference: payment.reference('none') });
    expect(nothing.body.responseStatus?.errors).toMatchObject([{ fieldName: 'amount' }]);
    expect(await way.refundedThere()).toBe(before + 10_000);
    const read = await programs.program.call(getPaymentResource, { params: { number: payment.number } });
    const parts = [part.reference, payment.reference('rest')].map((reference) => ({ reference }));
    expect(read.body).toMatchObject({ status: 'refunded', refunded: 100, refunds: parts });
    expect(await payment.list()).toMatchObject(parts);
    expect(await refunds.mailsOf(payment.id)).toEqual(['payment-refunded', 'payment-refunded']);
    const told = (await payment.events()).filter(({ type }) => type === 'refund.completed');
    const done = (await payment.list()).filter(({ status }) => status === 'completed');
    expect(told.map((event) => event.object)).toEqual(done);
  });

  const cases: [name: string, fault: { kind: string; status?: number }, isMade: boolean][] = [
    ['the request is lost', { kind: 'drop-before' }, false],
    ['the answer is lost', { kind: 'drop-after-commit' }, true],
    ['the provider fails before it', { kind: 'status', status: 500 }, false],
    ['the provider fails after it', { kind: 'status-after-commit', status: 503 }, true],
    ['the answer is not readable', { kind: 'invalid-json' }, true],
  ];

  test.each(cases)(
    '%s: it is pending, the server finds out, and the money moved once or not',
    async (_, fault, made) => {
      const payment = await programs.paid(way);
      const before = await way.refundedThere();
      await refunds.fault(way, { operation: way.operation, ...fault });
      const body = { reference: payment.reference('lost'), amount: 30 };
      expect(await payment.ask(body)).toMatchObject({ status: 201, body: { status: 'pending', errorCode: null } });
      expect(await payment.ask(body)).toMatchObject({ status: 200 });
      // Some providers look again by themselves, so it may be known by now.
      if ((await refunds.refundsOf(payment.id))[0]?.under_way) {
        const other = await payment.ask({ reference: payment.reference('other'), amount: 30 });
        expect([codeOf(other), other.headers.get('retry-after')]).toEqual(['409 REFUND_UNDER_WAY', '10']);
      }
      await refunds.findOut();
      const moved = made ? 3_000 : 0;
      expect(await way.refundedThere()).toBe(before + moved);
      expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(moved);
      const ended = await payment.read('lost');
      const { body: sameAgain } = await payment.ask(body);
      expect(sameAgain).toEqual(ended.body);
      if (made) return expect(['completed', 'pending']).toContain(ended.body.status);
      expect(ended.body).toMatchObject({ status: 'failed', errorCode: 'NOT_FOUND' });
      expect((await payment.events()).at(-1)).toMatchObject({ type: 'refund.failed', object: ended.body });
      expect((await payment.ask({ reference: payment.reference('next'), amount: 30 })).status).toBe(201);
      expect(await way.refundedThere()).toBe(before + 3_000);
    },
  );

  test.each(['after-refund-commit', 'after-refund-call'])(
    'the server is killed at %s: another copy finds out, and the same request again refunds nothing twice',
    async (point) => {
      const payment = await programs.paid(way);
      const before = await way.refundedThere();
      const server = await startServerProcess({
        database: refunds.fixture.app.testDatabase,
        sandboxUrl: sandbox.url,
        env: { CRASH_AT: point, WORKER: 'off', DEMO: 'off', MIGRATION_DATABASE_URL: '' },
      });
      const body = { reference: payment.reference('killed'), amount: 30 };
      const there = await programs.at(server);
      expect(await payment.ask(body, there).catch((error: unknown) => error)).toBeInstanceOf(TypeError);
      expect(await server.exited).toBe('SIGKILL');
      expect(await payment.ask(body)).toMatchObject({ status: 200, body: { status: 'pending' } });
      await refunds.findOut();
      const moved = point === 'after-refund-call' ? 3_000 : 0;
      expect(await way.refundedThere()).toBe(before + moved);
      const { body: ended } = await payment.ask(body);
      expect(moved > 0 ? ['completed', 'pending'] : ['failed']).toContain(ended.status);
      expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(moved);
      expect(await way.refundedThere()).toBe(before + moved);
    },
  );
});
