import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Done, Guid, Instant, RowNumber, RunningNumber } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

/** A document that a marina wants to see of an account or of one of its boats, and the document that it has. */
export const DocumentType = z.object({
  /** Id of the type. The same type appears once for every boat. */
  id: z.number().int(),
  name: z.string(),
  guidance: z.string(),
  isExpiryRequired: z.boolean(),
  /** The last day on which the document is valid. */
  expiresOn: Day.nullable(),
  /** True after that day in the site's time zone (decision C4.13). */
  hasExpired: z.boolean(),
  /** Valid today, but not for much longer. */
  expiresSoon: z.boolean(),
  hasAccountDocument: z.boolean(),
  accountDocumentName: z.string().nullable(),
  /** 0 if there is no document. */
  accountDocumentId: z.number().int(),
  attachmentLevel: z.enum(['Account', 'Boat']),
  /** The time when the document was made. */
  createdOn: Instant.nullable(),
  fileReferenceGuid: Guid.nullable(),
  /**
   * The office's decision on the current document. If the office rejected the last one, the type waits for a document,
   * and this is the rejection. Null: the office has decided nothing yet.
   */
  review: z
    .object({
      isAccepted: z.boolean(),
      /** In the office's words. Empty if it gave none. */
      reason: z.string(),
      reviewedOn: Instant,
      /** The name of the document that the decision is about. */
      documentName: z.string(),
    })
    .nullable(),
  boat: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type DocumentType = z.output<typeof DocumentType>;

export const AccountDocuments = z.object({
  accountDocumentAssociation: z.object({ documentTypes: z.array(DocumentType) }),
  /** Sorted by the boats' names, without boats that need no document. */
  boatDocumentAssociations: z.array(
    z.object({ object: z.object({ id: z.number().int(), name: z.string() }), documentTypes: z.array(DocumentType) }),
  ),
  /** True if any type applies, so that the customer can hand in a first document (decision C2.18). */
  hasAnyDocuments: z.boolean(),
  /** True if any document needs attention. */
  hasInactiveDocuments: z.boolean(),
});
export type AccountDocuments = z.output<typeof AccountDocuments>;

export type DocumentStatus = 'waiting' | 'active' | 'expired';

/** Returns the status of a document. The one rule for dashboard, modal and page. */
export function documentStatus({
  accountDocumentId,
  hasExpired,
}: Pick<DocumentType, 'accountDocumentId' | 'hasExpired'>): DocumentStatus {
  if (accountDocumentId === 0) return 'waiting';
  return hasExpired ? 'expired' : 'active';
}

/** Checks if a document is missing or expired. */
export const needsAttention = (type: Pick<DocumentType, 'accountDocumentId' | 'hasExpired'>): boolean =>
  documentStatus(type) !== 'active';

/** Returns the urgency of a document: expired, missing, about to expire, and then the rest. */
function needOf(type: Pick<DocumentType, 'accountDocumentId' | 'hasExpired' | 'expiresSoon'>): number {
  const needs = { expired: 0, waiting: 1, active: type.expiresSoon ? 2 : 3 };
  return needs[documentStatus(type)];
}

/** Sorts documents by need. Those of equal need are sorted by their last valid day; without one they come last. */
export function byNeed<
  Type extends Pick<DocumentType, 'accountDocumentId' | 'hasExpired' | 'expiresSoon' | 'expiresOn'>,
>(types: readonly Type[]): Type[] {
  const last = ({ expiresOn }: Type) => expiresOn ?? '9999-12-31';
  return types.toSorted((one, other) => needOf(one) - needOf(other) || last(one).localeCompare(last(other)));
}

/** Sorts groups of documents: those in which a document needs attention come first, then those in which one expires. */
export function groupsByNeed<
  Group extends { types: readonly Pick<DocumentType, 'accountDocumentId' | 'hasExpired' | 'expiresSoon'>[] },
>(groups: readonly Group[]): Group[] {
  const need = ({ types }: Group) =>
    types.some(needsAttention) ? 0 : types.some(({ expiresSoon }) => expiresSoon) ? 1 : 2;
  return groups.toSorted((one, other) => need(one) - need(other));
}

/** Returns all types of an answer in one list: the account's first, then each boat's. */
export function allDocumentTypes(documents: AccountDocuments): DocumentType[] {
  const ofBoats = documents.boatDocumentAssociations.flatMap(({ documentTypes }) => documentTypes);
  return [...documents.accountDocumentAssociation.documentTypes, ...ofBoats];
}

export const listDocuments = call({
  name: 'listDocuments',
  summary: 'List the document types of the account and its boats, with the documents on file',
  method: 'GET',
  path: 'portal/account/:guid/documents',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  query: z.object({
    /** Only what the marina asks for (decision C4.14). */
    promptInPortalOnly: z.enum(['true', 'false']).optional(),
  }),
  answer: AccountDocuments,
});

/** Maximum number of characters of the customer's texts, and of the office's reason. */
export const documentLimits = { name: 200, notes: 1_000, reason: 1_000 };

/** The form's fields. Fields that the account and the type tell already may be missing. */
const NewAccountDocument = z.strictObject({
  accountId: RowNumber.optional(),
  attachmentType: z.literal('Upload').optional(),
  /** Null or 0 means the account itself. */
  boatId: RowNumber.or(z.literal(0)).nullable().optional(),
  /** The type's name, as the page showed it. */
  documentType: z.string().max(documentLimits.name).optional(),
  documentTypeId: RowNumber,
  /** Left out if the type needs no expiry date. */
  expiresOn: Day.nullable().optional(),
  isCurrentVersion: z.literal(true).optional(),
  name: z.string().trim().min(1).max(documentLimits.name),
  notes: z.string().max(documentLimits.notes).optional(),
});

/**
 * Announces a document, the first of two steps. The document waits for its file and replaces nothing until the file is
 * stored (decision C5.18). One document of a type and boat waits at a time. The same texts again are the same
 * document, so a repeat makes no second one. Other texts take its place under a new id: the file that is on its way to
 * the old id then gets NOT_FOUND, because it belongs to the old texts.
 */
export const createDocument = call({
  name: 'createDocument',
  summary: 'Announce a document of the account or one of its boats',
  method: 'POST',
  path: 'portal/account/:guid/document/new',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  body: z.strictObject({ accountDocument: NewAccountDocument, supersedePreviousVersions: z.literal(true) }),
  answer: z.object({ accountDocumentId: z.number().int() }),
});

/**
 * Takes the file, the second step: a form (`multipart/form-data`) with the fields and then the file. Only now the
 * document becomes the valid version and the version before it ends. The same file again gets the same answer.
 * DOCUMENT_COMPLETE: the document has another file.
 */
export const uploadFile = call({
  name: 'uploadFile',
  summary: 'Upload the file of an announced document',
  method: 'POST',
  path: 'portal/account/:accountGuid/file/new',
  access: 'account',
  accountIn: 'params.accountGuid',
  params: z.object({ accountGuid: Guid }),
  body: z.strictObject({
    objectType: z.literal('AccountDocument'),
    objectId: RunningNumber,
  }),
  takesFile: true,
  answer: z.object({ accountDocumentId: z.number().int(), fileReferenceGuid: Guid }),
});

/** Counts a download, at most once a minute (decision C7.13). */
export const countDownload = call({
  name: 'countDownload',
  summary: 'Record that a document was downloaded',
  method: 'POST',
  path: 'portal/account/:guid/document/:id/downloaded',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid, id: RunningNumber }),
  answer: Done,
});

