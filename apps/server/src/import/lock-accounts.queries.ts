import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';

/**
 * Locks accounts against changes until the import ends, in the order of their ids; customers lock one at most. Rows
 * that refer to an account can still be added: such a transaction may hold a number that the import needs next.
 * @param numbers a query that selects the account ids
 */
export async function lockAccounts(trx: TenantDb, tenantId: number, numbers: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from accounts where tenant_id = ${tenantId} and id in (${numbers}) order by id for no key update`.execute(
    trx,
  );
}
