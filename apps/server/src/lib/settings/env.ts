import { resolve } from 'node:path';
import { z } from 'zod';
import { readSecretKey } from '../secrets/secret-keys.ts';
import { readDsn } from '../telemetry/sentry-dsn.ts';
import { StartError } from '../start-error.ts';

const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'say "on" or "off"')
    .default(fallback)
    .transform((value) => value === 'on');
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'give a postgresql:// connection string' }).optional();
const milliseconds = z.coerce.number('give a number of milliseconds').int().min(0);
const port = z.coerce
  .number('give a port from 1 to 65535')
  .int()
  .min(1, 'give a port from 1 to 65535')
  .max(65_535, 'give a port from 1 to 65535');

/**
 * Reads whose `X-Forwarded-*` headers count: nobody's (`off`), the direct connection's (`on`), or these addresses'.
 * `on` trusts one hop: anybody can write the headers that the proxy itself received.
 */
const trustProxy = z
  .string()
  .default('off')
  .transform((value) => (value === 'on' || value === 'off' ? value === 'on' : value));

const secretKey = z
  .string()
  .transform(readSecretKey)
  .refine((key) => key !== null, 'give 32 bytes in base64, such as "openssl rand -base64 32" prints')
  .optional();

/** The receiver of traces. The exporter reads its address and its further settings from the environment itself. */
const receiver = z.url({ protocol: /^https?$/, error: 'give an http:// or https:// address' }).optional();

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;

