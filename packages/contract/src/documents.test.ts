import { expect, test } from 'vitest';
import { allDocumentTypes, type DocumentType, documentStatus, needsAttention } from './documents.ts';

const type = (id: number): DocumentType => ({
  id,
  name: 'Insurance',
  guidance: '',
  isExpiryRequired: true,
  expiresOn: null,
  hasExpired: false,
  expiresSoon: false,
  hasAccountDocument: false,
  accountDocumentName: null,
  accountDocumentId: 0,
  attachmentLevel: 'Account',
  createdOn: null,
  fileReferenceGuid: null,
  boat: null,
});

test.each([
  [0, false, 'waiting', true],
  [0, true, 'waiting', true],
  [4, false, 'active', false],
  [4, true, 'expired', true],
] as const)('document %i, expired %s: %s', (accountDocumentId, hasExpired, status, attention) => {
  expect(documentStatus({ accountDocumentId, hasExpired })).toBe(status);
  expect(needsAttention({ accountDocumentId, hasExpired })).toBe(attention);
});

test('the account’s types come before those of its boats', () => {
  const documents = {
    accountDocumentAssociation: { documentTypes: [type(1)] },
    boatDocumentAssociations: [
      { object: { id: 1, name: 'Kittiwake' }, documentTypes: [type(2), type(3)] },
      { object: { id: 2, name: 'Tern' }, documentTypes: [type(2)] },
    ],
    hasAnyDocuments: true,
    hasInactiveDocuments: true,
  };
  expect(allDocumentTypes(documents).map(({ id }) => id)).toEqual([1, 2, 3, 2]);
});
