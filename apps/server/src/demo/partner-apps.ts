import { sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';

/** Tells if a marina's portal looks for partners' apps at the sandbox's current address. */
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
 * Makes a marina's portal look for partners' apps at the sandbox's current address.
 * @param ownerDb a handle of the role that owns the tables: the role that serves may not change a tenant
 */
export async function movePartnerApps(ownerDb: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> {
  await sql`
    update tenants set settings = settings || ${partnerApps(sandboxUrl)}::jsonb where id = ${tenantId}`.execute(
    ownerDb,
  );
}

/** Returns the setting with the address of the sandbox's partner: the fourth port after its first. */
function partnerApps(sandboxUrl: string): string {
  const base = new URL(sandboxUrl);
  base.port = String(Number(base.port) + 4);
  return JSON.stringify({ microAppApi: base.href });
}
