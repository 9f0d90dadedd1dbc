import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../lib/settings/env.ts';
import type { ErrorReporter } from './error-reporter.ts';
import { logReporter } from './log-reporter.ts';

/** Opens the reporter: the log always, and the service of SENTRY_DSN if there is one. */
export async function openErrorReporter(
  { sentryDsn, nodeEnv }: Pick<Environment, 'sentryDsn' | 'nodeEnv'>,
  log: FastifyBaseLogger,
): Promise<ErrorReporter> {
  const logged = logReporter(log);
  if (!sentryDsn) return logged;
  const { SentryReporter } = await import('./sentry-reporter.ts');
  const reporter = new SentryReporter({ dsn: sentryDsn, environment: nodeEnv, release: 'quayside@0.1.0', log });
  return {
    report: (report) => {
      logged.report(report);
      reporter.report(report);
    },
    close: () => reporter.close(),
  };
}
