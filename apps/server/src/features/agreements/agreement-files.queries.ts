import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { AgreementFileKind } from '../../db/schema-agreements.ts';

/** Makes a stored file one of an agreement. An agreement has one file of each kind. */
export async function addAgreementFile(
  trx: TenantDb,
  tenantId: number,
  agreementId: number,
  file: { kind: AgreementFileKind; id: number },
): Promise<void> {
  await trx
    .insertInto('agreement_files')
    .values({ tenant_id: tenantId, agreement_id: agreementId, kind: file.kind, file_id: file.id })
    .execute();
}

/**
 * Removes a file from an agreement that isn't signed. Its content is noted for the sweep, because it must stay until
 * the transaction is committed.
 */
export async function removeAgreementFile(
  trx: TenantDb,
  tenantId: number,
  agreementId: number,
  { kind, now }: { kind: Exclude<AgreementFileKind, 'sealed'>; now: Date },
): Promise<void> {
  await sql`
    with old as (
      delete from agreement_files
      where tenant_id = ${tenantId} and agreement_id = ${agreementId} and kind = ${kind}
      returning file_id
    ), gone as (
      delete from files f using old where f.tenant_id = ${tenantId} and f.id = old.file_id
      returning f.storage_name
    )
    insert into file_uploads (tenant_id, storage_name, begun_at)
    select ${tenantId}::int, storage_name, ${now}::timestamptz from gone where storage_name is not null`.execute(trx);
}

/** Stores a declaration, unless its text is stored already. */
export async function insertDeclaration(db: TenantDb, row: Insertable<Database['declarations']>): Promise<void> {
  await db
    .insertInto('declarations')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'hash']).doNothing())
    .execute();
}
