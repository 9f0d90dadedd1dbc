import { z } from 'zod';
import type { Tenant } from '../http/context.ts';
import { unsafeFindTenant } from '../http/tenant.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The option that says whose data a command is about. */
export const TenantKey = z.string().meta({ description: 'the marina, by its key', value: 'key' });

/** @throws OperatorError where no marina has this key */
export async function findTenant({ database }: OperatorContext, key: string): Promise<Tenant> {
  const tenant = await unsafeFindTenant(database, 'key', key.toLowerCase());
  if (!tenant)
    throw new OperatorError(`There is no marina "${key}". Its key is what tenants are named by, such as saltmarsh.`);
  return tenant;
}
