import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { type FaultFixture, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticate, create, pay, presentCard } from '../../../testing/payments/card-payments.ts';
import type { Customer } from '../../../testing/payments/checkout-fixture.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';
import type { ServerProcess } from '../../../testing/processes/server-process.ts';

/** `npm run test:faults` sets 20. For `npm test` two rounds are enough to notice a slip. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2);
const atOnce = 200;

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;
let servers: ServerProcess[];

beforeAll(async () => {
  fixture = await startFaultFixture();
  servers = [await fixture.startServer(), await fixture.startServer()];
});
afterAll(() => fixture.close());

test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
  '[MONEY-1][MONEY-3] round %i: two people with many tabs start and send the same orders on two copies: one charge',
  async () => {
    const payer = await fixture.payer();
    const people = await Promise.all(servers.map((server) => payer.at(server)));
    const [someone] = people;
    if (!someone) throw new Error('nobody');
    const more = [await makeOrder(payer.tenant.db, someone.owner), await makeOrder(payer.tenant.db, someone.owner)];
    const orderIds = [...someone.orderIds, ...more.map(({ id }) => id)];
    // Any two share an order, and name it at different places.
    const baskets = [0, 1, 2].map((index) => ({ orderIds: [orderIds[index] ?? 0, orderIds[(index + 1) % 3] ?? 0] }));
    const everywhere = <T extends { status: number }>(act: (person: Customer, index: number) => Promise<T>) =>
      Promise.all(
        Array.from({ length: atOnce }, (_, index) => {
          const person = people[index % people.length] ?? someone;
          return untilAnswered(() => act({ ...person, ...baskets[index % baskets.length], amount: 200 }, index));
        }),
      );
    const start = (person: Customer, index: number, keys: number) =>
      create(person, { 'idempotency-key': `basket-${index % keys}` });

    const started = await everywhere((person, index) => start(person, index, 6));
    expect(started.filter(({ status }) => status !== 200)).toEqual([]);
    const references = [...new Set(started.map(({ body }) => body.merchantRefNumber))];
    expect(references).toHaveLength(6);

    const tokens = new Map<string, string>();
    for (const { body } of started) {
      if (tokens.has(body.merchantRefNumber)) continue;
      const card = await presentCard(fixture.sandbox.url, payer.merchant);
      await authenticate({ ...someone, amount: 200 }, body.merchantRefNumber, card);
      tokens.set(body.merchantRefNumber, card.token);
    }
    const answers = await everywhere(async (person, index) => {
      const { body } = started[index] ?? (await start(person, index, 6));
      const { merchantRefNumber } = body;
      if (index % 4 === 3) return start(person, index, 12);
      return pay(person, merchantRefNumber, tokens.get(merchantRefNumber) ?? '');
    });
    const outcomes = answers.map((answer) => answer.body.paymentStatus ?? codeOf(answer));
    // A payer who comes during a long charge may get "Incomplete", and nobody gets anything else.
    expect([...new Set(outcomes)].filter((each) => !expected.has(each))).toEqual([]);
    expect(outcomes).toContain('Completed');

    const { theirs, ours } = await compareBooks(fixture.sandbox.url, payer.tenant, payer.merchant);
    expect(theirs.charged).toBe(20_000);
    expect(theirs.auths).toHaveLength(1);
    expect(ours.filter(({ state }) => state === 'allocated')).toHaveLength(1);
    expect(fixture.logs()).not.toMatch(/deadlock detected/);
  },
);

/** Asks again if a copy is too busy to answer in time (503), as browsers do. */
async function untilAnswered<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  await pause(500);
  return untilAnswered(ask);
}

/** The possible answers to a send or a start: it succeeded, is under way, has ended, or another one was first. */
const expected = new Set(['Completed', 'Incomplete', 'Cancelled', '409 PAYMENT_IN_PROGRESS', '409 ORDER_NOT_PAYABLE']);
