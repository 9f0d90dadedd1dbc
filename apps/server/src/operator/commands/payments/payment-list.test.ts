import { getPaymentResource } from '@quayside/contract/integration/payments/payment-resources.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { programOf } from '../../../testing/factories/integration.ts';
import { cancelRefund, cancelSettlement, decideOnPage } from '../../../testing/payments/after-payment.ts';
import { authenticated, pay, readBooks } from '../../../testing/payments/card-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
  refunds.fixture.app.clock.set(new Date().toISOString());
});
afterAll(() => refunds.fixture.close());

type Line = Record<string, string>;

async function list(...options: string[]): Promise<Line[]> {
  const { app, tenant } = refunds.fixture;
  const args = ['payment', 'list', '--tenant', tenant.key, ...options];
  const { code, out, err } = await runOperator(args, { database: app.testDatabase });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parse(out, { columns: true });
}

const always = ['--from', '2020-01-01', '--to', '2099-12-31'];
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
const numberOf = async (reference: string) => `P${String((await refunds.paymentOf(reference)).id).padStart(6, '0')}`;
const movesOf = async (reference: string, lines: readonly Line[]) => {
  const number = await numberOf(reference);
  return lines
    .filter(({ payment }) => payment === number)
    .map(({ kind, amount, refund_reference }) => `${kind} ${amount} ${refund_reference}`.trim());
};

async function later(hours: number): Promise<void> {
  refunds.fixture.app.clock.advance({ hours });
  await reconcile(refunds.fixture);
}

/** Lets the server look at every payment and refund now, by the clock of the operator's commands. */
async function lookNow(): Promise<void> {
  const { app, tenant } = refunds.fixture;
  const now = new Date();
  app.clock.set(now.toISOString());
  for (const table of ['payments', 'payment_refunds'] as const)
    await tenant.db.updateTable(table).set({ check_at: now }).where('check_at', 'is not', null).execute();
  await reconcile(refunds.fixture);
  await refunds.lookAtRefunds();
}

test('[PAID-110] the lines of payments, refunds and reversals come to the provider’s own books', async () => {
  const { fixture, ways } = refunds;
  const cards = ways['the card provider'];
  const refunded = await cards.pay(await fixture.customer({}));
  expect((await refunds.refund(refunded, '--amount', '30.00', '--reference', 'RF-books-1')).code).toBe(0);
  await cards.elsewhere(refunded, 2_000);
  await refunds.moveClock(0);
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await pay(customer, payment.merchantRefNumber, token);
  await cancelSettlement(sandbox, fixture.merchant, payment.merchantRefNumber);
  await cards.pay(await fixture.customer({ grossMinor: 4_200 }));
  await later(7);

  const lines = await list(...always, '--test');
  expect(await movesOf(refunded, lines)).toEqual(['payment 100.00', 'refund -30.00 RF-books-1', 'refund -20.00']);
  expect(await movesOf(payment.merchantRefNumber, lines)).toEqual(['payment 100.00', 'reversal -100.00']);
  const { charged } = await readBooks(sandbox.url, fixture.merchant);
  expect(charged).toBe(5_000 + 4_200);
  expect(sumOf(lines.filter(({ provider }) => provider === 'paysafe'))).toBe(charged);
  expect(await list(...always)).toEqual([]); // test mode moved no money

  const program = await programOf(fixture.app, fixture.tenant);
  const { body } = await program.call(getPaymentResource, { params: { number: await numberOf(refunded) } });
  expect(body).toMatchObject({
    refunded: 50,
    paidAt: expect.stringMatching(/^20\d\d-/),
    refunds: [
      { reference: 'RF-books-1', amount: 30 },
      { reference: null, amount: 20 },
    ],
  });
});

test('[PAID-110] a dispute takes the amount away until it is decided', async () => {
  const way = refunds.ways['the redirect provider'];
  const reference = await way.pay(await refunds.fixture.customer({}));
  await decideOnPage(sandbox, way, reference, 'disputed');
  await later(10);
  expect(await movesOf(reference, await list(...always, '--test'))).toEqual(['payment 100.00', 'dispute -100.00']);
  await decideOnPage(sandbox, way, reference, 'success');
  await later(80);
  const moves = await movesOf(reference, await list(...always, '--test'));
  expect(moves).toEqual(['payment 100.00', 'dispute -100.00', 'dispute 100.00']);
});

test('[PAID-110] a refund has one line of its own, also if it comes to nothing and is made again', async () => {
  const { fixture, ways, refund, refundsOf, moveClock } = refunds;
  fixture.app.clock.set(new Date().toISOString());
  const reference = await ways['the card provider'].pay(await fixture.customer({}));
  expect((await refund(reference, '--amount', '30.00', '--reference', 'RF-failed-1')).code).toBe(0);
  const { id } = await refunds.paymentOf(reference);
  await cancelRefund(sandbox, fixture.merchant, (await refundsOf(id))[0]?.provider_refund_id ?? '');
  await lookNow();
  expect(await refundsOf(id)).toMatchObject([{ state: 'refused', under_way: false }]);
  expect((await refund(reference, '--amount', '30.00', '--reference', 'RF-again-1')).code).toBe(0);
  await moveClock(0);
  expect(await movesOf(reference, await list(...always, '--test'))).toEqual([
    'payment 100.00',
    'refund -30.00 RF-failed-1',
    'refund 30.00',
    'refund -30.00 RF-again-1',
  ]);
});

