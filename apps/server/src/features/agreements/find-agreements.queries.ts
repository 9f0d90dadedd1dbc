import type { TenantDb } from '../../db/client.ts';
import type { Identifier } from '../../lib/texts/typed-identifier.ts';

/** Finds the agreements that have this reference or this number: two at most. */
export async function findAgreements(db: TenantDb, tenantId: number, { reference, number }: Identifier) {
  return db
    .selectFrom('agreements')
    .select(['id', 'reference'])
    .where('tenant_id', '=', tenantId)
    .where((row) => row.or([row('reference', '=', reference), row('id', '=', number ?? -1)]))
    .orderBy('id')
    .execute();
}
