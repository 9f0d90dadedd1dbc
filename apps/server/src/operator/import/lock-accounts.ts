import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/**
 * Holds accounts against changes until the import ends, in the order of their numbers: customers hold one at most. Not
 * against rows that name them: whoever adds one may hold a number that the import is about to need.
 * @param numbers a query of them
 */
export async function lockAccounts(trx: TenantDb, tenantId: number, numbers: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from accounts where tenant_id = ${tenantId} and id in (${numbers}) order by id for no key update`.execute(
    trx,
  );
}
