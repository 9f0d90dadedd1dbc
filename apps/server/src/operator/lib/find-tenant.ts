import { z } from 'zod';
import type { Tenant } from '../../http/context.ts';
import { unsafeFindTenant } from '../../http/tenant.queries.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The option that names the marina of a command. */
export const TenantKey = z.string().meta({ description: 'the marina, by its key', value: 'key' });

/** Finds a marina by its key. @throws OperatorError if no marina has it */
export async function findTenant({ database }: OperatorContext, key: string): Promise<Tenant> {
  const tenant = await unsafeFindTenant(database, 'key', key.toLowerCase());
  if (!tenant) throw new OperatorError(`There is no marina "${key}". A key is a name such as saltmarsh.`);
  return tenant;
}
