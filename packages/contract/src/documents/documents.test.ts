import { expect, test } from 'vitest';
import {
  allDocumentTypes,
  byNeed,
  type DocumentType,
  documentStatus,
  groupsByNeed,
  needsAttention,
} from './documents.ts';

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
  review: null,
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

test('[DOC-6] documents by need: expired, missing, about to expire, then the rest, each by its last day', () => {
  const on = (id: number, expiresOn: string | null) => ({ ...type(id), accountDocumentId: id, expiresOn });
  const types = [
    on(1, null),
    on(2, '2027-01-31'),
    { ...on(3, '2026-12-24'), expiresSoon: true },
    type(4),
    { ...on(5, '2026-01-31'), hasExpired: true },
    { ...on(6, '2025-01-31'), hasExpired: true },
  ];
  expect(byNeed(types).map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
});

test('[DOC-6] the account and boats by need: what is missing or expired, what expires soon, then the rest', () => {
  const good = (id: number) => ({ ...type(id), accountDocumentId: id });
  const groups = [
    { name: 'account', types: [good(1)] },
    { name: 'Avocet', types: [good(2), { ...good(3), expiresSoon: true }] },
    { name: 'Kittiwake', types: [good(2), { ...good(3), hasExpired: true }] },
    { name: 'Teal', types: [good(2), type(3)] },
    { name: 'Tern', types: [] },
  ];
  expect(groupsByNeed(groups).map(({ name }) => name)).toEqual(['Kittiwake', 'Teal', 'Avocet', 'account', 'Tern']);
});
