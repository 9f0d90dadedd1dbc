import type { TenantDb } from '../../db/client.ts';
import type { AgreementFileKind } from '../../db/schema.ts';

/** Makes a stored file one of an agreement. It has one of each kind. */
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
