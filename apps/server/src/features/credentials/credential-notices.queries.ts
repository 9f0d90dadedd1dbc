import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

/** Notes that the office now gets a mail about an end. @returns false if it got one before */
export async function storeNotice(trx: TenantDb, row: Insertable<Database['told_credentials']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('told_credentials')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
