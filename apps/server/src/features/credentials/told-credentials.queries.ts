import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

/** Notes that the office is told of an end now. @returns false if it was told before */
export async function noteTold(trx: TenantDb, row: Insertable<Database['told_credentials']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('told_credentials')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
