import { getOrder } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { startOperator } from '../../../testing/processes/operator-process.ts';
import { refundingProviderNames, type Way } from '../../testing/refunding-providers.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
});
afterAll(() => refunds.fixture.close());
beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

describe.each(refundingProviderNames)('[PAID-3] %s', (name) => {
  let way: Way;
  beforeAll(() => {
    way = refunds.ways[name];
  });

  test('refunds a part, then the rest, and never more; the customer sees it', async () => {
    const customer = await refunds.fixture.customer({});
    const reference = await way.pay(customer);
    const { id } = await refunds.paymentOf(reference);
    const before = await way.refundedThere();
    const part = await refunds.refund(
      `P${id}`,
      '--amount',
      '30.00',
      '--reason',
      'Crane out of order',
      '--reference',
      `RF-${id}-part`,
    );
    expect(part.err).toBe('');
    expect(part.out).toMatch(/^30\.00 GBP of payment P\d{6} is refunded/);
    expect((await auditOf(refunds.fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.refund',
      accountId: customer.account.id,
      details: { reason: 'Crane out of order', minor: 3_000 },
    });
    expect((await refunds.refund(`P${id}`, '--amount', '30.00', '--reference', `RF-${id}-part`)).out).toContain(
      '(asked for before)',
    );
    expect((await refunds.refund(`P${id}`, '--amount', '31.00', '--reference', `RF-${id}-part`)).err).toContain(
      'is of another refund',
    );
    expect(await way.refundedThere()).toBe(before + 3_000);
    expect((await refunds.refund(`P${id}`, '--amount', '70.01')).err).toContain('that is more than is left of it');
    const params = { guid: customer.accountGuid, id };
    expect((await customer.client.call(getAccountPayment, { params })).body.payment).toMatchObject({
      paymentStatus: 'PartRefunded',
      refundedAmount: 30,
    });
    expect((await refunds.refund(`P${id}`)).out).toMatch(/^70\.00 GBP/);
    expect((await refunds.refund(`P${id}`)).err).toContain('that is more than is left of it');
    expect(await way.refundedThere()).toBe(before + 10_000);
    expect(await refunds.paymentOf(reference)).toMatchObject({ state: 'refunded', refunded_minor: 10_000 });
    const order = await customer.client.call(getOrder, {
      params: { guid: customer.accountGuid, id: customer.orderIds[0] ?? 0 },
    });
    expect(order.body.order).toMatchObject({ paymentStatus: 'Refunded', outstandingAmount: 0 });
    expect(await refunds.mailsOf(id)).toEqual(['payment-refunded', 'payment-refunded']);
    const ids = (await refunds.refundsOf(id)).map(({ provider_refund_id }) => provider_refund_id);
    expect(new Set(ids).size).toBe(2);
  });

  const cases: [name: string, faults: { kind: string; status?: number; ms?: number }[], isMade: boolean][] = [
    ['the request is lost', [{ kind: 'drop-before' }], false],
    ['the answer is lost', [{ kind: 'drop-after-commit' }], true],
    ['the provider fails before it', [{ kind: 'status', status: 500 }], false],
    ['the provider fails after it', [{ kind: 'status-after-commit', status: 503 }], true],
    ['the answer is not readable', [{ kind: 'invalid-json' }], true],
  ];

  test.each(cases)('%s: it is asked about, and refunded once or not at all', async (_, faults, isMade) => {
    const customer = await refunds.fixture.customer({});
    const reference = await way.pay(customer);
    const { id } = await refunds.paymentOf(reference);
    const before = await way.refundedThere();
    for (const each of faults) await refunds.fault(way, { operation: way.operation, ...each });
    const { out } = await refunds.refund(`P${id}`, '--amount', '30.00');
    expect(out).toMatch(/may be refunded: the answer was lost/);
    // Nobody sends another one meanwhile.
    if ((await refunds.refundsOf(id))[0]?.state === 'unknown')
      expect((await refunds.refund(`P${id}`, '--amount', '30.00')).err).toContain('another refund of it is under way');
    await refunds.findOut();
    expect(await way.refundedThere()).toBe(before + (isMade ? 3_000 : 0));
    const [made, ...more] = await refunds.refundsOf(id);
    expect(more).toEqual([]);
    if (isMade) expect(made?.provider_refund_id).not.toBeNull();
    else expect(made).toMatchObject({ state: 'refused', error_code: 'NOT_FOUND', provider_refund_id: null });
    expect((await refunds.paymentOf(reference)).refunded_minor).toBe(isMade ? 3_000 : 0);
    expect(await refunds.mailsOf(id)).toEqual(isMade ? ['payment-refunded'] : []);
    expect(await refunds.alertsOf(id)).toEqual(isMade ? ['refunded'] : ['refund-not-made']);
    if (!isMade) {
      expect((await refunds.refund(`P${id}`, '--amount', '30.00')).err).toBe('');
      expect(await way.refundedThere()).toBe(before + 3_000);
    }
  });

  test.each(['after-refund-commit', 'after-refund-call'])(
    'the command is killed at %s: the server finds out',
    async (point) => {
      const customer = await refunds.fixture.customer({});
      const reference = await way.pay(customer);
      const { id } = await refunds.paymentOf(reference);
      const before = await way.refundedThere();
      const env = { NODE_ENV: 'test', CRASH_AT: point };
      const { ended } = startOperator(refunds.args(`P${id}`, '--amount', '30.00'), {
        database: refunds.fixture.app.testDatabase,
        env,
      });
      expect((await ended).code).toBe('SIGKILL');
      const isMade = point === 'after-refund-call';
      expect(await way.refundedThere()).toBe(before + (isMade ? 3_000 : 0));
      await refunds.findOut();
      expect((await refunds.paymentOf(reference)).refunded_minor).toBe(isMade ? 3_000 : 0);
      expect(await way.refundedThere()).toBe(before + (isMade ? 3_000 : 0));
      expect((await refunds.refundsOf(id)).map(({ state }) => state)).toEqual([
        isMade ? expect.stringMatching(/done|pending/) : 'refused',
      ]);
    },
  );
});

test.each(refundingProviderNames)('[PAID-3] %s: what the marina refunded there counts once', async (name) => {
  const way = refunds.ways[name];
  const customer = await refunds.fixture.customer({});
  const reference = await way.pay(customer);
  const { id } = await refunds.paymentOf(reference);
  await way.elsewhere(reference, 2_500);
  await refunds.moveClock(2);
  expect((await refunds.refund(`P${id}`, '--amount', '75.01')).err).toContain('that is more than is left of it');
  expect((await refunds.refund(`P${id}`, '--amount', '25.00')).err).toBe('');
  expect((await refunds.paymentOf(reference)).refunded_minor).toBe(5_000);
});

test('[PAID-3] the card provider: a request that the network doubles refunds once', async () => {
  const way = refunds.ways['the card provider'];
  const customer = await refunds.fixture.customer({});
  const { id } = await refunds.paymentOf(await way.pay(customer));
  const before = await way.refundedThere();
  await refunds.fault(way, { operation: way.operation, kind: 'duplicate' });
  await refunds.refund(`P${id}`, '--amount', '30.00');
  await refunds.findOut();
  expect(await way.refundedThere()).toBe(before + 3_000);
  expect(await refunds.refundsOf(id)).toMatchObject([{ amount_minor: 3_000, error_code: null }]);
});