/** Every setting of the server. `docs/operating/running.md` explains the same ones to operators. */
const Variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'say development, test or production').default('development'),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  STATUS_HOST: z.string().optional(),
  STATUS_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number('give a number of seconds').min(0).max(3_600).default(0),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  SECRETS_KEY: secretKey,
  SECRETS_KEY_OTHER: secretKey,
  DATABASE_SESSION: z.enum(['session', 'transaction'], 'say session or transaction').default('session'),
  DATABASE_WAIT_SECONDS: z.coerce.number('give a number of seconds').min(0).max(3_600).default(30),
  TRUST_PROXY: trustProxy,
  HSTS_SUBDOMAINS: onOff('off'),
  WORKER: onOff('on'),
  REQUEST_LOG: onOff('off'),
  MAIL_URL: z.url({ protocol: /^smtps?$/, error: 'give an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().default('Quayside <no-reply@quayside.localhost>'),
  SENTRY_DSN: z
    .string()
    .transform(readDsn)
    .refine((dsn) => dsn !== undefined, 'give the address that the service shows, https://key@host/number')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'say http/json, which every receiver takes').optional(),
  OTEL_SDK_DISABLED: z.stringbool('say true or false').default(false),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `say one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('give a part from 0 to 1').min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000),
  DEMO: onOff('off'),
  SANDBOX_URL: z.url({ protocol: /^https?$/, error: 'give an http:// address' }).default('http://127.0.0.1:3001'),
  PROVIDER_VISIBILITY_MS: milliseconds.default(35_000),
  CRASH_AT: z.string().optional(),
  START_WITHOUT_FILES: onOff('off'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'give an http:// or https:// address' }).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CLAMAV_HOST: z.string().optional(),
  WEBHOOK_PRIVATE_HOSTS: z.string().default(''),
  CLAMAV_PORT: port.default(3310),
  PSEUDO_LANGUAGE: onOff('off'),
  LOG_LEVEL: z
    .enum(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'say silent, fatal, error, warn, info, debug or trace',
    )
    .default('info'),
});

/** The server's settings, checked and with their defaults. */
export type Environment = ReturnType<typeof readEnvironment>;

/** Reads the settings once at boot. An empty variable counts as absent. @throws StartError that names the variable */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data, error } = Variables.safeParse(filled);
  if (error)
    throw new StartError(error.issues.map(({ path, message }) => `${path.join('.')} is wrong: ${message}.`).join(' '));
  if (data.MIGRATION_DATABASE_URL !== undefined && data.DATABASE_URL === undefined)
    throw new StartError(
      'DATABASE_URL is missing: MIGRATION_DATABASE_URL is set, so set the one to serve from as well.',
    );
  if (data.CRASH_AT !== undefined && data.NODE_ENV !== 'test')
    throw new StartError('CRASH_AT is for tests: unset it, or set NODE_ENV=test.');
  if (data.DEMO && data.NODE_ENV === 'production')
    throw new StartError(
      'DEMO is not for production: its passwords are known to everybody. Unset it, or NODE_ENV=production.',
    );
  if (data.SECRETS_KEY === undefined && data.NODE_ENV === 'production')
    throw new StartError(
      'SECRETS_KEY is missing: it encrypts the secrets of payment providers and the keys that seal papers. Make ' +
        'a key with "openssl rand -base64 32", give it to every copy and to the commands, and keep it apart from ' +
        'the database and its backups (docs/operating/secrets.md).',
    );
  if (data.S3_BUCKET === undefined && data.S3_ENDPOINT !== undefined)
    throw new StartError('S3_BUCKET is missing: S3_ENDPOINT is set, so name the bucket as well.');
  if ((data.S3_ACCESS_KEY_ID === undefined) !== (data.S3_SECRET_ACCESS_KEY === undefined))
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  if (data.PSEUDO_LANGUAGE && data.NODE_ENV !== 'test')
    throw new StartError('PSEUDO_LANGUAGE is for tests: unset it, or set NODE_ENV=test.');
  /** Outside of production only this machine can reach the server, because everybody knows the demo's password. */
  const host = data.HOST ?? (data.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
  return {
    nodeEnv: data.NODE_ENV,
    host,
    port: data.PORT,
    statusHost: data.STATUS_HOST ?? host,
    /** The port of probes and metrics; undefined: there is none. */
    statusPort: data.STATUS_PORT,
    /** The time that a copy which was told to stop still takes requests, in milliseconds. */
    drainMs: data.DRAIN_SECONDS * 1_000,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    migrationDatabaseUrl: data.MIGRATION_DATABASE_URL,
    /**
     * How long the settings of a connection hold: `transaction` if a pooler between server and PostgreSQL pools
     * transactions, or a cluster passes on only what a transaction sets.
     */
    databaseSession: data.DATABASE_SESSION,
    /** The key that encrypts the database's secrets. Undefined outside of production: a file has it. */
    secretsKey: data.SECRETS_KEY ?? undefined,
    /** A second key that only decrypts, while the first one is replaced. */
    secretsKeyOther: data.SECRETS_KEY_OTHER ?? undefined,
    /** The time that a start waits for a given database that does not answer, in milliseconds. */
    databaseWaitMs: data.DATABASE_WAIT_SECONDS * 1_000,
    trustProxy: data.TRUST_PROXY,
    /** True if HSTS covers the hosts below the portal's as well. */
    hstsSubDomains: data.HSTS_SUBDOMAINS,
    worker: data.WORKER,
    /** True if each answered request gets a line in the log. */
    requestLog: data.REQUEST_LOG,
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    /** The service that receives reports of faults, beside the log. */
    sentryDsn: data.SENTRY_DSN,
    /** How spans are sent to a receiver of OpenTelemetry; undefined: there is none. */
    traces: tracesOf(data),
    demo: data.DEMO,
    startsWithoutFiles: data.START_WITHOUT_FILES,
    sandboxUrl: data.SANDBOX_URL,
    /** The longest time that a charge may stay invisible at a payment provider, in milliseconds. */
    providerVisibilityMs: data.PROVIDER_VISIBILITY_MS,
    /** Hosts of the operator's own network that webhooks may be sent to, also by http. */
    privateHosts: new Set(
      data.WEBHOOK_PRIVATE_HOSTS.toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
    logLevel: data.LOG_LEVEL,
    /** The bucket that holds files; undefined: they are in the data folder. */
    s3: data.S3_BUCKET === undefined ? undefined : s3Of(data, data.S3_BUCKET),
    /** The service that scans files for viruses. */
    clamav: data.CLAMAV_HOST === undefined ? undefined : { host: data.CLAMAV_HOST, port: data.CLAMAV_PORT },
  };
}

function tracesOf(data: z.output<typeof Variables>) {
  const address = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (address === undefined || data.OTEL_SDK_DISABLED) return undefined;
  return {
    sampler: data.OTEL_TRACES_SAMPLER,
    /** The part of the traces that is kept, if the sampler takes one. */
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
    delayMs: data.OTEL_BSP_SCHEDULE_DELAY,
  };
}

function s3Of(data: z.output<typeof Variables>, bucket: string) {
  const { S3_REGION: region, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = data;
  const credentials =
    id === undefined || secret === undefined ? undefined : { accessKeyId: id, secretAccessKey: secret };
  return { bucket, region, endpoint, credentials };
}
