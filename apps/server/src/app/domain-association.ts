import type { FastifyInstance } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { findDomainAssociation } from '../features/payments/payments.exports.ts';
import { notFound } from '../http/errors.ts';
import type { TenantFinder } from '../http/tenant/tenant.ts';

const path = '/.well-known/apple-developer-merchantid-domain-association';

/** Serves the file by which Apple verifies the host of a marina with Apple Pay. */
export function registerDomainAssociation(
  app: FastifyInstance,
  { database, tenants }: { database: DatabaseClient; tenants: TenantFinder },
): void {
  app.get(path, async (request, reply) => {
    const { id } = await tenants.find(request);
    const association = await findDomainAssociation(database.forTenant(id), id);
    if (association === null) throw notFound();
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(association);
  });
}
