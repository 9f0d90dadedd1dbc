import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { authenticate, create, pay, presentCard } from '../../../testing/card-payments.ts';
import type { Customer } from '../../../testing/checkout-world.ts';
import { type FaultWorld, startFaultWorld } from '../../../testing/fault-world.ts';
import { compareBooks } from '../../../testing/payment-books.ts';
import type { ServerProcess } from '../../../testing/server-process.ts';

/** `npm run test:faults` sets 20; with every `npm test` two rounds are enough to see a slip. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2);
const atOnce = 200;

// Processes start and die here, and what is undecided may take its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let world: FaultWorld;
let servers: ServerProcess[];

beforeAll(async () => {
  world = await startFaultWorld();
  servers = [await world.startServer(), await world.startServer()];
});
afterAll(() => world.close());

test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
  '[MONEY-1][MONEY-3] round %i: two people, each in many tabs, on two copies of the server: one attempt, one charge',
  async () => {
    const payer = await world.payer();
    const people = await Promise.all(servers.map((server) => payer.at(server)));
    const [someone] = people;
    if (!someone) throw new Error('nobody');

    const everywhere = <T>(act: (person: Customer, index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: atOnce }, (_, index) => act(people[index % people.length] ?? someone, index)));

    const started = await everywhere((person, index) => create(person, { 'idempotency-key': `basket-${index % 4}` }));
    const references = started.filter(({ status }) => status === 200).map(({ body }) => body.merchantRefNumber);
    expect(new Set(references).size).toBe(1);
    expect(started.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const [reference = ''] = references;

    const card = await presentCard(world.sandbox.url, payer.merchant);
    await authenticate(someone, reference, card);
    const paid = await everywhere((person) => pay(person, reference, card.token));
    const statuses = paid.map(({ status, body }) => `${status} ${body.paymentStatus}`);
    // Who comes while the charge is under way for long may hear "Incomplete", but nobody hears anything else.
    expect(statuses.filter((each) => each !== '200 Completed' && each !== '200 Incomplete')).toEqual([]);
    expect(statuses).toContain('200 Completed');

    const { theirs, ours } = await compareBooks(world.sandbox.url, payer.tenant, payer.merchant);
    expect(theirs.charged).toBe(10_000);
    expect(theirs.auths).toHaveLength(1);
    expect(ours.map(({ state }) => state)).toEqual(['allocated']);
  },
);