test('[PAID-110] a refund counts again after a bank has returned what it took, on that day', async () => {
  refunds.fixture.app.clock.set(new Date().toISOString());
  const way = refunds.ways['the redirect provider'];
  const reference = await way.pay(await refunds.fixture.customer({}));
  expect((await refunds.refund(reference, '--amount', '30.00', '--reference', 'RF-returned-1')).code).toBe(0);
  await decideOnPage(sandbox, way, reference, 'reversed');
  await lookNow();
  await decideOnPage(sandbox, way, reference, 'success');
  await lookNow();
  expect(await movesOf(reference, await list(...always, '--test'))).toEqual([
    'payment 100.00',
    'refund -30.00 RF-returned-1',
    'refund 30.00',
    'reversal -100.00',
    'refund -30.00',
    'reversal 100.00',
  ]);
});

test('[PAID-110] the office’s payments count on their days, and no cell is a formula', async () => {
  const { fixture } = refunds;
  const { account } = await fixture.customer({});
  const { db, key } = fixture.tenant;
  await db.updateTable('accounts').set({ reference: '=1+1' }).where('id', '=', account.id).execute();
  const run = (...args: string[]) => runOperator(['payment', ...args], { database: fixture.app.testDatabase });
  const money = ['--method', 'cash', '--paid-on', '2026-05-31', '--amount', '60.00', '--bank-reference', '@cheque'];
  const named = ['--tenant', key, '--reference', 'TILL-B1'];
  expect((await run('record', ...named, '--account', String(account.id), ...money)).err).toBe('');
  expect((await run('reverse', ...named, '--on', '2026-06-02')).err).toBe('');
  const may = await list('--from', '2026-05-01', '--to', '2026-05-31');
  expect(may).toMatchObject([{ day: '2026-05-31', kind: 'payment', amount: '60.00', method: 'cash' }]);
  expect(may).toMatchObject([{ reference: 'TILL-B1', bank_reference: "'@cheque", account: "'=1+1", currency: 'GBP' }]);
  expect(await list('--from', '2026-06-01', '--to', '2026-06-30')).toMatchObject([
    { day: '2026-06-02', kind: 'reversal', amount: '-60.00', reference: 'TILL-B1' },
  ]);
  const wrong = await run('list', '--tenant', key, '--from', '2026-06-30', '--to', '2026-06-01');
  expect(wrong.err).toBe('--from: is after --to.\n');
});

test('[PAID-110] a payment shortly after midnight at its site counts on the new day', async () => {
  const reference = await refunds.ways['the card provider'].pay(await refunds.fixture.customer({}));
  const { db } = refunds.fixture.tenant;
  const { id } = await refunds.paymentOf(reference);
  await db
    .updateTable('payments')
    .set({ transaction_at: new Date('2026-07-31T23:30:00Z') })
    .where('id', '=', id)
    .execute();
  await db.updateTable('sites').set({ time_zone: 'Europe/London' }).execute();
  const august = await list('--from', '2026-08-01', '--to', '2026-08-31', '--test');
  expect(august).toMatchObject([{ day: '2026-08-01', payment: await numberOf(reference) }]);
});

test('[RUN-197] reads only payments whose money can have moved then, an old one with a new refund too', async () => {
  const { fixture, ways } = refunds;
  const { db } = fixture.tenant;
  const cards = ways['the card provider'];
  const [old, unread] = [await cards.pay(await fixture.customer({})), await cards.pay(await fixture.customer({}))];
  const take = async (reference: string, day: string) => {
    const at = new Date(`${day}T12:00:00Z`);
    const { id } = await refunds.paymentOf(reference);
    const times = { transaction_at: at, updated_at: at };
    await db.updateTable('payments').set(times).where('id', '=', id).execute();
    return id;
  };
  await take(old, '2024-02-10');
  // A list fails if it reads this payment's events.
  const broken = { event: 'refunded', detail: JSON.stringify({ refundedMinor: 'unreadable' }) };
  const id = await take(unread, '2024-03-10');
  await db.updateTable('payment_events').set(broken).where('payment_id', '=', id).execute();

  expect((await refunds.refund(old, '--amount', '30.00', '--reference', 'RF-late-1')).code).toBe(0);
  const day = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
  const sinceThen = ['--from', day, '--to', '2099-12-31', '--test'];
  expect(await movesOf(old, await list(...sinceThen))).toEqual(['refund -30.00 RF-late-1']);
  const february = await list('--from', '2024-02-01', '--to', '2024-02-29', '--test');
  expect(february).toMatchObject([{ day: '2024-02-10', kind: 'payment', payment: await numberOf(old) }]);
  await db.deleteFrom('payment_events').where('payment_id', '=', id).execute();
});
