import { apiBase } from '@quayside/contract/call.ts';
import { getHealth, getOpenApi } from '@quayside/contract/platform.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseClient } from '../../db/client.ts';
import { CallError } from '../../http/errors.ts';
import { jsonSchema } from '../../http/json-schema.ts';
import { publicRoute, type Route } from '../../http/route.ts';

/** @param describe answers the OpenAPI document of all that is registered */
export function platformRoutes(describe: () => { openapi: string }): Route[] {
  return [publicRoute(getOpenApi, () => describe())];
}

/** The one call without a tenant: a balancer asks by address. */
export function registerHealth(app: FastifyInstance, database: DatabaseClient): void {
  app.get(
    apiBase + getHealth.path,
    {
      schema: {
        operationId: getHealth.name,
        summary: getHealth.summary,
        response: { 200: { description: 'Ready', ...jsonSchema(getHealth.answer, 'output') } },
      },
    },
    async () => {
      await sql`select 1`.execute(database.unsafeWithoutTenant()).catch((cause) => {
        throw new CallError('UNAVAILABLE', { cause });
      });
      return { status: 'ready' };
    },
  );
}
