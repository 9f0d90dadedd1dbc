import {
  type DocumentTypeResource,
  getDocumentType,
  listDocumentTypes,
  patchDocumentType,
  putDocumentType,
} from '@quayside/contract/integration/document-types.ts';
import {
  getOfficeDocument,
  listDocumentResources,
  putOfficeDocument,
} from '@quayside/contract/integration/documents.ts';
import type { z } from 'zod';
import type { Route } from '../../http/route.ts';
import { type Row, resourceRoutes, type TakeRows } from '../integration-rows/integration-rows.face.ts';
import { presentDocumentType, presentListedDocument } from './document-resources.presenter.ts';
import { findOfficeDocument, pageOfDocuments } from './document-resources.queries.ts';
import { findDocumentType, pageOfDocumentTypes } from './document-type-resources.queries.ts';

/** The calls of the integration API about types of documents, and about papers that the office keeps. */
export const officeDocumentRoutes = (takeRows: TakeRows): Route[] => [
  ...resourceRoutes({
    takeRows,
    kind: 'document-types',
    calls: { list: listDocumentTypes, get: getDocumentType, put: putDocumentType, patch: patchDocumentType },
    key: ({ reference = '' }) => ({ reference }),
    mayBeEmpty: ['site', 'keepMonths'],
    find: (db, tenantId, { reference = '' }) => findDocumentType(db, tenantId, reference),
    page: pageOfDocumentTypes,
    present: presentDocumentType,
    writable: (stored: z.input<typeof DocumentTypeResource>) => {
      const { position, name, level, site, expiryRequired, prompt, keepMonths, retired } = stored;
      return { position, name, level, site, expiryRequired, prompt, keepMonths, retired };
    },
  }),
  ...resourceRoutes({
    // The import's column `boat` has a name. In answers `boat` is a reference, so the field has another name.
    takeRows: (trx, tenant, { documents = [] }, options) =>
      takeRows(trx, tenant, { documents: documents.map(asImported) }, options),
    kind: 'documents',
    calls: { list: listDocumentResources, get: getOfficeDocument, put: putOfficeDocument },
    key: ({ reference = '' }) => ({ reference }),
    mayBeEmpty: ['notes', 'expiresOn'],
    find: (db, tenantId, { reference = '' }) => findOfficeDocument(db, tenantId, reference),
    page: pageOfDocuments,
    present: presentListedDocument,
    writable: () => ({}),
  }),
];

const asImported = ({ boat_name: boat, ...row }: Row): Row => (boat === undefined ? row : { ...row, boat });
