import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseClient, TenantDb } from '../db/client.ts';
import type { Clock, Tenant } from '../http/context.ts';
import { loadTenant } from '../http/tenant.ts';

/** All that a job may use, as `Context` is for a call. */
export interface JobContext {
  tenant: Tenant;
  /** Sees this tenant's rows and no others. */
  db: TenantDb;
  clock: Clock;
  log: FastifyBaseLogger;
}

export interface JobGround {
  database: DatabaseClient;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** What a job of a tenant works with. */
export async function jobContext({ database, clock, log }: JobGround, tenantId: number): Promise<JobContext> {
  const tenant = await loadTenant(database, tenantId);
  return { tenant, db: database.forTenant(tenantId), clock, log: log.child({ tenant: tenant.key }) };
}
