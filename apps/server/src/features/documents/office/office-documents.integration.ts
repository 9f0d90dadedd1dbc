import {
  getDocumentType,
  listDocumentTypes,
  patchDocumentType,
  putDocumentType,
} from '@quayside/contract/integration/document-types.ts';
import {
  getOfficeDocument,
  getOfficeDocumentFile,
  listDocumentResources,
  putOfficeDocument,
  type ListedDocument,
  putOfficeDocumentFile,
} from '@quayside/contract/integration/documents.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../../db/client.ts';
import type { IntegrationContext } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import type { IncomingFile } from '../../../http/requests/incoming-file.ts';
import { integrationRoute, type Route, streamRoute } from '../../../http/route.ts';
import { lockAccount } from '../../account/account.exports.ts';
import { refuseEndedKey } from '../../integration-keys/integration-keys.service.ts';
import {
  answerResource,
  changeResource,
  type Row,
  resourceRoutes,
  rowOf,
  type TakeRows,
} from '../../integration-rows/integration-rows.exports.ts';
import { refuseBeyondQuota } from '../files/account-quota.service.ts';
import { presentDocumentType, presentListedDocument } from '../document-resources.presenter.ts';
import { type DocumentResourceRow, findOfficeDocument, pageOfDocuments } from '../document-resources.queries.ts';
import { type CheckedFile, type FileServices, receiveFile } from '../files/receive-file.service.ts';
import { openDocumentFile } from '../files/document-resource-file.service.ts';
import { findDocumentType, pageOfDocumentTypes } from '../document-type-resources.queries.ts';

/** The calls of the integration API about types of documents, and about documents of the office. */
export const officeDocumentRoutes = (takeRows: TakeRows, services: FileServices): Route[] => [
  ...resourceRoutes({
    takeRows,
    kind: 'document-types',
    calls: { list: listDocumentTypes, get: getDocumentType, put: putDocumentType, patch: patchDocumentType },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['guidance', 'retired'],
    find: (db, tenantId, { reference = '' }) => findDocumentType(db, tenantId, reference),
    page: pageOfDocumentTypes,
    present: presentDocumentType,
    notRepeated: () => ['guidance'],
  }),
  ...resourceRoutes({
    // The import's column `boat` has a name. In answers `boat` is a reference, so the field has another name.
    takeRows: (trx, tenant, { documents = [] }, options) =>
      takeRows(trx, tenant, { documents: documents.map(asImported) }, options),
    kind: 'documents',
    calls: { list: listDocumentResources, get: getOfficeDocument, put: putOfficeDocument },
    key: ({ reference = '' }) => ({ reference }),
    keptByPut: ['boatName'],
    find: (db, tenantId, { reference = '' }) => findOfficeDocument(db, tenantId, reference),
    page: pageOfDocuments,
    present: presentListedDocument,
  }),
  streamRoute(putOfficeDocumentFile, (ctx, { params }, file) =>
    putFile(ctx, params.reference, { file, services, takeRows }),
  ),
  integrationRoute(getOfficeDocumentFile, async ({ db, tenant }, { params }) =>
    openDocumentFile(services.files, tenant.id, await findOfficeDocument(db, tenant.id, params.reference)),
  ),
];

interface NewFile {
  file: IncomingFile;
  services: FileServices;
  takeRows: TakeRows;
}

/** Stores and checks the file first, as a customer's. Then the document's own row names it, as in an import. */
async function putFile(ctx: IntegrationContext, reference: string, { file, services, takeRows }: NewFile) {
  const { db, tenant, key } = ctx;
  const found = await findOfficeDocument(db, tenant.id, reference);
  if (!found) throw notFound();
  const actor = { kind: 'integration', key: key.id, name: key.name } as const;
  const upload = { documentId: found.id, accountId: found.account_id, actor };
  const saved = await receiveFile(ctx, upload, { file, services }, async (checked) => {
    const change = {
      takeRows: (...[trx, of, rows, options]: Parameters<TakeRows>) =>
        takeRows(trx, of, rows, { ...options, file: checked }),
      kind: 'documents',
      name: reference,
      mayCreate: false,
      find: async (trx: TenantDb) => {
        const row = await findOfficeDocument(trx, tenant.id, reference);
        return row && presentListedDocument(row);
      },
      rows: (stored: z.input<typeof ListedDocument> | undefined) => ({
        documents: stored ? [rowWithFile(stored)] : [],
      }),
    } as const;
    const { saved, outcome } = await db.transaction().execute(async (trx) => {
      await refuseEndedKey({ ...ctx, db: trx });
      await refuseWithoutRoom(ctx, trx, found, checked);
      return changeResource({ ...ctx, db: trx }, change);
    });
    return { taken: saved, isNew: outcome !== 'same' };
  });
  return answerResource(ctx, saved);
}

/** Refuses a file if its account has no room. The file that the document has already takes none. */
async function refuseWithoutRoom(
  ctx: IntegrationContext,
  trx: TenantDb,
  { account_id: accountId, reference }: DocumentResourceRow,
  { size, sha256 }: CheckedFile,
): Promise<void> {
  await lockAccount(trx, ctx.tenant.id, accountId);
  const stored = await findOfficeDocument(trx, ctx.tenant.id, reference ?? '');
  if (stored?.sha256?.toString('hex') !== sha256) await refuseBeyondQuota(ctx, trx, { accountId, size });
}

/** Returns the row that a document has, with a file. The file is the one that comes with the request. */
function rowWithFile(stored: z.input<typeof ListedDocument>): Row {
  const { reference, account, type, name, notes, expiresOn, createdOn } = stored;
  return rowOf({ reference, account, type, name, notes, expiresOn, createdOn, file: 'file' });
}

const asImported = ({ boat_name: boat, ...row }: Row): Row => (boat === undefined ? row : { ...row, boat });
