import type { DocumentTypeResource } from '@quayside/contract/integration/document-types.ts';
import type { DocumentResource, ListedDocument } from '@quayside/contract/integration/documents.ts';
import type { z } from 'zod';
import type { DocumentTypeResourceRow } from './document-type-resources.queries.ts';
import type { DocumentResourceRow } from './document-resources.queries.ts';

/** Presents a document with the office's decision to the marina's programs. */
export const presentDocumentResource = (row: DocumentResourceRow): z.input<typeof DocumentResource> => ({
  number: row.id,
  account: row.account,
  accountNumber: row.account_id,
  boat: row.boat,
  boatName: row.boat_name,
  type: row.type ?? String(row.type_id),
  version: row.version,
  expiresOn: row.expires_on,
  contentType: row.content_type ?? '',
  size: row.size ?? 0,
  sha256: row.sha256?.toString('hex') ?? '',
  uploadedAt: row.ready_at.toISOString(),
  name: row.name,
  notes: row.notes,
  isCurrent: row.superseded_at === null,
  review: row.review ?? 'waiting',
  reason: row.review_reason,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
});

/** Presents a document in a list, or by the marina's own reference. */
export const presentListedDocument = (row: DocumentResourceRow): z.input<typeof ListedDocument> => ({
  ...presentDocumentResource(row),
  reference: row.reference,
  createdOn: row.created_on,
  updatedAt: row.updated_at.toISOString(),
});

/** Presents a type of documents to the marina's programs. */
export const presentDocumentType = (row: DocumentTypeResourceRow): z.input<typeof DocumentTypeResource> => ({
  reference: row.reference,
  number: row.id,
  position: row.position,
  name: row.names,
  guidance: row.guidance,
  level: row.attachment_level,
  site: row.site_id,
  expiryRequired: row.is_expiry_required,
  prompt: row.prompt_in_portal,
  keepMonths: row.keep_months,
  retired: row.retired_at !== null,
  updatedAt: row.updated_at.toISOString(),
});
