import { documentLimits } from '@quayside/contract/documents.ts';
import { findAllBrokenLinks } from '../checks.ts';
import { day, optional, reference, required, text } from '../fields.ts';
import { findWrongDocuments } from './document-checks.ts';
import { type Kind, waitingAs } from './kind.ts';
import { storeDocuments } from './store-documents.ts';

/** The papers of customers and their boats, with their files. A row without a file means a paper at the office. */
export const documents: Kind = {
  name: 'documents',
  fields: () => ({
    reference: required(reference),
    account: required(reference),
    type: required(reference),
    boat: optional(text(100)),
    name: required(text(documentLimits.name)),
    notes: optional(text(documentLimits.notes)),
    expires_on: optional(day),
    created_on: required(day),
    file: optional(text(255)),
  }),
  waiting: {
    ...waitingAs('text', ['reference', 'account', 'type', 'boat', 'name', 'notes', 'expires_on', 'created_on', 'file']),
    content_type: 'text',
    size: 'int',
    sha256: 'text',
  },
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
  check: async (trx, tenant, options) => {
    const links = [
      { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
      { column: 'type', to: 'document-types', table: 'document_types', noun: 'document type' },
    ] as const;
    const broken = await findAllBrokenLinks(trx, 'documents', links, tenant.id);
    return [...broken, ...(await findWrongDocuments(trx, tenant, options))];
  },
  store: storeDocuments,
};
