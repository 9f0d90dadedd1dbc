import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { EraseRows, FindRows } from '../../db/declared-table.ts';

/**
 * Finds the boats of a customer that nobody else's papers name. A boat that was bought may stand in documents and
 * stays of its earlier owner.
 */
export const boatsOfNobodyElse: FindRows = ({ accountId }) => {
  const elsewhere = (table: 'account_documents' | 'stays') => sql`exists (
    select from ${sql.table(table)} o
    where o.tenant_id = t.tenant_id and o.boat_id = t.id and o.account_id <> ${sql.lit(accountId)})`;
  return sql`t.account_id = ${sql.lit(accountId)}
    and not ${elsewhere('account_documents')} and not ${elsewhere('stays')}`;
};

/** Deletes boats, and takes the sticker off the customer's others, which stay. */
export const eraseBoats: EraseRows = async (trx, { tenantId, accountId, rows }) => {
  const gone = await deleteBoats(trx, tenantId, rows);
  await sql`
    update boats set current_sticker_number = null
    where tenant_id = ${tenantId} and account_id = ${accountId} and current_sticker_number is not null`.execute(trx);
  return gone;
};

async function deleteBoats(trx: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    delete from boats t where t.tenant_id = ${tenantId} and ${which} returning 1`.execute(trx);
  return rows.length;
}
