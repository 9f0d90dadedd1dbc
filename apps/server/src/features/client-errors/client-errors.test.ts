import { randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { clientErrorLimits, reportClientError } from '@quayside/contract/portal/client-errors.ts';
import { getSession } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../lib/telemetry/log.ts';
import { readDsn } from '../../lib/telemetry/sentry-dsn.ts';
import type { ErrorReporter } from '../../providers/error-reports/error-reporter.ts';
import { openErrorReporter } from '../../providers/error-reports/open-error-reporter.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { ErrorService } from '../../testing/error-service.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { addFaultSwitch, faultCookie, faultPath } from '../../testing/processes/fault-switch.ts';

const service = new ErrorService();
let reporter: ErrorReporter;
let app: TestApp;
let written = '';

beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => void (written += line) });
  reporter = await openErrorReporter({ sentryDsn: readDsn(await service.start()), nodeEnv: 'test' }, log);
  app = await startTestApp({ errorReporter: reporter, extend: addFaultSwitch });
  await makeTenant(app, { key: 'heron' });
  await makeTenant(app, { key: 'soleil' });
});
afterAll(async () => {
  await app.close();
  await reporter.close();
  await service.close();
});

const report = (changes: object = {}) => ({
  body: {
    reference: randomUUID(),
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'name')",
    stack: '    at Boats (https://heron.example.com/assets/dashboard-D3kf.js:3:17)',
    page: '/secure/dashboard',
    ...changes,
  },
});

const arrived = (reference: unknown) =>
  vi.waitFor(() => {
    const found = service.received.find(({ event }) => event.tags['reference'] === reference);
    if (!found) throw new Error('it has not arrived');
    return found;
  }, 30_000);

test('[SHELL-13] a fault of the portal reaches the service and the log, under the shown reference', async () => {
  const sent = report();
  expect((await app.client('heron').call(reportClientError, sent)).body).toEqual({ done: true });
  const { event } = await arrived(sent.body.reference);
  expect(event).toMatchObject({
    platform: 'javascript',
    transaction: '/secure/dashboard',
    tags: { tenant: 'heron' },
    exception: { values: [{ type: 'TypeError', stacktrace: { frames: [{ function: 'Boats' }] } }] },
  });
  expect(written).toContain(sent.body.reference);
});

test('[SHELL-13] a fault of the server reaches the service under the reference that the answer carries', async () => {
  const client = app.client('heron');
  client.cookies.set(faultCookie, 'this one');
  const url = apiBase + getSession.path;
  await client.request('POST', faultPath, { body: { browser: 'this one', method: 'GET', url, kind: 'fails' } });
  const { status, body } = await client.call(getSession, {});
  expect(status).toBe(500);
  const { event } = await arrived(body.traceId);
  expect(event).toMatchObject({ platform: 'node', transaction: `GET ${url}` });
  expect(written).toContain(`"reqId":"${body.traceId}"`);
});

test('[SAFE-5] no personal data leaves the server or stays in its log', async () => {
  const secrets = ['jo.sailor@example.com', 'SANDBANK26', '+447700900417', 't0ken-t0ken-t0ken-t0ken-t0ken'];
  const address = `https://heron.example.com/register/complete/${secrets[1]}/${randomUUID()}?token=${secrets[3]}`;
  const message = `${secrets.join(', ')} at ${address}`.replace('SANDBANK26, ', '');
  const sent = report({ message, stack: `    at ${secrets[0]} (${address}:1:2)\n    at x (${address}:1:2)` });
  await app.client('heron').call(reportClientError, sent);
  const { text } = await arrived(sent.body.reference);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(written).not.toContain(secret);
  }
  expect(written).not.toContain(address);
});

test('[SHELL-13] a page is named by its pattern alone', async () => {
  const page = `/consent-management/${randomUUID()}`;
  expect((await app.client('heron').call(reportClientError, report({ page }))).status).toBe(400);
});

test('[SHELL-13] too long a text, and too large a body, are refused', async () => {
  const message = 'x'.repeat(clientErrorLimits.message + 1);
  expect((await app.client('heron').call(reportClientError, report({ message }))).status).toBe(400);
  const stack = 'x'.repeat(33 * 1024);
  expect((await app.client('heron').call(reportClientError, report({ stack }))).status).toBe(413);
});

test('[SHELL-13] twenty reports in ten minutes from one network, then no more for this marina', async () => {
  const client = app.client('soleil');
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await client.call(reportClientError, report())).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  app.clock.advance({ minutes: 10, seconds: 1 });
  expect((await client.call(reportClientError, report())).status).toBe(200);
});
