import type { Call } from '@quayside/contract/shared/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { admitKey } from '../features/integration-keys/integration-keys.service.ts';
import { readKeyText } from '../features/integration-keys/integration-keys.exports.ts';
import type { Clock, IntegrationKey, Tenant } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import { countHit, type Limit } from '../http/limits/rate-limit.ts';
import type { TenantFinder } from '../http/tenant/tenant.ts';
import { minute } from '../lib/time/durations.ts';

/** The requests of one key. Nothing else counts here, so no marina waits for another. */
const requestLimit: Limit = { name: 'requests', max: 6_000, windowMs: minute };

interface AccessOptions {
  database: DatabaseClient;
  tenants: TenantFinder;
  clock: Clock;
}

/**
 * Finds the marina and the key of a request of the integration API, and counts the request. The key names the marina.
 * A key of another marina than the host's is as good as none.
 * @throws CallError API_KEY_INVALID, TOO_MANY_REQUESTS or SCOPE_MISSING
 */
export async function openByKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { scopes }: Call,
  { database, tenants, clock }: AccessOptions,
): Promise<{ tenant: Tenant; key: IntegrationKey }> {
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const tenantId = readKeyText(text)?.tenantId;
  const tenant = tenantId === undefined ? null : await tenants.ofKey(request, tenantId);
  const key = tenant && (await admitKey({ db: database.forTenant(tenant.id), tenant, clock }, text));
  if (!tenant || !key) {
    reply.header('www-authenticate', 'Bearer realm="Quayside"');
    throw new CallError('API_KEY_INVALID');
  }
  await countRequest(reply, database, tenant.id, key.id, clock.now());
  const missing = scopes.find((scope) => !key.scopes.includes(scope));
  if (missing !== undefined)
    throw new CallError('SCOPE_MISSING', { values: { scope: missing }, meta: { scope: missing } });
  return { tenant, key };
}

/**
 * Counts a request of a key, and tells in the answer how many are left.
 * @throws CallError TOO_MANY_REQUESTS beyond the limit
 */
async function countRequest(
  reply: FastifyReply,
  database: DatabaseClient,
  tenantId: number,
  keyId: number,
  now: Date,
): Promise<void> {
  const { name, max, windowMs } = requestLimit;
  const hit = await countHit(database.forTenant(tenantId), tenantId, { limit: requestLimit, who: `key ${keyId}` }, now);
  const hits = hit?.hits ?? 1;
  const endsIn = (hit?.window_started_at.getTime() ?? now.getTime()) + windowMs - now.getTime();
  const seconds = Math.max(1, Math.ceil(endsIn / 1000));
  reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowMs / 1000}`);
  reply.header('ratelimit', `"${name}";r=${Math.max(0, max - hits)};t=${seconds}`);
  if (hits > max) throw new CallError('TOO_MANY_REQUESTS', { variant: 'key', retryAfter: seconds });
}
