import { resolve } from 'node:path';
import { z } from 'zod';
import { readDsn } from './providers/error-reports/sentry-envelope.ts';
import { StartError } from './start-error.ts';

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
 * Whose `X-Forwarded-*` counts: nobody's (`off`), that of whoever connects (`on`), or of these addresses. `on` is one hop:
 * what came to the proxy from further away is anybody's word.
 */
const trustProxy = z
  .string()
  .default('off')
  .transform((value) => (value === 'on' || value === 'off' ? value === 'on' : value));

/** Every setting of the server. `docs/operating/running.md` tells operators the same. */
const Variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'say development, test or production').default('development'),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  TRUST_PROXY: trustProxy,
  WORKER: onOff('on'),
  MAIL_URL: z.url({ protocol: /^smtps?$/, error: 'give an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().default('Quayside <no-reply@quayside.localhost>'),
  SENTRY_DSN: z
    .string()
    .transform(readDsn)
    .refine((dsn) => dsn !== undefined, 'give the address that the service shows, https://key@host/number')
    .optional(),
  DEMO: onOff('off'),
  SANDBOX_URL: z.url({ protocol: /^https?$/, error: 'give an http:// address' }).default('http://127.0.0.1:3001'),
  PROVIDER_VISIBILITY_MS: milliseconds.default(35_000),
  CRASH_AT: z.string().optional(),
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

/** Reads the settings once at boot. An empty variable counts as absent. @throws StartError naming the variable */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data, error } = Variables.safeParse(given);
  if (error)
    throw new StartError(error.issues.map(({ path, message }) => `${path.join('.')} is wrong: ${message}.`).join(' '));
  if (data.MIGRATION_DATABASE_URL !== undefined && data.DATABASE_URL === undefined)
    throw new StartError(
      'DATABASE_URL is missing: MIGRATION_DATABASE_URL is set, so set the one to serve from as well.',
    );
  if (data.CRASH_AT !== undefined && data.NODE_ENV !== 'test')
    throw new StartError('CRASH_AT is for tests: unset it, or set NODE_ENV=test.');
  if (data.PSEUDO_LANGUAGE && data.NODE_ENV !== 'test')
    throw new StartError('PSEUDO_LANGUAGE is for tests: unset it, or set NODE_ENV=test.');
  return {
    nodeEnv: data.NODE_ENV,
    /** Only this machine can reach a server that isn't in production: its demo's password is known to all. */
    host: data.HOST ?? (data.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    migrationDatabaseUrl: data.MIGRATION_DATABASE_URL,
    trustProxy: data.TRUST_PROXY,
    worker: data.WORKER,
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    /** Where reports of faults go beside the log. */
    sentryDsn: data.SENTRY_DSN,
    demo: data.DEMO,
    sandboxUrl: data.SANDBOX_URL,
    /** How long a charge may stay invisible at a payment provider, in milliseconds. */
    providerVisibilityMs: data.PROVIDER_VISIBILITY_MS,
    /** Where the process is to kill itself, for the tests of crashes. */
    crashAt: data.CRASH_AT,
    logLevel: data.LOG_LEVEL,
  };
}
