import { z } from 'zod';
import { call } from './call.ts';
import { Day, Guid, Instant } from './common.ts';

/** What a marina wants to see of an account or of one of its boats, and what it has of it (C§3). */
export const DocumentType = z.object({
  /** Of the type: the same one comes once for every boat. */
  id: z.number().int(),
  name: z.string(),
  guidance: z.string(),
  isExpiryRequired: z.boolean(),
  /** The last day on which the document is good. */
  expiresOn: Day.nullable(),
  /** After that day in the site's time zone (decision C4.13). */
  hasExpired: z.boolean(),
  /** Good today, and not for much longer. */
  expiresSoon: z.boolean(),
  hasAccountDocument: z.boolean(),
  accountDocumentName: z.string().nullable(),
  /** 0: there is none. */
  accountDocumentId: z.number().int(),
  attachmentLevel: z.enum(['Account', 'Boat']),
  /** Of the document. */
  createdOn: Instant.nullable(),
  fileReferenceGuid: Guid.nullable(),
  boat: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type DocumentType = z.output<typeof DocumentType>;

export const AccountDocuments = z.object({
  accountDocumentAssociation: z.object({ documentTypes: z.array(DocumentType) }),
  /** By the boats' names; without boats of which nothing is wanted. */
  boatDocumentAssociations: z.array(
    z.object({ object: z.object({ id: z.number().int(), name: z.string() }), documentTypes: z.array(DocumentType) }),
  ),
  /** Whether any type applies, so that the first document can be handed in (decision C2.18). */
  hasAnyDocuments: z.boolean(),
  /** Whether any needs attention. */
  hasInactiveDocuments: z.boolean(),
});
export type AccountDocuments = z.output<typeof AccountDocuments>;

export type DocumentStatus = 'waiting' | 'active' | 'expired';

/** Where a document stands (C§4). The one rule for dashboard, modal and page. */
export function documentStatus({
  accountDocumentId,
  hasExpired,
}: Pick<DocumentType, 'accountDocumentId' | 'hasExpired'>): DocumentStatus {
  if (accountDocumentId === 0) return 'waiting';
  return hasExpired ? 'expired' : 'active';
}

/** Whether a document is missing or expired (C§4). */
export const needsAttention = (type: Pick<DocumentType, 'accountDocumentId' | 'hasExpired'>): boolean =>
  documentStatus(type) !== 'active';

/** All of an answer in one list: the account's, then each boat's. */
export function allDocumentTypes(documents: AccountDocuments): DocumentType[] {
  const ofBoats = documents.boatDocumentAssociations.flatMap(({ documentTypes }) => documentTypes);
  return [...documents.accountDocumentAssociation.documentTypes, ...ofBoats];
}

export const listDocuments = call({
  name: 'listDocuments',
  summary: 'What the marina wants to see of the account and its boats, and what it has of it',
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
