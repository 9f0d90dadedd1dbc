import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';
import { makeAccount, makeLogin, makeTenant, type TestTenant } from './testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from './testing/factories/integration.ts';
import { makeOrder } from './testing/factories/orders.ts';
import { insertPayment } from './testing/factories/payments.ts';
import { HttpClient } from './testing/http-client.ts';
import { startDatabaseProxy } from './testing/processes/failing-proxy.ts';
import { findFreePorts } from './testing/processes/free-ports.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';

/** The figures for Prometheus, and the alerts in the log, of the real process. */

let app: TestApp;
let marina: TestTenant;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app, { key: 'saltmarsh', hosts: ['saltmarsh.localhost'] });
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-metrics-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Copy {
  server: ServerProcess;
  /** Reads the figures now. */
  figures: () => Promise<string>;
}

async function start(env: NodeJS.ProcessEnv = {}, appUrl = app.testDatabase.appUrl): Promise<Copy> {
  const port = await findFreePorts(1);
  const server = await startServerProcess({
    database: { appUrl, ownerUrl: '' }, // the template is migrated already
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir: folder,
    env: { DEMO: 'off', WORKER: 'off', STATUS_PORT: String(port), ...env },
  });
  onTestFinished(() => server.kill());
  const figures = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return answer.text();
  };
  return { server, figures };
}

const jobs = () => app.database.unsafeWithoutTenant();

test('[RUN-1][RUN-98] requests are counted by call and status, and logged without an address or a person', async () => {
  const { server, figures } = await start({ REQUEST_LOG: 'on' });
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { tenantKey: 'saltmarsh' } });
  expect((await ask('/harbour/api/portal/config?secret=in-the-address')).status).toBe(200);
  expect((await ask('/harbour/api/portal/config')).status).toBe(200);
  await expect.poll(figures).toContain('quayside_requests_total{call="getConfig",status="200"} 2');
  expect(await figures()).toMatch(/^quayside_request_seconds_count [1-9]/m);
  expect(await figures()).toMatch(/^quayside_database_up 1$/m);
  expect((await ask('/harbour/api/integration/v1/reference')).status).toBe(200);
  await expect.poll(server.logs).toMatch(/"tenant":"saltmarsh","method":"GET","call":"page","status":200/);
  expect(server.logs()).not.toMatch(/"reqId"[^\n]*"reqId"/);
  const line = /\{[^\n]*"tenant":"saltmarsh","method":"GET","call":"getConfig","status":200,"ms":\d+,"msg":"request"\}/;
  await expect.poll(server.logs).toMatch(line);
  expect(server.logs()).not.toContain('in-the-address');
});

test('while a mail server is away, the mail waits, and the figures and after a while the log say so', async () => {
  const mails = { MAIL_URL: 'smtp://127.0.0.1:9', WORKER: 'on' };
  const { server, figures } = await start(mails);
  const { email } = await makeLogin(marina, await makeAccount(marina));
  await new HttpClient(server.url, 'saltmarsh').call(requestPasswordReset, { body: { email } });
  await expect.poll(figures, { timeout: 30_000 }).toContain('quayside_jobs_failing{task="send-mail"} 1');
  expect(server.logs()).not.toContain('mails don’t go out');
  await server.stop();
  // An hour later. A copy without a worker sees it too.
  await sql`update graphile_worker._private_jobs set created_at = created_at - interval '1 hour'`.execute(jobs());
  const later = await start();
  await expect
    .poll(later.server.logs, { timeout: 30_000 })
    .toMatch(/"level":50,.*"task":"send-mail".*mails don’t go out/);
  const [, seconds] = /^quayside_oldest_job_seconds\{task="send-mail"\} (\S+)$/m.exec(await later.figures()) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_600);
  await sql`delete from graphile_worker._private_jobs`.execute(jobs());
});

