import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FaultFixture, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticated, pay, readBooks } from '../../../testing/payments/card-payments.ts';
import type { ServerProcess } from '../../../testing/processes/server-process.ts';
import { runOperator } from '../../testing/operator.ts';

/** `npm run test:faults` sets 20. For `npm test` two rounds are enough to notice a slip. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2);

// Processes start and die here.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;
let servers: ServerProcess[];

beforeAll(async () => {
  fixture = await startFaultFixture();
  servers = [await fixture.startServer(), await fixture.startServer()];
});
afterAll(() => fixture.close());

test.each(Array.from({ length: rounds * 3 }, (_, index) => index + 1))(
  '[PAID-1][MONEY-1] round %i: an order is paid by card at two copies while the till records it: one of them pays it',
  async (round) => {
    const payer = await fixture.payer();
    const people = await Promise.all(servers.map((server) => payer.at(server)));
    const ready = await Promise.all(people.map((person) => authenticated(person)));
    const record = () =>
      runOperator(
        [
          'payment',
          'record',
          '--tenant',
          payer.tenant.key,
          '--account',
          String(payer.account.id),
          '--reference',
          `TILL-${round}`,
          '--method',
          'cash',
          '--paid-on',
          '2026-06-03',
          '--amount',
          '100.00',
        ],
        { database: fixture.testDatabase },
      );
    const [till, ...cards] = await Promise.all([
      record(),
      ...people.map((person, index) => {
        const { payment, token } = ready[index] ?? { payment: { merchantRefNumber: '' }, token: '' };
        return pay(person, payment.merchantRefNumber, token);
      }),
    ]);

    const { db, id } = payer.tenant;
    const order = await db
      .selectFrom('orders')
      .select(['gross_minor', 'allocated_minor'])
      .where('tenant_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ gross_minor: 10_000, allocated_minor: 10_000 });
    const allocations = await db
      .selectFrom('payment_allocations as a')
      .innerJoin('payments as p', (join) =>
        join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.payment_id'),
      )
      .select(['p.channel', 'a.amount_minor'])
      .where('a.tenant_id', '=', id)
      .execute();
    const isAtTill = allocations[0]?.channel === 'None';
    expect(allocations).toEqual([{ channel: isAtTill ? 'None' : 'Card', amount_minor: 10_000 }]);
    expect((await readBooks(fixture.sandbox.url, payer.merchant)).charged).toBe(isAtTill ? 0 : 10_000);
    const refusals = cards.filter(({ body }) => body.paymentStatus !== 'Completed').map((answer) => codeOf(answer));
    expect(refusals.every((code) => ['409 ORDER_NOT_PAYABLE', '409 PAYMENT_IN_PROGRESS'].includes(code))).toBe(true);
    // The till either hears that a card payment is under way, or its money is available beside it.
    if (till.code !== 0) expect(till.err).toMatch(/is being paid in the portal/);
    else if (!isAtTill) expect(till.out).toContain('on no order, and available: 100.00 GBP');
    expect(fixture.logs()).not.toMatch(/deadlock detected/);
  },
);
