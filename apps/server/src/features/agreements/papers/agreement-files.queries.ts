import type { Insertable } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import type { AgreementFileKind } from '../../../db/schema/agreements.ts';
import type { Database } from '../../../db/schema/schema.ts';

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

/** Removes a file from an agreement that isn't signed. @returns the file's number, if the agreement had one */
export async function removeAgreementFile(
  trx: TenantDb,
  tenantId: number,
  agreementId: number,
  kind: Exclude<AgreementFileKind, 'sealed'>,
): Promise<number | undefined> {
  const removed = await trx
    .deleteFrom('agreement_files')
    .where('tenant_id', '=', tenantId)
    .where('agreement_id', '=', agreementId)
    .where('kind', '=', kind)
    .returning('file_id')
    .executeTakeFirst();
  return removed?.file_id;
}

/** Stores a declaration, unless its text is stored already. */
export async function insertDeclaration(db: TenantDb, row: Insertable<Database['declarations']>): Promise<void> {
  await db
    .insertInto('declarations')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'hash']).doNothing())
    .execute();
}
