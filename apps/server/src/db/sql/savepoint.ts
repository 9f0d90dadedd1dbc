import { sql } from 'kysely';
import type { TenantDb } from '../client.ts';

/**
 * Does a part of a transaction that may fail. If it does, only this part is undone: the transaction goes on.
 * @throws the error of the part
 */
export async function inSavepoint<Result>(trx: TenantDb, part: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(trx);
  try {
    const result = await part();
    await sql`release savepoint part`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}
