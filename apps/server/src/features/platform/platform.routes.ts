import { apiBase } from '@quayside/contract/call.ts';
import { getHealth, getIntegrationOpenApi, getOpenApi } from '@quayside/contract/platform.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { DatabaseClient } from '../../db/client.ts';
import { readDatabaseTime } from '../../db/database-time.ts';
import { jsonSchema } from '../../http/json-schema.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { portalOrigin } from '../tenant/tenant.face.ts';

/** Describes calls for a marina. */
interface Documentation {
  of: (origin: string, marina: string) => z.output<typeof getOpenApi.answer>;
}

export type DescribeCalls = (kind: 'portal' | 'integration') => Documentation;

export function platformRoutes(describeCalls: DescribeCalls): Route[] {
  return [
    publicRoute(getOpenApi, ({ tenant, request }) =>
      describeCalls('portal').of(portalOrigin(tenant, request.origin), tenant.name),
    ),
    publicRoute(getIntegrationOpenApi, ({ tenant, request }) =>
      describeCalls('integration').of(portalOrigin(tenant, request.origin), tenant.name),
    ),
  ];
}

/** Registers the one call without a tenant, because a balancer asks by address. */
export function registerHealth(app: FastifyInstance, database: DatabaseClient): void {
  app.get(
    apiBase + getHealth.path,
    {
      schema: { response: { 200: jsonSchema(getHealth.answer, 'output') } },
      config: { call: getHealth },
    },
    async () => {
      await readDatabaseTime(database);
      return { status: 'ready' };
    },
  );
}
