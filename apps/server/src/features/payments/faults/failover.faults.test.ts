import { apiBase } from '@quayside/contract/shared/call.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../../db/migrate.ts';
import { applicationRole, ownerRole, provideDatabase } from '../../../db/opening/roles.ts';
import { startSystemPostgres, type SystemPostgres } from '../../../testing/databases/system-postgres.ts';
import { startFaultFixture } from '../../../testing/fault-fixture.ts';
import { expectAllPaidOnce, failDuringPayments } from '../../../testing/payments/failover.ts';
import { startDatabaseProxy } from '../../../testing/processes/failing-proxy.ts';
import type { ServerProcess } from '../../../testing/processes/server-process.ts';

/** The short form of `npm run test:failover`: two nodes, and the test does by hand what Patroni does there. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const name = 'quayside';
const patience = { timeout: 60_000, interval: 100 };

/** Returns the connection string of a node's database by its unix socket. */
const socketUrl = ({ folder, port }: SystemPostgres, role: string) =>
  `postgresql://${role}@${encodeURIComponent(folder)}:${port}/${name}`;

const psql = ({ run, folder, port }: SystemPostgres, statement: string) =>
  run('psql', '-h', folder, '-p', String(port), '-U', 'postgres', '-tAc', statement).trim();

/** Starts a copy of a primary that follows it. From then on the primary answers a commit when the copy has it. */
async function startStandby(primary: SystemPostgres): Promise<SystemPostgres> {
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  const standby = await startSystemPostgres({}, ({ run, data }) =>
    run('pg_basebackup', ...source, '-D', data, '--write-recovery-conf', '--checkpoint=fast'),
  );
  psql(primary, `alter system set synchronous_standby_names = '*'`);
  psql(primary, 'select pg_reload_conf()');
  const isSynchronous = () => psql(primary, 'select sync_state from pg_stat_replication') === 'sync';
  await vi.waitUntil(isSynchronous, patience);
  return standby;
}

async function expectRefusal({ url }: ServerProcess): Promise<void> {
  const { status, headers } = await fetch(`${url}${apiBase}health`);
  expect([status, headers.has('retry-after')]).toEqual([503, true]);
}

test('[RUN-213] the primary is killed during payments, a standby takes over: everybody pays once', async () => {
  const primary = await startSystemPostgres();
  onTestFinished(primary.stop);
  await provideDatabase(primary.url('postgres', 'postgres'), name);
  await migrate(socketUrl(primary, ownerRole), applicationRole);
  const standby = await startStandby(primary);
  onTestFinished(standby.stop);
  const proxy = await startDatabaseProxy(socketUrl(primary, applicationRole));
  onTestFinished(proxy.close);
  const ownerUrl = proxy.url.replace(applicationRole, ownerRole);
  const fixture = await startFaultFixture({ name, ownerUrl, appUrl: proxy.url, drop: async () => {} });
  onTestFinished(() => fixture.close());
  const servers = [await fixture.startServer({ LOG_LEVEL: 'warn' }), await fixture.startServer({ LOG_LEVEL: 'warn' })];

  const { payers, outages } = await failDuringPayments(fixture, servers, 2, async () => {
    await primary.kill();
    // Customers meet a portal without a database first.
    for (const server of servers) await vi.waitFor(() => expectRefusal(server), patience);
    standby.run('pg_ctl', 'promote', '-D', standby.data);
    proxy.leadTo(socketUrl(standby, applicationRole));
  });

  // A watch may have waited for one answer all the time, and then it saw no refusal.
  for (const { refusals } of outages) expect(['503 with Retry-After']).toEqual(expect.arrayContaining(refusals));
  await expectAllPaidOnce(fixture.sandbox.url, payers);
  expect(psql(standby, 'select pg_is_in_recovery()')).toBe('f');
});
