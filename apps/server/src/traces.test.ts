import { payByCard } from '@quayside/contract/cards/cards.ts';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeAccount, makeLogin } from './testing/factories/factories.ts';
import { type FaultFixture, type Payer, startFaultFixture } from './testing/fault-fixture.ts';
import { HttpClient } from './testing/http-client.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './testing/otlp-receiver.ts';
import { payOnce } from './testing/persistent-customer.ts';

/** Traces that the real process sends to a receiver, over OTLP. */

vi.setConfig({ testTimeout: 60_000 });

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

async function receive(): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

const settings = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' });

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${apiBase}${path}`;

/** Returns the span with this name, once it has come. */
async function arrived(receiver: OtlpReceiver, name: string): Promise<ReceivedSpan> {
  const find = () => receiver.spans().find((span) => span.name === name);
  return vi.waitUntil(find, { timeout: 20_000 });
}

const partsOf = (receiver: OtlpReceiver, whole: ReceivedSpan) =>
  receiver.spans().filter(({ parentId }) => parentId === whole.id);

async function payThrough(env: NodeJS.ProcessEnv, payer: Payer) {
  const server = await fixture.startServer(env);
  const customer = await payer.at(server);
  const payment = await payOnce(customer, fixture.sandbox.bankUrl);
  return { server, customer, payment };
}

test('[RUN-1] a payment is one trace a request, from the request to its statements and to the provider', async () => {
  const receiver = await receive();
  const payer = await fixture.payer();
  const { server, customer, payment } = await payThrough(settings(receiver.url), payer);
  expect(payment.paymentStatus).toBe('Completed');
  const paid = await arrived(receiver, nameOf(payByCard));
  expect(paid).toMatchObject({ kind: 'server', parentId: undefined, hasFailed: false, service: 'quayside' });
  expect(paid.facts).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'quayside.call': 'payByCard',
    'quayside.tenant': payer.tenant.key,
  });
  const parts = partsOf(receiver, paid);
  expect(parts.every(({ traceId, kind }) => traceId === paid.traceId && kind === 'client')).toBe(true);
  const provider = new URL(fixture.sandbox.url);
  const toProvider = { 'server.address': provider.hostname, 'server.port': Number(provider.port) };
  expect(parts.map(({ facts }) => facts)).toContainEqual(expect.objectContaining(toProvider));
  // The attempt is stored as sent before the provider is called, and settled after it.
  const steps = parts.map(({ name, facts }) => (facts['server.port'] === Number(provider.port) ? 'provider' : name));
  const call = steps.indexOf('provider');
  expect(steps.slice(0, call)).toContain('commit');
  expect(steps.slice(call)).toContain('commit');
  expect(steps.some((step) => step.startsWith('update payments'))).toBe(true);

  // Personal data and secrets never leave the server.
  const { accountGuid, client } = customer;
  const { serverSecret, accountId } = payer.merchant.settings as { serverSecret: string; accountId: string };
  const session = [...client.cookies.values()];
  for (const secret of [accountGuid, payment.merchantRefNumber, serverSecret, accountId, ...session])
    expect(receiver.text()).not.toContain(secret);
  await server.stop();
});

test('paths, queries and addresses of mails stay out, and a job is a trace of its own', async () => {
  const receiver = await receive();
  const payer = await fixture.payer();
  const { server } = await payThrough(settings(receiver.url), payer);
  const { email } = await makeLogin(payer.tenant, await makeAccount(payer.tenant));
  await new HttpClient(server.url, payer.tenant.key).call(requestPasswordReset, { body: { email } });
  await fetch(`${server.url}/reset-password/key-in-the-path?secret=in-the-query`, {
    headers: { tenantKey: payer.tenant.key },
  });
  const sent = await arrived(receiver, 'send mail');
  const jobs = () => receiver.spans().filter(({ name }) => name === 'job send-mail');
  await expect.poll(jobs).toContainEqual(
    expect.objectContaining({
      id: sent.parentId,
      parentId: undefined,
      kind: 'consumer',
      facts: { 'quayside.task': 'send-mail', 'quayside.tenant': payer.tenant.key },
    }),
  );
  await arrived(receiver, 'GET /*');
  for (const secret of [email, 'key-in-the-path', 'in-the-query']) expect(receiver.text()).not.toContain(secret);
  await server.stop();
});

test('a trusted proxy’s trace goes on, a browser’s does not, and a sampler can leave traces out', async () => {
  const receiver = await receive();
  const { tenant } = await fixture.payer();
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const traceOf = async (env: NodeJS.ProcessEnv, headers: Record<string, string>) => {
    const server = await fixture.startServer({ ...settings(receiver.url), WORKER: 'off', ...env });
    const before = receiver.spans().length;
    const answer = await fetch(`${server.url}${apiBase}portal/config`, {
      headers: { tenantKey: tenant.key, ...headers },
    });
    expect(answer.status).toBe(200);
    await server.stop(); // sends the last spans
    return receiver
      .spans()
      .slice(before)
      .find(({ kind }) => kind === 'server');
  };
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
  const forwarded = { traceparent, 'x-forwarded-for': '203.0.113.7' };
  expect(await traceOf({ TRUST_PROXY: 'on' }, forwarded)).toMatchObject({
    traceId: caller.traceId,
    parentId: caller.spanId,
  });
  expect(await traceOf({}, forwarded)).toMatchObject({ parentId: undefined });
  const unsampled = { ...forwarded, traceparent: traceparent.replace(/01$/, '00') };
  expect(await traceOf({ TRUST_PROXY: 'on' }, unsampled)).toBeUndefined();
  expect(await traceOf({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, {})).toBeUndefined();
});

test('a receiver that is away or never answers disturbs nobody, and the log says it once', async () => {
  const hanging = await receive();
  hanging.hang();
  for (const url of [hanging.url, 'http://127.0.0.1:9']) {
    const env = { ...settings(url), OTEL_EXPORTER_OTLP_TIMEOUT: '300' };
    const { server, payment } = await payThrough(env, await fixture.payer());
    expect(payment.paymentStatus).toBe('Completed');
    await expect.poll(server.logs, { timeout: 20_000 }).toContain('traces do not arrive');
    await server.stop();
    expect(server.logs().match(/traces do not arrive/g)).toHaveLength(1);
  }
});
