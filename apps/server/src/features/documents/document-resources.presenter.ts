import type { DocumentObject, DocumentResource } from '@quayside/contract/integration/documents.ts';
import type { z } from 'zod';
import type { DocumentResourceRow } from './document-resources.queries.ts';

/** Presents a document with a file to the marina's programs. */
export const presentDocumentObject = (row: DocumentResourceRow): z.input<typeof DocumentObject> => ({
  number: row.id,
  account: row.account,
  accountNumber: row.account_id,
  boat: row.boat,
  type: row.type ?? String(row.type_id),
  version: row.version,
  expiresOn: row.expires_on,
  contentType: row.content_type ?? '',
  size: row.size ?? 0,
  sha256: row.sha256?.toString('hex') ?? '',
  uploadedAt: row.ready_at.toISOString(),
});

/** Presents a document with the office's decision. */
export const presentDocumentResource = (row: DocumentResourceRow): z.input<typeof DocumentResource> => ({
  ...presentDocumentObject(row),
  name: row.name,
  notes: row.notes,
  isCurrent: row.superseded_at === null,
  review: row.review ?? 'waiting',
  reason: row.review_reason,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
});