/** Leaves a payment that a copy has to put on its order. */
async function leavePaid(): Promise<void> {
  const account = await makeAccount(marina);
  const owner = { tenantId: marina.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(marina.db, owner, { grossMinor: 10_000 });
  const { id } = await insertPayment(marina.db, owner, { state: 'approved', orderId: order.id });
  const due = { check_at: new Date('2026-05-16T10:20:00Z') };
  await marina.db.updateTable('payments').set(due).where('id', '=', id).execute();
}

test('[RUN-1] payments are counted by provider and the state that they came to', async () => {
  await leavePaid();
  const { figures } = await start({ WORKER: 'on' });
  await expect.poll(figures).toContain('quayside_payment_states_total{provider="paysafe",state="allocated"} 1');
});

test('[RUN-1] while PostgreSQL does not answer, the figures still come, say so and show nothing old', async () => {
  const proxy = await startDatabaseProxy(app.testDatabase.appUrl);
  onTestFinished(proxy.close);
  const { figures } = await start({}, proxy.url);
  expect(await figures()).toMatch(/^quayside_ready 1$/m);
  await proxy.become('swallows');
  const away = await figures();
  expect(away).toMatch(/^quayside_ready 0$/m);
  expect(away).toMatch(/^quayside_database_up 0$/m);
  expect(away).not.toContain('quayside_jobs_waiting');
});

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url));

const promtool = (args: string[], input = '') =>
  execFileSync('promtool', args, { cwd: join(deploy, 'prometheus'), input, encoding: 'utf8' });

interface Dashboard {
  panels: { targets?: { expr: string }[] }[];
}

/** Returns the questions of a dashboard's panels. Grafana fills in the interval between two points. */
const questionsOf = ({ panels }: Dashboard) =>
  panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));

test('Prometheus’s own tool accepts figures and alerts, and every alert fires', async () => {
  const { figures } = await start();
  expect(promtool(['check', 'metrics'], await figures())).toBe('');
  expect(promtool(['check', 'rules', 'quayside.rules.yml'])).toContain('SUCCESS');
  expect(promtool(['test', 'rules', 'quayside.rules.test.yml'])).toContain('SUCCESS');
  const read = (name: string) => readFileSync(join(deploy, 'prometheus', name), 'utf8');
  const alerts = [...read('quayside.rules.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  for (const name of alerts)
    expect(read('quayside.rules.test.yml')).toMatch(
      new RegExp(`alertname: ${name ?? ''},\\s+exp_alerts:\\s+\\[\\s*\\{`),
    );
});

test('the figures that an alert or the dashboard asks for exist, and the questions are well formed', async () => {
  await leavePaid();
  const endsAt = new Date('2099-01-31T12:00:00Z');
  const key = await makeIntegrationKey(app, marina, { expiresAt: endsAt });
  await sql`select graphile_worker.add_job('send-mail', '{"tenantId": 1, "mailId": 1}'::json)`.execute(jobs());
  const program = programWith(app, key.text);
  const endpoint = {
    params: { reference: 'erp' },
    body: { url: 'https://erp.example.com/', types: ['document.rejected' as const] },
  };
  expect((await program.call(putWebhookEndpoint, endpoint)).status).toBe(201);
  const { server, figures } = await start({ WORKER: 'on', MAIL_URL: 'smtp://127.0.0.1:9' });
  await fetch(server.url, { headers: { tenantKey: 'saltmarsh' } });
  await expect.poll(figures).toContain('quayside_requests_total');
  await expect.poll(figures).toContain('quayside_payment_states_total');
  await expect.poll(figures).toContain('quayside_jobs_waiting');
  const labels = `tenant="saltmarsh",kind="integration-key",reference="integration-key-${key.id}"`;
  const end = `quayside_credential_end_timestamp_seconds{${labels}} ${endsAt.getTime() / 1_000}`;
  await expect.poll(figures).toContain(end);
  await expect.poll(figures).toContain('quayside_webhook_lag_seconds{tenant="saltmarsh",endpoint="erp"}');
  expect(await figures()).toMatch(/^quayside_statements_total\{outcome="answered"\} [1-9]/m);
  const text = await figures();
  const rules = readFileSync(join(deploy, 'prometheus', 'quayside.rules.yml'), 'utf8');
  const dashboard = readFileSync(join(deploy, 'grafana', 'quayside.json'), 'utf8');
  const names = new Set(`${rules} ${dashboard}`.match(/\bquayside_\w+/g));
  expect(names.size).toBeGreaterThan(10);
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  const questions = questionsOf(JSON.parse(dashboard) as Dashboard);
  const asRules = questions.map((expr, index) => ({ record: `quayside:question_${index}`, expr }));
  const file = join(folder, 'questions.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
  expect(promtool(['check', 'rules', file])).toContain(`${questions.length} rules found`);
});
