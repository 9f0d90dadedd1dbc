import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeError } from '../../lib/telemetry/describe-error.ts';
import { createLog } from '../../lib/telemetry/log.ts';
import { ErrorService } from '../../testing/error-service.ts';
import type { ErrorReport } from './error-reporter.ts';
import { readDsn } from '../../lib/telemetry/sentry-dsn.ts';
import { SentryReporter } from './sentry-reporter.ts';

let service: ErrorService;
let reporter: SentryReporter;
let written = '';

beforeEach(async () => {
  service = new ErrorService();
  const dsn = readDsn(await service.start());
  if (!dsn) throw new Error('no DSN');
  written = '';
  const log = createLog('info', { write: (line: string) => void (written += line) });
  reporter = new SentryReporter({ dsn, environment: 'test', release: 'quayside@test', log });
});
afterEach(async () => {
  await reporter.close();
  await service.close();
});

function fault(message: string): ErrorReport {
  return {
    reference: '3F2B8C1E-9a70-4d55-8f0b-0c6d5e4f3a21',
    source: 'server',
    at: new Date('2026-03-01T12:00:00Z'),
    tenant: 'heron',
    where: 'GET /harbour/api/portal/:guid/summary',
    error: describeError(new RangeError(message, { cause: new Error('below it') })),
  };
}

const arrived = (count: number) => vi.waitFor(() => expect(service.received).toHaveLength(count), 30_000);

test('a report arrives as an event of Sentry’s protocol', async () => {
  reporter.report(fault('too deep'));
  await arrived(1);
  const [received] = service.received;
  if (!received) throw new Error('nothing arrived');
  const { path, auth, text, event } = received;
  expect(path).toBe('/api/42/envelope/');
  expect(auth).toContain('sentry_version=7');
  expect(auth).toContain('sentry_key=public-key');
  expect(
    text
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line)),
  ).toEqual([{ event_id: '3f2b8c1e9a704d558f0b0c6d5e4f3a21', sent_at: '2026-03-01T12:00:00.000Z' }, { type: 'event' }]);
  expect(event).toMatchObject({
    event_id: '3f2b8c1e9a704d558f0b0c6d5e4f3a21',
    platform: 'node',
    level: 'error',
    environment: 'test',
    release: 'quayside@test',
    transaction: 'GET /harbour/api/portal/:guid/summary',
    tags: { tenant: 'heron', reference: '3F2B8C1E-9a70-4d55-8f0b-0c6d5e4f3a21' },
  });
  const [cause, own] = event.exception.values;
  expect([cause?.value, own?.type, own?.value]).toEqual(['below it', 'RangeError', 'too deep']);
  expect(own?.stacktrace?.frames.at(-1)).toMatchObject({
    function: 'fault',
    filename: 'apps/server/src/providers/error-reports/sentry-reporter.test.ts',
  });
});

test('while the service hangs, a hundred thousand reports wait only up to the limit', async () => {
  const held: (() => void)[] = [];
  service.answer = (response) => held.push(() => response.end('{}'));
  const same = fault('over and over');
  for (let number = 0; number < 100_000; number += 1) reporter.report(same);
  await arrived(1);
  service.answer = (response) => response.end('{}');
  held.forEach((answer) => answer());
  await arrived(101);
  await reporter.close();
  expect(service.received).toHaveLength(101);
  expect(written.match(/do not arrive/g)).toHaveLength(1);
});

test('a service that asks for a pause gets one', async () => {
  service.answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end();
  reporter.report(fault('first'));
  await vi.waitFor(() => expect(written).toContain('HTTP 429'), 30_000);
  reporter.report(fault('second'));
  await reporter.close();
  expect(service.received).toHaveLength(1);
});

test('a service that is down is told of once in the log, and loses nothing else', async () => {
  await service.close();
  reporter.report(fault('nobody hears'));
  await vi.waitFor(() => expect(written).toContain('do not arrive at SENTRY_DSN'), 30_000);
  reporter.report(fault('nobody hears'));
  await reporter.close();
  expect(written.match(/do not arrive/g)).toHaveLength(1);
  await service.start();
});

test.each(['https://key@sentry.example.com/7', 'https://key@example.com/in/a/path/7'])('%s is a DSN', (dsn) => {
  expect(readDsn(dsn)?.publicKey).toBe('key');
});

test.each(['nonsense', 'https://sentry.example.com/7', 'https://key@sentry.example.com/', 'ftp://key@example.com/7'])(
  '%s is none',
  (dsn) => {
    expect(readDsn(dsn)).toBeUndefined();
  },
);
