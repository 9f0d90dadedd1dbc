import type { FastifyBaseLogger } from 'fastify';
import type { ErrorReporter } from './error-reporter.ts';

const messages = { server: 'request failed', portal: 'the portal failed' };

/** Writes reports into the server's log, with the reference as the request's id. */
export function logReporter(log: FastifyBaseLogger): ErrorReporter {
  return {
    report: ({ reference, source, tenant, where, error }) =>
      log.error({ reqId: reference, tenant, where, error }, messages[source]),
    close: async () => {},
  };
}
