import { reportClientError } from '@quayside/contract/client-errors.ts';
import { type Limit, limitRate, networkOf } from '../../http/rate-limit.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import type { ErrorReporter } from '../../providers/error-reports/error-reporter.ts';
import { cleanStack } from '../../providers/error-reports/stack-frames.ts';
import { scrub } from '../../lib/scrub.ts';

/** A page that fails again and again says little more the twentieth time. */
const limit: Limit = { name: 'client-errors', max: 20, windowMs: 10 * 60_000 };

export const clientErrorRoutes = (reporter: ErrorReporter): readonly Route[] => [
  publicRoute(reportClientError, async ({ db, tenant, request, clock }, { body }) => {
    const now = clock.now();
    await limitRate(db, tenant.id, { limit, who: networkOf(request.ip) }, now);
    const { reference, type, message, stack, page } = body;
    const error = { type: scrub(type), message: scrub(message), stack: cleanStack(stack) };
    reporter.report({ reference, source: 'portal', at: now, tenant: tenant.key, where: page, error });
    return { done: true as const };
  }),
];
