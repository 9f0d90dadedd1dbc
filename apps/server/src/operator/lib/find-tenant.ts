import { z } from 'zod';
import { nameDatabase } from '../../db/opening/open-database.ts';
import type { Tenant } from '../../http/context.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The option that names the marina of a command. */
export const TenantKey = z.string().meta({ description: 'the marina, by its key', value: 'key' });

/** Finds a marina by its key. @throws OperatorError if no marina has it */
export async function findTenant({ database, environment }: OperatorContext, key: string): Promise<Tenant> {
  const tenant = await unsafeFindTenant(database, 'key', key.toLowerCase());
  if (!tenant)
    throw new OperatorError(
      `There is no marina "${key}" in ${nameDatabase(environment)}. A key is a name such as saltmarsh. If your ` +
        'server has another database, set DATA_DIR or DATABASE_URL as it does.',
    );
  return tenant;
}
