import type { TenantDb } from '../../db/client.ts';

/** Finds agreements by the name that an operator uses: the marina's own reference first, then their number. */
export async function findAgreements(db: TenantDb, tenantId: number, wanted: string) {
  const named = wanted.trim();
  const agreements = db.selectFrom('agreements').select('id').where('tenant_id', '=', tenantId).orderBy('id');
  const referred = await agreements.where('reference', '=', named).execute();
  if (referred.length > 0 || !/^\d{1,9}$/.test(named)) return referred;
  return agreements.where('id', '=', Number(named)).execute();
}
