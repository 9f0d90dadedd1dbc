import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

/** Stores a picture. The same content again changes nothing. */
export async function insertLookFile(trx: TenantDb, row: Insertable<Database['look_files']>): Promise<void> {
  await trx
    .insertInto('look_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'hash']).doNothing())
    .execute();
}