/** The refusals of a file, whoever sends it. */
export const uploadErrors = [
  'UPLOAD_TOO_LARGE',
  'UPLOAD_EMPTY',
  'UPLOAD_TYPE_REFUSED',
  'UPLOAD_UNREADABLE',
  'UPLOAD_ACTIVE_PDF',
  'UPLOAD_ACTIVE_WORD',
  'UPLOAD_QUOTA',
  'UPLOAD_PICTURE_TOO_LARGE',
  'UPLOAD_INFECTED',
  'UPLOAD_UNCHECKED',
] as const;

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    DOCUMENT_EXPIRY_REQUIRED: 400,
    DOCUMENT_EXPIRY_IN_PAST: 400,
    DOCUMENT_COMPLETE: 409,
    UPLOAD_TOO_LARGE: 413,
    UPLOAD_EMPTY: 400,
    UPLOAD_TYPE_REFUSED: 415,
    UPLOAD_UNREADABLE: 400,
    UPLOAD_PICTURE_TOO_LARGE: 400,
    UPLOAD_ACTIVE_PDF: 400,
    UPLOAD_ACTIVE_WORD: 400,
    UPLOAD_QUOTA: 409,
    UPLOAD_INFECTED: 400,
    UPLOAD_UNCHECKED: 503,
  },
  calls: {
    createDocument: ['DOCUMENT_EXPIRY_REQUIRED', 'DOCUMENT_EXPIRY_IN_PAST', ...limited],
    uploadFile: ['DOCUMENT_COMPLETE', ...uploadErrors, ...limited],
  },
} as const satisfies FileErrors;
