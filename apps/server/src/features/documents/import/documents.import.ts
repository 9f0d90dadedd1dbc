import { documentLimits } from '@quayside/contract/documents/documents.ts';
import { column, refersTo, stored } from '../../../import/columns.ts';
import { day, optional, reference, required, text } from '../../../import/fields.ts';
import type { ImportKind } from '../../../import/kind.ts';
import { recordDocumentEvents } from '../document-events.service.ts';
import { findWrongDocuments } from './documents-check.queries.ts';
import { storeDocuments } from './import-documents.service.ts';

declare module '../../../import/columns.ts' {
  interface ImportKinds {
    documents: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  type: refersTo('document-types', required(reference)),
  boat: column(optional(text(100))),
  name: stored(required(text(documentLimits.name))),
  notes: column(optional(text(documentLimits.notes))),
  expires_on: stored(optional(day), { as: 'date' }),
  created_on: column(required(day)),
  file: column(optional(text(255)), { waits: { file: 'text', content_type: 'text', size: 'int', sha256: 'text' } }),
};

/** The papers of customers and their boats, with their files. A row without a file means a paper at the office. */
export const documents: ImportKind = {
  name: 'documents',
  columns,
  key: ['reference'],
  read: async (values, { settings }, tell, { files }) => {
    if (!values.file) return { ...values };
    const found = await files.look(values.file, settings.uploads);
    if ('wrong' in found) {
      tell('file', found.wrong);
      return { ...values };
    }
    const { contentType, size, sha256 } = found;
    return { ...values, content_type: contentType, size, sha256 };
  },
  check: findWrongDocuments,
  store: (trx, { id }, options) => storeDocuments(trx, id, columns, options),
  recordEvents: recordDocumentEvents,
};
