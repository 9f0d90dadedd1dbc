import { apiBase } from '@quayside/contract/shared/call.ts';
import { getHealth, getIntegrationOpenApi, getOpenApi } from '@quayside/contract/portal/platform.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { DatabaseAway } from '../../db/connections/database-away.ts';
import { answerWriter, writeOnce } from '../../http/answers/answer-writer.ts';
import { CallError } from '../../http/errors.ts';
import type { Readiness } from '../../http/readiness.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { portalOrigin } from '../tenant/tenant.exports.ts';

/** Describes calls for a marina. The same object answers the same arguments as long as it is kept. */
interface Documentation {
  of: (origin: string, marina: string) => z.output<typeof getOpenApi.answer>;
}

export type DescribeCalls = (kind: 'portal' | 'integration') => Documentation;

export function platformRoutes(describeCalls: DescribeCalls): Route[] {
  return [
    publicRoute(getOpenApi, ({ tenant, request }) =>
      writeOnce(describeCalls('portal').of(portalOrigin(tenant, request.origin), tenant.name)),
    ),
    publicRoute(getIntegrationOpenApi, ({ tenant, request }) =>
      writeOnce(describeCalls('integration').of(portalOrigin(tenant, request.origin), tenant.name)),
    ),
  ];
}

/** The seconds after which a balancer may ask again. */
const againSeconds = 5;

/** Registers the one call without a tenant, because a balancer asks by address. */
export function registerHealth(app: FastifyInstance, readiness: Pick<Readiness, 'whyNot'>): void {
  app.get(
    apiBase + getHealth.path,
    {
      schema: { response: { 200: {} } },
      serializerCompiler: () => answerWriter(getHealth.answer),
      config: { call: getHealth },
    },
    async () => {
      const reason = await readiness.whyNot();
      if (reason === 'database') throw new DatabaseAway('PostgreSQL did not answer the balancer’s question in time');
      if (reason !== null) throw new CallError('UNAVAILABLE', { retryAfter: againSeconds, isNoFault: true });
      return { status: 'ready' };
    },
  );
}
