import { sql } from 'kysely';
import type { DatabaseClient, TenantDb } from '../db/client.ts';

/** Finds the number of a marina of the demo. */
export async function findTenantId(database: DatabaseClient, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from unsafe_tenant_by_key(${key})`.execute(
    database.unsafeWithoutTenant(),
  );
  return rows[0]?.id;
}

/** Keeps other servers from loading a marina, until the transaction ends. @returns true if it is loaded already */
export async function lockLoading(trx: TenantDb, tenantId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7201845, ${tenantId}::int)`.execute(trx);
  return (await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Tells if a marina has all of these settings. */
export async function hasSettings(db: TenantDb, tenantId: number, settings: object): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where(sql<boolean>`settings @> ${JSON.stringify(settings)}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Merges settings into those of a marina. @param ownerDb logs in as the role that owns the tables */
export async function mergeSettings(ownerDb: TenantDb, tenantId: number, settings: object): Promise<void> {
  await sql`
    update tenants set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${tenantId}`.execute(
    ownerDb,
  );
}

/** Returns the boats by their numbers. */
export async function listBoats(trx: TenantDb, tenantId: number) {
  return trx
    .selectFrom('boats')
    .select(['id', 'name', 'length', 'account_id as accountId'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
}

/** Returns the names that a person signs with. */
export async function findPerson(trx: TenantDb, tenantId: number, accountId: number) {
  return trx
    .selectFrom('accounts')
    .select(['title', 'firstname', 'lastname', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface SignedAgreement {
  id: number;
  type: string;
  signed_at: Date | null;
  declaration_hash: Buffer | null;
}

/** Returns an account's signed agreements, latest first. */
export async function listSignedAgreements(
  trx: TenantDb,
  tenantId: number,
  accountId: number,
): Promise<SignedAgreement[]> {
  return trx
    .selectFrom('agreements')
    .select(['id', 'type', 'signed_at', 'declaration_hash'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('signed_at', 'is not', null)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns an account's documents with the names of their owner and boat. */
export async function listDocuments(trx: TenantDb, tenantId: number, accountId: number) {
  return trx
    .selectFrom('account_documents as d')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.account_id'),
    )
    .leftJoin('boats as b', (join) => join.onRef('b.tenant_id', '=', 'd.tenant_id').onRef('b.id', '=', 'd.boat_id'))
    .select(['d.id', 'd.document_type_id', 'd.name', 'd.created_at', 'd.expires_on', 'b.name as boat'])
    .select((select) => select.fn<string>('concat_ws', [select.val(' '), 'a.firstname', 'a.lastname']).as('owner'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.account_id', '=', accountId)
    .orderBy('d.id')
    .execute();
}

/** Gives a document its file. */
export async function setDocumentFile(trx: TenantDb, tenantId: number, id: number, fileId: number): Promise<void> {
  await trx
    .updateTable('account_documents')
    .set({ file_id: fileId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
