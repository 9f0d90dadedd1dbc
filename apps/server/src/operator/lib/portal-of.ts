import { portalUrl } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { originOf } from '../../lib/settings/origin.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** Returns the address of a marina's portal, for links. @throws OperatorError if the marina is offline */
export async function portalOf({ database, environment }: OperatorContext, tenant: Tenant): Promise<string> {
  const portal = await portalUrl(database.forTenant(tenant.id), tenant, (host) => originOf(host, environment));
  if (portal === null) throw new OperatorError(`${tenant.name} has no host, so its portal has no address.`);
  return portal;
}
