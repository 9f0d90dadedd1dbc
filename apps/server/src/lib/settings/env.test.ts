import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

test('nothing set: the settings of a laptop', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    worker: true,
    demo: false,
    trustProxy: false,
  });
});

test('an empty variable counts as absent', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('TRUST_PROXY is a switch or addresses', () => {
  const read = (TRUST_PROXY: string) => readEnvironment({ TRUST_PROXY }).trustProxy;
  expect([read('on'), read('off'), read('10.0.0.0/8')]).toEqual([true, false, '10.0.0.0/8']);
});

test.each([
  [{ PORT: 'abc' }, /^PORT is wrong: give a port/],
  [{ PORT: '70000' }, /^PORT is wrong: give a port/],
  [{ WORKER: 'maybe' }, /^WORKER is wrong: say "on" or "off"/],
  [{ DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL is wrong: give a postgresql:/],
  [{ MIGRATION_DATABASE_URL: 'postgresql://localhost/x' }, /^DATABASE_URL is missing/],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, /^S3_BUCKET is missing/],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together/],
  [{ S3_ENDPOINT: 'ftp://x' }, /^S3_ENDPOINT is wrong: give an http/],
  [{ CLAMAV_PORT: '0' }, /^CLAMAV_PORT is wrong/],
  [{ SENTRY_DSN: 'https://sentry.example.com/7' }, /^SENTRY_DSN is wrong: give the address that the service shows/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is wrong: give an http/],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL is wrong: say http\/json/],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER is wrong: say one of always_on/],
  [{ CRASH_AT: 'before-send' }, /^CRASH_AT is for tests/],
  [{ DEMO: 'on', NODE_ENV: 'production' }, /^DEMO is not for production/],
  [{ DATABASE_WAIT_SECONDS: 'long' }, /^DATABASE_WAIT_SECONDS is wrong: give a number of seconds/],
  [{ PSEUDO_LANGUAGE: 'on' }, /^PSEUDO_LANGUAGE is for tests/],
])('%o is refused in one line', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

test('traces are sent if a receiver is set, unless OpenTelemetry is switched off', () => {
  const read = (variables: NodeJS.ProcessEnv) => readEnvironment(variables).traces;
  const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(read({})).toBeUndefined();
  expect(read(receiver)).toEqual({ sampler: 'parentbased_always_on', ratio: 1, delayMs: 5_000 });
  expect(read({ ...receiver, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
});
