import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putWebhookEndpoint, testWebhook } from '@quayside/contract/integration/events/webhooks.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { samplePassword } from './testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from './testing/factories/integration.ts';
import { type FaultFixture, startFaultFixture } from './testing/fault-fixture.ts';
import { HttpClient } from './testing/http-client.ts';
import { authenticated, makeFault, pay } from './testing/payments/card-payments.ts';
import { startDatabaseProxy } from './testing/processes/failing-proxy.ts';
import { findFreePorts } from './testing/processes/free-ports.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';

/** Each alert of deploy/prometheus fires on the figures that a real copy has under the real fault. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const rules = fileURLToPath(new URL('../../../deploy/prometheus/quayside.rules.yml', import.meta.url));

let fixture: FaultFixture;
let folder: string;

beforeAll(async () => {
  fixture = await startFaultFixture();
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-alerts-'));
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

type Figures = Map<string, number>;

interface Copy {
  server: ServerProcess;
  /** Reads the figures as Prometheus does. Of a copy that does not answer it only knows that. */
  scrape: () => Promise<Figures>;
}

async function start(
  env: NodeJS.ProcessEnv = {},
  place: { appUrl?: string; diskMegabytes?: number } = {},
): Promise<Copy> {
  const port = await findFreePorts(1);
  const { appUrl = fixture.testDatabase.appUrl, ...disk } = place;
  const server = await startServerProcess({
    database: { appUrl, ownerUrl: '' }, // the template is migrated already
    sandboxUrl: fixture.sandbox.url,
    ...disk,
    env: { DEMO: 'off', WORKER: 'off', STATUS_PORT: String(port), ...env },
  });
  onTestFinished(() => server.kill());
  const scrape = async () => {
    const up = 'up{job="quayside",instance="one"}';
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => null,
    );
    if (text === null) return new Map([[up, 0]]);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map([[up, 1], ...lines.map(readLine)]);
  };
  return { server, scrape };
}

function readLine(line: string): [name: string, value: number] {
  const at = line.lastIndexOf(' ');
  const name = line.slice(0, at);
  // promtool's time begins at zero.
  const shift = name.startsWith('quayside_credential_end') ? Date.now() / 1_000 : 0;
  return [name, Number(line.slice(at)) - shift];
}

/**
 * Lets Prometheus's own tool look at figures for an hour, in which counters grow each minute as between two scrapes.
 * @returns the alerts that fire in the end
 */
function firing(after: Figures, before: Figures = after): string[] {
  const series = [...after].map(([name, value]) => {
    const begun = before.get(name) ?? 0;
    const isCounter = /_(total|count|sum|bucket)(\{|$)/.test(name);
    return { series: name, values: isCounter ? `${begun}+${value - begun}x60` : `${value}x60` };
  });
  const file = join(folder, 'test.yml');
  const none = { expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: '1h', exp_samples: [] };
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [none] }];
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  if (status === 0) return [];
  const found = [...`${stdout}${stderr}`.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name);
  if (found.length === 0) throw new Error(`${stdout}${stderr}`);
  return [...new Set(found)].toSorted();
}

const jobs = async (statement: string) => {
  const owner = new pg.Client(fixture.testDatabase.ownerUrl);
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
};

test('[RUN-1] a copy without a fault makes no alert fire', async () => {
  const { server, scrape } = await start({ WORKER: 'on' });
  const { tenant } = await fixture.payer();
  const before = await scrape();
  await new HttpClient(server.url, tenant.key).get('/harbour/api/portal/config');
  expect(firing(await scrape(), before)).toEqual([]);
});

/** The alerts that a test below has made to fire. */
const fired = new Set<string>();

/** Expects these alerts, and no others that would lead the operator astray. */
function expectAlerts(wanted: readonly string[], after: Figures, before?: Figures): void {
  expect(firing(after, before)).toEqual(wanted);
  for (const name of wanted) fired.add(name);
}

test('[RUN-1] PostgreSQL is away: no copy is ready, and requests fail', async () => {
  const proxy = await startDatabaseProxy(fixture.testDatabase.appUrl);
  onTestFinished(proxy.close);
  const { server, scrape } = await start({}, { appUrl: proxy.url });
  const { tenant } = await fixture.payer();
  const before = await scrape();
  await proxy.become('swallows');
  const { status } = await new HttpClient(server.url, tenant.key).get('/harbour/api/portal/config');
  expect(status).toBe(503);
  expectAlerts(['QuaysideDatabaseAway', 'QuaysideFaults', 'QuaysideNobodyReady'], await scrape(), before);
});

