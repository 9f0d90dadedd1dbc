import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { getOrder } from '@quayside/contract/orders/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '../../../features/audit/audit.exports.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { runOperator } from '../../testing/operator.ts';

/** An accountant's own books beside ours: whatever the office does in any order, no penny comes or goes. */

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture({}, { invoices: { automaticFrom: '2026-01-01', numberPrefix: 'SM-' } });
});
afterAll(() => fixture.close());

/** An action of the office. Its numbers choose an order or a payment among those that exist. */
type OfficeAction =
  | { does: 'record'; pence: number; order: number | undefined }
  | { does: 'record again'; payment: number }
  | { does: 'reverse'; payment: number }
  | { does: 'credit'; order: number; pence: number | undefined }
  | { does: 'allocate'; order: number; pence: number | undefined };

const place = fc.nat({ max: 3 });
const pence = fc.integer({ min: 1, max: 15_000 });
const action: fc.Arbitrary<OfficeAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('record'), pence, order: fc.option(place, { nil: undefined }) }),
  },
  fc.record({ does: fc.constantFrom('record again', 'reverse'), payment: fc.nat({ max: 9 }) }),
  fc.record({ does: fc.constantFrom('credit', 'allocate'), order: place, pence: fc.option(pence, { nil: undefined }) }),
) as never;

interface Book {
  payments: { reference: string; pence: number; isReversed: boolean; command: string[] }[];
  /** The credited pence of each order. */
  credited: number[];
}

let references = 0;
const prices = [10_000, 4_999, 3, 7_350];
const decimal = (minor: number) => (minor / 100).toFixed(2);
const penceOf = (amount: number) => Math.round(amount * 100);

const run = async (...args: string[]) =>
  runOperator([...args, '--tenant', fixture.tenant.key], { database: fixture.app.testDatabase });

/** Does something, and writes it into the accountant's book if the command says that it is done. */
async function act(customer: Customer, book: Book, action: OfficeAction): Promise<void> {
  if (action.does === 'record') {
    const reference = `BOOK-${(references += 1)}`;
    const about = [
      '--account',
      String(customer.account.id),
      '--reference',
      reference,
      '--amount',
      decimal(action.pence),
    ];
    const named = action.order === undefined ? [] : ['--orders', String(customer.orderIds[action.order])];
    const command = ['payment', 'record', '--method', 'cheque', '--paid-on', '2026-06-03', ...about, ...named];
    const { code } = await run(...command);
    if (code === 0) book.payments.push({ reference, pence: action.pence, isReversed: false, command });
  } else if (action.does === 'record again' || action.does === 'reverse') {
    const payment = book.payments[action.payment];
    if (!payment) return;
    if (action.does === 'record again') return void (await run(...payment.command));
    const { code } = await run('payment', 'reverse', '--reference', payment.reference, '--reason', 'bounced');
    if (code === 0) payment.isReversed = true;
  } else {
    const order = ['--order', String(customer.orderIds[action.order])];
    const amount = action.pence === undefined ? [] : ['--amount', decimal(action.pence)];
    if (action.does === 'allocate') return void (await run('payment', 'allocate', ...order, ...amount));
    const { code, out } = await run(
      'credit',
      ...order,
      '--reference',
      `CN-${(references += 1)}`,
      '--reason',
      'x',
      ...amount,
    );
    if (code === 0)
      book.credited[action.order] = (book.credited[action.order] ?? 0) + penceOf(Number(/of ([\d.]+) /.exec(out)?.[1]));
  }
}

/** Reads what the customer's pages say of an order, in pence. */
async function shown({ client, accountGuid }: Customer, id: number) {
  const { order } = (await client.call(getOrder, { params: { guid: accountGuid, id } })).body;
  return { outstanding: penceOf(order.outstandingAmount), total: penceOf(order.grossOrderCost) };
}

test('[PAID-1][PAID-2] after any sequence of the office’s actions, all sums agree with an accountant’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14 }), async (actions) => {
      const customer = await fixture.customer(...prices.map((grossMinor) => ({ grossMinor })));
      const book: Book = { payments: [], credited: [] };
      for (const each of actions) await act(customer, book, each);

      const taken = book.payments.reduce((sum, each) => sum + (each.isReversed ? 0 : each.pence), 0);
      let paid = 0;
      for (const [index, id] of customer.orderIds.entries()) {
        const { outstanding, total } = await shown(customer, id);
        const owed = (prices[index] ?? 0) - (book.credited[index] ?? 0);
        expect(total).toBe(prices[index]); // an invoiced order keeps its amount
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(outstanding).toBeGreaterThanOrEqual(0);
        expect(outstanding).toBeLessThanOrEqual(owed);
        paid += owed - outstanding;
      }
      const { client, accountGuid } = customer;
      const { totalAvailable } = (await client.call(getSummary, { params: { guid: accountGuid } })).body;
      expect(penceOf(totalAvailable)).toBe(taken - paid);
    }),
    { numRuns: 5 },
  );
  expect(await verifyChain(fixture.tenant.db, fixture.tenant.id)).toMatchObject({ intact: true });
});
