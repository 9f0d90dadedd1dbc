import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Instant, RunningNumber } from '../shared/common.ts';
import { documentLimits, uploadErrors } from '../documents/documents.ts';
import type { FileErrors } from '../shared/shared-errors.ts';
import { uploadTypes } from '../documents/uploads.ts';
import { eventsOf } from './event.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  OwnReference,
  pageOf,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A document of a customer or a boat, with the decision of the office. Its file has a call of its own. */
export const DocumentResource = documented(
  z.object({
    number: z.number().int(),
    account: z.string().nullable(),
    accountNumber: z.number().int(),
    boat: z.string().nullable(),
    boatName: z.string().nullable(),
    type: z.string(),
    version: z.number().int(),
    expiresOn: Day.nullable(),
    contentType: z.string(),
    size: z.number().int(),
    sha256: z.string(),
    uploadedAt: Instant,
    name: z.string(),
    notes: z.string(),
    isCurrent: z.boolean(),
    review: z.enum(['waiting', 'accepted', 'rejected']),
    reason: z.string(),
    reviewedAt: Instant.nullable(),
  }),
  {
    number: [15, 'The number of the document in the portal.'],
    account: ['C-1001'],
    accountNumber: [7, 'The number of the customer in the portal.'],
    boat: ['B-17', 'Null: a document of the account itself, or of a boat that has no reference of yours.'],
    boatName: ['Tern', 'The name of the boat. Null: a document of the account itself.'],
    type: ['insurance', 'Your own name of the type of document, or its number if it has none.'],
    version: [2, 'Counts the documents of this type and boat that the customer handed in.'],
    expiresOn: ['2027-05-31', 'The last day on which it is valid; null if the customer gave none.'],
    contentType: [
      'application/pdf',
      'Empty: there is no file. The office has the paper, or the time to keep the file is over.',
    ],
    size: [48_211, 'In bytes.'],
    sha256: [sha256, 'The hash of the file, in hexadecimal digits.'],
    uploadedAt: ['2026-05-16T09:00:00.000Z', 'When it was handed in or added.'],
    name: ['Cover 2026', 'In the words of the customer.'],
    notes: ['', 'A note of the customer to the office.'],
    isCurrent: [true, 'False: it does not count. It was rejected, or a later document replaces it.'],
    review: [
      'accepted',
      'The decision of the office. `waiting`: it has decided nothing yet. Your own documents need no decision.',
    ],
    reason: ['', 'The reason of the decision, as the customer reads it.'],
    reviewedAt: ['2026-05-16T10:00:00.000Z'],
  },
);

const example: z.input<typeof DocumentResource> = {
  number: 15,
  account: 'C-1001',
  accountNumber: 7,
  boat: 'B-17',
  boatName: 'Tern',
  type: 'insurance',
  version: 2,
  expiresOn: '2027-05-31',
  contentType: 'application/pdf',
  size: 48_211,
  sha256,
  uploadedAt: '2026-05-16T09:00:00.000Z',
  name: 'Cover 2026',
  notes: '',
  isCurrent: false,
  review: 'rejected',
  reason: 'The policy does not name your boat.',
  reviewedAt: '2026-05-16T10:00:00.000Z',
};

export const documentEvents = eventsOf(DocumentResource, example, {
  'document.created': 'The office or a program of yours added a document',
  'document.changed':
    'A document was changed: by you, by a later one that took its place, or because the time to keep its file was over',
  'document.uploaded': 'A customer handed in a document',
  'document.accepted': 'The office accepted a document',
  'document.rejected': 'The office rejected a document. It counts no more, and its type waits for another one',
});

const byNumber = z.strictObject({
  number: RunningNumber.meta({ description: 'The number of the document, as in its events.', examples: [15] }),
});

/** A document in a list. One of the office has a reference of the marina's, and perhaps no file. */
export const ListedDocument = documented(
  DocumentResource.extend({ reference: z.string().nullable(), createdOn: Day, ...Tracked }),
  {
    createdOn: ['2026-05-16', 'The day of the paper, at the harbour. The latest one of a type counts.'],
    reference: [null, 'Your own name of a document that you sent. Null: the customer handed it in.'],
  },
);

export const listDocumentResources = call({
  name: 'documents.list',
  summary: 'The documents of customers and their boats, those of the office too',
  method: 'GET',
  path: 'integration/v1/documents',
  access: 'integration',
  scopes: ['documents:read'],
  query: ListQuery.extend({
    account: Filters.account,
    type: OwnReference.optional().meta({ description: 'Only documents of this type.', examples: ['insurance'] }),
  }),
  answer: pageOf(ListedDocument),
});