test('[RUN-1] a copy that is gone', async () => {
  const { server, scrape } = await start();
  await server.kill();
  expectAlerts(['QuaysideCopyAway'], await scrape());
});

test('[RUN-1] a mail server that is away, jobs that nobody takes, and jobs that failed too often', async () => {
  const add = (task: string) => `select graphile_worker.add_job('${task}', '{"tenantId": 1, "mailId": 1}'::json)`;
  for (const task of ['send-mail', 'seal-agreement', 'make-receipt']) await jobs(add(task));
  onTestFinished(() => jobs('delete from graphile_worker._private_jobs'));
  // An hour goes by, and the last one fails again and again.
  await jobs(`update graphile_worker._private_jobs
    set created_at = created_at - interval '1 hour', run_at = run_at - interval '1 hour'`);
  await jobs(`update graphile_worker._private_jobs j set attempts = max_attempts
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'make-receipt'`);
  const { scrape } = await start();
  const wanted = ['QuaysideJobsGivenUp', 'QuaysideJobsStandStill', 'QuaysideMailsStandStill'];
  expectAlerts(wanted, await scrape());
});

test('[RUN-1] answers to charges get lost', async () => {
  const { server, scrape } = await start({ WORKER: 'on' });
  const before = await scrape();
  const payers = await Promise.all(Array.from({ length: 4 }, () => fixture.payer()));
  for (const payer of payers) {
    const fault = { operation: 'auths.create', kind: 'drop-after-commit' };
    await makeFault(fixture.sandbox.url, payer.merchant, fault);
    const customer = await payer.at(server);
    const { payment, token } = await authenticated(customer);
    await pay(customer, payment.merchantRefNumber, token);
  }
  const after = await scrape();
  expectAlerts(['QuaysidePaymentAnswersLost'], after, before);
});

test('[RUN-1] more requests than connections', async () => {
  const { server, scrape } = await start();
  const { tenant } = await fixture.payer();
  const client = new HttpClient(server.url, tenant.key);
  await client.get('/harbour/api/portal/config'); // the marina is known from here on
  const holder = new pg.Client(fixture.testDatabase.ownerUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table logins in access exclusive mode');
  const body = (index: number) => ({ userName: `a.${index}@example.com`, password: samplePassword, rememberMe: false });
  const calls = Array.from({ length: 20 }, (_, index) => client.call(signIn, { body: body(index) }));
  const waiting = async () => (await scrape()).get('quayside_database_connections{state="waited-for"}');
  await expect.poll(waiting).toBeGreaterThan(5);
  expectAlerts(['QuaysideConnectionsShort'], await scrape());
  await holder.query('rollback');
  await Promise.all(calls);
});

test('[RUN-1] a key that ends, and webhooks that nobody takes', async () => {
  const { tenant } = await fixture.payer();
  const clock = { now: () => new Date() };
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
  const { text } = await makeIntegrationKey({ clock } as never, tenant, { expiresAt: inThreeDays });
  const env = { WORKER: 'on', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' };
  const { server } = await start(env);
  const program = programWith(server, text);
  const endpoint = { params: { reference: 'erp' }, body: { url: 'http://127.0.0.1:9/' } };
  expect((await program.call(putWebhookEndpoint, endpoint)).status).toBe(201);
  await program.call(testWebhook, { params: { reference: 'erp' } });
  const deliveries = () => tenant.db.selectFrom('webhook_deliveries').select('attempts').executeTakeFirst();
  await expect.poll(async () => (await deliveries())?.attempts).toBeGreaterThan(0);
  await server.stop();
  await sql`update webhook_deliveries set begun_at = begun_at - interval '2 hours'`.execute(tenant.db);
  const { scrape } = await start(env);
  const names = async () => [...(await scrape()).keys()].join('\n');
  await expect
    .poll(names, { timeout: 90_000 })
    .toMatch(/quayside_webhook_lag_seconds[^]*credential_end|credential_end[^]*lag/);
  expectAlerts(['QuaysideCredentialEnds', 'QuaysideWebhooksLate'], await scrape());
});

test('[RUN-1] a disk that fills', async () => {
  const { scrape } = await start({}, { diskMegabytes: 64 });
  expectAlerts(['QuaysideDiskFull'], await scrape());
});

test('[RUN-1] every alert of deploy fired in a test above', () => {
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect([...fired].toSorted()).toEqual(alerts.toSorted());
});
