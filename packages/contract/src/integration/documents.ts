import { z } from 'zod';
import { Day, Instant } from '../common.ts';
import { eventsOf } from './event.ts';

/** A document that a customer handed in. The file itself is not in the event. */
export const DocumentObject = z.object({
  /** The number of the document in the portal. */
  number: z.number().int(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  boat: z.string().nullable(),
  /** The marina's own name of the type of document, or its number if it has none. */
  type: z.string(),
  /** Counts the documents of this type and boat that the customer handed in. */
  version: z.number().int(),
  /** The last day on which it is valid; null if the customer gave none. */
  expiresOn: Day.nullable(),
  contentType: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** The hash of the file, in hexadecimal digits. */
  sha256: z.string(),
  uploadedAt: Instant,
});

const example: z.input<typeof DocumentObject> = {
  number: 15,
  account: 'C-1001',
  accountNumber: 7,
  boat: 'B-17',
  type: 'insurance',
  version: 2,
  expiresOn: '2027-05-31',
  contentType: 'application/pdf',
  size: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  uploadedAt: '2026-05-16T09:00:00.000Z',
};

export const documentEvents = eventsOf(DocumentObject, example, {
  'document.uploaded': 'A customer handed in a document',
});