const ofOffice = {
  path: 'integration/v1/office-documents/:reference',
  access: 'integration',
  params: byReference('D-2026-4'),
  versioned: true,
  answer: ListedDocument,
} as const;

export const getOfficeDocument = call({
  ...ofOffice,
  name: 'officeDocuments.get',
  summary: 'One document by your own reference',
  method: 'GET',
  scopes: ['documents:read'],
});

const aboutRow = {
  account: ['C-1001', 'The reference of the customer.'],
  type: ['insurance', 'Your own name of the type of document.'],
  boatName: [null, 'The name of a boat of the customer, for a type that each boat has. It is set once.'],
  name: ['Cover 2026'],
  notes: [''],
  expiresOn: ['2027-05-31'],
  createdOn: ['2026-05-16', 'The day of the paper. The latest one of a type counts.'],
} as const;

export const putOfficeDocument = call({
  ...ofOffice,
  name: 'officeDocuments.put',
  summary: 'Create or replace a paper that the office keeps, as a row of documents.csv without a file does',
  method: 'PUT',
  scopes: ['documents:write'],
  creates: true,
  body: withDemanded(
    documented(
      z.strictObject({
        account: TextField,
        type: TextField,
        boatName: TextField,
        name: TextField,
        notes: TextField,
        expiresOn: DayField,
        createdOn: DayField,
      }),
      aboutRow,
    ),
    ['account', 'type', 'name', 'createdOn'],
  ),
});

/** A whole file. Its content decides its type, whatever the request says. */
const fileExample = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

export const putOfficeDocumentFile = call({
  name: 'officeDocuments.putFile',
  summary:
    'Put a file to a document that you sent, by the rules for files that customers hand in. Another file than the ' +
    'stored one makes a new version, as a row of documents.csv with a file does',
  method: 'PUT',
  path: 'integration/v1/office-documents/:reference/file',
  access: 'integration',
  scopes: ['documents:write'],
  versioned: true,
  params: byReference('D-2026-4'),
  takesStream: Object.fromEntries(
    [...Object.keys(uploadTypes), 'application/octet-stream'].map((type) => [type, fileExample]),
  ),
  answer: ListedDocument,
});

export const getOfficeDocumentFile = call({
  name: 'officeDocuments.file',
  summary: 'The file of a document by your own reference',
  method: 'GET',
  path: 'integration/v1/office-documents/:reference/file',
  access: 'integration',
  scopes: ['documents:read'],
  params: byReference('D-2026-4'),
  answer: { contentType: 'application/octet-stream', hasParts: true },
});

export const getDocumentResource = call({
  name: 'documents.get',
  summary: 'One document by its number: a customer handed it in, or it is a paper of the office',
  method: 'GET',
  path: 'integration/v1/documents/:number',
  access: 'integration',
  scopes: ['documents:read'],
  params: byNumber,
  versioned: true,
  answer: DocumentResource,
});

export const getDocumentFile = call({
  name: 'documents.file',
  summary: 'The file of a document, as the customer sent it',
  method: 'GET',
  path: 'integration/v1/documents/:number/file',
  access: 'integration',
  scopes: ['documents:read'],
  params: byNumber,
  answer: { contentType: 'application/octet-stream', hasParts: true },
});

const reason = z.string().trim().max(documentLimits.reason);

export const acceptDocument = call({
  name: 'documents.accept',
  summary: 'Accept a document. Its customer is told by e-mail',
  method: 'POST',
  path: 'integration/v1/documents/:number/accept',
  access: 'integration',
  scopes: ['documents:write'],
  idempotent: true,
  params: byNumber,
  body: documented(z.strictObject({ reason: reason.default('') }), {
    reason: ['Thank you.', 'Your words to the customer, if you have any.'],
  }),
  answer: DocumentResource,
});

export const rejectDocument = call({
  name: 'documents.reject',
  summary: 'Reject a document. The file is kept and counts no more. Its customer is asked for another one by e-mail',
  method: 'POST',
  path: 'integration/v1/documents/:number/reject',
  access: 'integration',
  scopes: ['documents:write'],
  idempotent: true,
  params: byNumber,
  body: documented(z.strictObject({ reason: reason.regex(/\S/) }), {
    reason: ['The policy does not name your boat.', 'The reason, as the customer reads it.'],
  }),
  answer: DocumentResource,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: { DOCUMENT_REPLACED: 409, DOCUMENT_WITHOUT_FILE: 409 },
  calls: {
    'documents.accept': ['DOCUMENT_REPLACED', 'DOCUMENT_WITHOUT_FILE'],
    'documents.reject': ['DOCUMENT_REPLACED', 'DOCUMENT_WITHOUT_FILE'],
    'officeDocuments.putFile': ['ROW_REFUSED', ...uploadErrors],
  },
} as const satisfies FileErrors;
