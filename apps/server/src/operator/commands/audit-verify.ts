import { z } from 'zod';
import { type Verification, verifyChain, verifyEarlierTrails } from '../../features/audit/audit.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { unsafeTenantIds } from '../../http/tenant/tenant.queries.ts';
import { command, OperatorError, type OperatorContext } from '../lib/command.ts';
import { findTenant, TenantKey } from '../lib/find-tenant.ts';

/** Checks that nobody changed, removed or added an entry behind the server's back. */
export const verifyAudit = command({
  name: 'audit verify',
  summary: 'Check that the audit trail is whole, and name the first entry that is not.',
  options: z.strictObject({
    tenant: TenantKey.optional().meta({ description: 'only this marina, by its key', value: 'key' }),
  }),
  async run(ctx, { tenant: key }) {
    const tenants = key === undefined ? await everyTenant(ctx) : [await findTenant(ctx, key)];
    let broken = 0;
    for (const tenant of tenants) {
      const db = ctx.database.forTenant(tenant.id);
      const own = { name: tenant.key, verification: await verifyChain(db, tenant.id) };
      const earlier = (await verifyEarlierTrails(db, tenant.id)).map(({ trail, verification }) => ({
        name: `${tenant.key}, earlier trail ${trail}`,
        verification,
      }));
      for (const { name, verification } of [own, ...earlier]) {
        if (!verification.intact) broken += 1;
        ctx.say(`${name}: ${describe(verification)}`);
      }
    }
    if (broken > 0)
      throw new OperatorError(
        'The audit trail is broken. Keep the database as it is, and find out who could write to it.',
      );
  },
});

async function everyTenant({ database }: OperatorContext): Promise<Tenant[]> {
  const ids = await unsafeTenantIds(database);
  return Promise.all(ids.map((id) => loadTenant(database, id)));
}

const reasons = {
  missing: 'is missing',
  changed: 'was changed',
  torn: 'does not follow the one before it',
  unknown: 'is beyond the recorded end',
};

const describe = (verification: Verification): string =>
  verification.intact
    ? `${verification.entries} entries, whole, ending in ${verification.lastHash}`
    : `BROKEN: entry ${verification.sequence} ${reasons[verification.reason]}`;
