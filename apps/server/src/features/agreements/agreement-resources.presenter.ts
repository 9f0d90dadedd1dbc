import type { AgreementResource } from '@quayside/contract/integration/agreements.ts';
import type { z } from 'zod';
import type { AgreementResourceRow } from './agreement-resources.queries.ts';

type Resource = z.input<typeof AgreementResource>;

/** Presents an agreement to the marina's programs. */
export const presentAgreementResource = <Reference extends string | null>(row: AgreementResourceRow<Reference>) => ({
  reference: row.reference,
  number: row.id,
  account: row.account,
  accountNumber: row.account_id,
  site: row.site_id,
  type: row.type,
  createdOn: row.created_on,
  startsOn: row.start_date,
  endsOn: row.end_date,
  signatureRequired: row.signature_required,
  optional: row.optional,
  signBy: row.sign_by,
  status: statusOf(row),
  viewedAt: row.first_viewed_at?.toISOString() ?? null,
  signedAt: row.signed_at?.toISOString() ?? null,
  signerName: row.signer_name,
  signerEmail: row.signer_email,
  withdrawnOn: row.withdrawn_on,
  updatedAt: row.updated_at.toISOString(),
});

function statusOf(row: AgreementResourceRow<string | null>): Resource['status'] {
  if (row.signed_at !== null) return 'signed';
  if (row.withdrawn_on !== null) return 'withdrawn';
  return row.signature_required ? 'waiting' : 'not-required';
}
