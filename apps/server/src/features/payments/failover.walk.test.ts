import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { applicationRole, ownerRole, provideDatabase } from '../../db/opening/roles.ts';
import { type Cluster, startCluster } from '../../testing/databases/patroni.ts';
import { type FaultFixture, startFaultFixture } from '../../testing/fault-fixture.ts';
import { expectAllPaidOnce, failDuringPayments } from '../../testing/payments/failover.ts';
import { canCutNetworks } from '../../testing/processes/node-networks.ts';
import type { ServerProcess } from '../../testing/processes/server-process.ts';

/**
 * `npm run test:failover`: PostgreSQL's primary goes away in the middle of payments. Patroni, etcd and HAProxy are
 * Debian's, on this machine. As root each node has a network of its own, which can be cut.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

/** A customer hears nothing but an answer, or 503, and the server is well again by itself within this time. */
const longestMs = 30_000;

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

/**
 * Lets customers pay, breaks the cluster meanwhile, and mends it when everybody has paid. The books are equal before
 * and after: what the new primary has stored, the old one must not take away when it is back.
 */
async function failAndMend(
  name: string,
  fail: (primary: string) => Promise<void> | void,
  mend: (primary: string) => void = () => {},
): Promise<void> {
  const primary = await cluster.primary();
  const { payers, outages } = await failDuringPayments(fixture, servers, 4, () => fail(primary));
  for (const { longestGapMs, refusals } of outages) {
    process.stdout.write(`${name}: well again after ${Math.round(longestGapMs)} ms, meanwhile ${refusals.join()}\n`);
    expect(longestGapMs).toBeLessThan(longestMs);
    expect(refusals.filter((refusal) => refusal !== '503 with Retry-After')).toEqual([]);
  }
  await expectAllPaidOnce(fixture.sandbox.url, payers);
  const next = await cluster.primary();
  expect(next).not.toBe(primary);
  mend(primary);
  await cluster.isWhole();
  expect(await cluster.primary()).toBe(next);
  await expectAllPaidOnce(fixture.sandbox.url, payers);
}

test('[RUN-3] the primary is killed: everybody pays once, and all is well within 30 s', () =>
  failAndMend('killed', cluster.kill, cluster.revive));

test('[RUN-3] the primary falls silent, and comes back as if nothing had been: it leads no more', () =>
  failAndMend('silent', cluster.silence, cluster.resume));

test.runIf(canCutNetworks)('[RUN-3] the primary is cut off without a word: two nodes agree on another', () =>
  failAndMend('cut off', cluster.cut, (primary) => {
    // It runs on and hears nobody. If it took a change now, the change would be lost.
    expect(cluster.takesChanges(primary)).toBe(false);
    cluster.mend(primary);
  }),
);

test('[RUN-3] a replica is promoted in good order: everybody pays once', () =>
  failAndMend('switched over', cluster.switchOver));
