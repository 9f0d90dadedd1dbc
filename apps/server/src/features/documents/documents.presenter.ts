import { type AccountDocuments, type DocumentType, needsAttention } from '@quayside/contract/documents/documents.ts';
import type { DocumentTypeRow } from './documents.queries.ts';

/** The languages in which a text is looked for, best first. */
export interface Languages {
  reader: string;
  tenant: string;
}

/** The days that somebody needs to renew a document. */
const soonDays = 30;

/** Presents the documents of an account, grouped by what they apply to. */
export function presentDocuments(rows: readonly DocumentTypeRow[], languages: Languages): AccountDocuments {
  // All rows belong to one account, so they have the same day.
  const soon = dayAfter(rows[0]?.today ?? '1970-01-01', soonDays);
  const documentTypes = rows.map((row) => presentDocumentType(row, languages, soon));
  return {
    accountDocumentAssociation: { documentTypes: documentTypes.filter(({ boat }) => boat === null) },
    boatDocumentAssociations: boatsOf(documentTypes),
    hasAnyDocuments: documentTypes.length > 0,
    hasInactiveDocuments: documentTypes.some(needsAttention),
  };
}

function boatsOf(documentTypes: readonly DocumentType[]): AccountDocuments['boatDocumentAssociations'] {
  const byBoat = Map.groupBy(documentTypes, ({ boat }) => boat?.id);
  return [...byBoat.values()].flatMap((ofBoat) => {
    const boat = ofBoat[0]?.boat;
    return boat ? [{ object: boat, documentTypes: ofBoat }] : [];
  });
}

/** Presents a document type. @param soon the last day that counts as "soon" */
function presentDocumentType(row: DocumentTypeRow, languages: Languages, soon: string): DocumentType {
  const { expires_on: expiresOn, today } = row;
  const hasExpired = expiresOn !== null && expiresOn < today;
  return {
    id: row.id,
    name: textOf(row.names, languages),
    guidance: textOf(row.guidance, languages),
    isExpiryRequired: row.is_expiry_required,
    expiresOn,
    hasExpired,
    expiresSoon: expiresOn !== null && !hasExpired && expiresOn <= soon,
    hasAccountDocument: row.document_id !== null,
    accountDocumentName: row.document_name,
    accountDocumentId: row.document_id ?? 0,
    attachmentLevel: row.attachment_level,
    createdOn: row.created_at?.toISOString() ?? null,
    fileReferenceGuid: row.file_guid,
    review: reviewOf(row),
    boat: row.boat_id === null ? null : { id: row.boat_id, name: row.boat_name ?? '' },
  };
}

/** Returns the decision on the current document, or on the last one if that was rejected. */
const reviewOf = ({ review, review_reason, reviewed_at, reviewed_name }: DocumentTypeRow): DocumentType['review'] =>
  review === null || reviewed_at === null
    ? null
    : {
        isAccepted: review === 'accepted',
        reason: review_reason ?? '',
        reviewedOn: reviewed_at.toISOString(),
        documentName: reviewed_name ?? '',
      };

const dayAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns a text in the reader's language, else in the marina's, else in any. */
export const textOf = (texts: Record<string, string>, { reader, tenant }: Languages) =>
  texts[reader] ?? texts[tenant] ?? Object.values(texts)[0] ?? '';
