import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseClient, TenantDb } from '../db/client.ts';
import type { Clock, Tenant } from '../http/context.ts';
import { loadTenant } from '../http/tenant/tenant.ts';

/** Holds everything that a job may use, as `Context` does for a call. */
export interface JobContext {
  tenant: Tenant;
  /** Sees this tenant's rows and no others. */
  db: TenantDb;
  clock: Clock;
  log: FastifyBaseLogger;
}

export interface JobDependencies {
  database: DatabaseClient;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Makes the context of a tenant's job. */
export async function jobContext({ database, clock, log }: JobDependencies, tenantId: number): Promise<JobContext> {
  const tenant = await loadTenant(database, tenantId);
  return { tenant, db: database.forTenant(tenantId), clock, log: log.child({ tenant: tenant.key }) };
}
