import { sql } from 'kysely';
import type { TenantDb } from '../client.ts';

/** Whether a marina's portal looks for partners' apps where the sandbox has them now. */
export async function hasPartnerApps(db: TenantDb, tenantId: number, sandboxUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('settings')
    .where('id', '=', tenantId)
    .where(sql<boolean>`settings @> ${partnerApps(sandboxUrl)}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Has a marina's portal look for them there.
 * @param ownerDb a handle of the role that owns the tables: the one that serves may not change a tenant
 */
export async function movePartnerApps(ownerDb: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> {
  await sql`
    update tenants set settings = settings || ${partnerApps(sandboxUrl)}::jsonb where id = ${tenantId}`.execute(
    ownerDb,
  );
}

/** The setting that leads to the sandbox's: they listen on the fourth port after its first. */
function partnerApps(sandboxUrl: string): string {
  const base = new URL(sandboxUrl);
  base.port = String(Number(base.port) + 4);
  return JSON.stringify({ microAppApi: base.href });
}
