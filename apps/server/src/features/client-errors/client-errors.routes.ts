import { reportClientError } from '@quayside/contract/portal/client-errors.ts';
import type { OpenCallLimit } from '../../http/limits/call-limits.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import type { ErrorReporter } from '../../providers/error-reports/error-reporter.ts';
import { cleanStack } from '../../providers/error-reports/stack-frames.ts';
import { scrub } from '../../lib/telemetry/scrub.ts';
import { minute } from '../../lib/time/durations.ts';

/** A page that fails again and again says little more the twentieth time. */
const limit: OpenCallLimit = { name: 'client-errors', per: 'network', max: 20, windowMs: 10 * minute };

export const clientErrorRoutes = (reporter: ErrorReporter): readonly Route[] => [
  publicRoute(
    reportClientError,
    ({ tenant, clock }, { body }) => {
      const { reference, type, message, stack, page } = body;
      const error = { type: scrub(type), message: scrub(message), stack: cleanStack(stack) };
      reporter.report({ reference, source: 'portal', at: clock.now(), tenant: tenant.key, where: page, error });
      return { done: true as const };
    },
    [limit],
  ),
];
