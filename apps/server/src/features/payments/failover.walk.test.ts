import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/call.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { applicationRole, ownerRole, provideDatabase } from '../../db/roles.ts';
import { type Cluster, startCluster } from '../../testing/databases/patroni.ts';
import { type FaultFixture, type Payer, startFaultFixture } from '../../testing/fault-fixture.ts';
import type { Customer } from '../../testing/payments/checkout-fixture.ts';
import { compareBooks } from '../../testing/payments/payment-books.ts';
import { payOnce, payUntilPaid } from '../../testing/persistent-customer.ts';
import { canCutNetworks } from '../../testing/processes/node-networks.ts';
import type { ServerProcess } from '../../testing/processes/server-process.ts';

/**
 * `npm run test:failover`: PostgreSQL's primary goes away in the middle of payments. Patroni, etcd and HAProxy are
 * Debian's, on this machine. As root each node has a network of its own, which can be cut.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

/** A customer hears nothing but an answer, or 503, and the server is well again by itself within this time. */
const longestMs = 30_000;
const customersAtOnce = 8;

let cluster: Cluster;
let fixture: FaultFixture;
let servers: ServerProcess[];

beforeAll(async () => {
  cluster = await startCluster();
  await provideDatabase(cluster.url('postgres', 'postgres'), 'quayside');
  const ownerUrl = cluster.url(ownerRole, 'quayside');
  await migrate(ownerUrl, applicationRole);
  const appUrl = cluster.url(applicationRole, 'quayside');
  fixture = await startFaultFixture({ name: 'quayside', ownerUrl, appUrl, drop: async () => {} });
  servers = [await fixture.startServer({ LOG_LEVEL: 'warn' }), await fixture.startServer({ LOG_LEVEL: 'warn' })];
});
afterAll(async () => {
  await fixture?.close();
  await cluster?.stop();
});

/** Pays as a customer who does not give up. Returns when all is paid. */
async function payStubbornly(customer: Customer): Promise<void> {
  for (let first = true; ; first = false) {
    try {
      if (first) await payOnce(customer, fixture.sandbox.bankUrl);
      else return await payUntilPaid(customer, fixture.sandbox.bankUrl);
    } catch {
      await pause(1_000);
    }
  }
}

interface Watch {
  /** The longest time without an answer that everything is well, in milliseconds. */
  longestGap: () => number;
  /** Every status that was not 200, and if it told when to come back. */
  refusals: Set<string>;
  stop: () => Promise<void>;
}

/** Asks a server for a list that needs PostgreSQL, again and again. */
function watch({ url }: ServerProcess, tenantKey: string): Watch {
  const refusals = new Set<string>();
  let isOver = false;
  let lastGood = performance.now();
  let longest = 0;
  const look = async () => {
    while (!isOver) {
      const answer = await fetch(`${url}${apiBase}health`, { headers: { tenantkey: tenantKey } });
      await answer.body?.cancel();
      const now = performance.now();
      if (answer.status === 200) {
        longest = Math.max(longest, now - lastGood);
        lastGood = now;
      } else refusals.add(`${answer.status} ${answer.headers.has('retry-after') ? 'with' : 'without'} Retry-After`);
      await pause(100);
    }
  };
  const looking = look();
  return {
    longestGap: () => Math.max(longest, performance.now() - lastGood),
    refusals,
    stop: () => {
      isOver = true;
      return looking;
    },
  };
}

/**
 * Lets customers pay, breaks the cluster meanwhile, and mends it when everybody has paid. The books are equal before
 * and after: what the new primary has stored, the old one must not take away when it is back.
 */
async function failDuringPayments(
  name: string,
  fail: (primary: string) => Promise<void> | void,
  mend: (primary: string) => void = () => {},
): Promise<void> {
  const primary = await cluster.primary();
  const payers: Payer[] = [];
  const customers: Customer[] = [];
  for (let number = 0; number < customersAtOnce * 4; number += 1) {
    const payer = await fixture.payer();
    payers.push(payer);
    customers.push(await payer.at(servers[number % servers.length] as ServerProcess));
  }
  const watches = servers.map((server) => watch(server, payers[0]?.tenant.key ?? ''));
  // A few at a time, one after the other: some pay before, some are in the middle, and some come too late.
  const lines = Array.from({ length: customersAtOnce }, async (_, line) => {
    for (const [index, customer] of customers.entries())
      if (index % customersAtOnce === line) await payStubbornly(customer);
  });
  await pause(1_500);
  await fail(primary);
  await Promise.all(lines);
  await Promise.all(watches.map((each) => each.stop()));
  for (const { longestGap, refusals } of watches) {
    process.stdout.write(
      `${name}: well again after ${Math.round(longestGap())} ms, meanwhile ${[...refusals].join()}\n`,
    );
    expect(longestGap()).toBeLessThan(longestMs);
    expect([...refusals].filter((refusal) => refusal !== '503 with Retry-After')).toEqual([]);
  }
  await compareAll(payers);
  const next = await cluster.primary();
  expect(next).not.toBe(primary);
  mend(primary);
  await cluster.isWhole();
  expect(await cluster.primary()).toBe(next);
  await compareAll(payers);
}

async function compareAll(payers: readonly Payer[]): Promise<void> {
  for (const { tenant, merchant } of payers) {
    // The test's own connections may lead to the old primary, until they are tried.
    const compare = () => compareBooks(fixture.sandbox.url, tenant, merchant);
    const { theirs, ours } = await vi.waitFor(compare, { timeout: 60_000, interval: 500 });
    expect(theirs.charged).toBe(10_000);
    expect(ours.filter(({ state }) => state === 'allocated')).toHaveLength(1);
  }
}

test('[RUN-3] the primary is killed: everybody pays once, and all is well within 30 s', () =>
  failDuringPayments('killed', cluster.kill, cluster.revive));

test('[RUN-3] the primary falls silent, and comes back as if nothing had been: it leads no more', () =>
  failDuringPayments('silent', cluster.silence, cluster.resume));

test.runIf(canCutNetworks)('[RUN-3] the primary is cut off without a word: two nodes agree on another', () =>
  failDuringPayments('cut off', cluster.cut, (primary) => {
    // It runs on and hears nobody. If it took a change now, the change would be lost.
    expect(cluster.takesChanges(primary)).toBe(false);
    cluster.mend(primary);
  }),
);

test('[RUN-3] a replica is promoted in good order: everybody pays once', () =>
  failDuringPayments('switched over', cluster.switchOver));
