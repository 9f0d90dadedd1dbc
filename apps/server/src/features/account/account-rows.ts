import type { TenantDb } from '../../db/client.ts';

/** An account's row, held against changes until the transaction ends. */
export async function lockAccount(trx: TenantDb, tenantId: number, accountId: number) {
  return trx
    .selectFrom('accounts')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** An open account by its guid, for whoever holds that. */
export async function findAccountByGuid(db: TenantDb, tenantId: number, guid: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('guid', '=', guid)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
