import type { TenantDb } from '../../db/client.ts';
import { findStoredTenant } from '../../features/tenant/tenant.exports.ts';
import { enterTenant } from '../../features/tenant/tenant.exports.ts';
import { saveTenantWithin } from '../../features/tenant/tenant.service.ts';
import { auditOperator } from './audit-operator.ts';
import { setOne } from './change-settings.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { findTenant } from './find-tenant.ts';

/** Changes settings of a marina, and records it. */
export async function changeLook(
  ctx: OperatorContext,
  key: string,
  part: string,
  change: (trx: TenantDb, tenantId: number) => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  const tenant = await findTenant(ctx, key);
  const now = ctx.clock.now();
  await ctx
    .ownerDb()
    .transaction()
    .execute(async (trx) => {
      await enterTenant(trx, tenant.id);
      const stored = await findStoredTenant(trx, tenant.key);
      if (!stored) throw new OperatorError(`There is no marina "${tenant.key}".`);
      const changes = Object.entries(await change(trx, tenant.id));
      const changed = changes.reduce((all, [path, value]) => setOne(all, path, value), stored.settings);
      await saveTenantWithin(trx, { ...stored, settings: changed, sites: [] }, now);
      await auditOperator(trx, tenant.id, now, { event: 'tenant.set', details: { setting: `look.${part}` } });
    });
}
