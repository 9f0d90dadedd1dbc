import { countDownload, createDocument, listDocuments, uploadFile } from '@quayside/contract/documents/documents.ts';
import { accountRoute, type Route, uploadRoute } from '../../http/route.ts';
import { countDocumentDownload, takeDocumentFile, uploadLimit } from './files/document-file.service.ts';
import { presentDocuments } from './documents.presenter.ts';
import { documentTypesOfAccount } from './documents.queries.ts';
import { announceDocument, newDocumentLimit } from './new-document.service.ts';
import type { FileServices } from './files/receive-file.service.ts';

export const documentRoutes = (services: FileServices): Route[] => [
  accountRoute(listDocuments, async ({ db, tenant, account, clock, language }, { query }) => {
    const rows = await documentTypesOfAccount(db, {
      tenantId: tenant.id,
      accountId: account.id,
      promptedOnly: query.promptInPortalOnly === 'true',
      now: clock.now(),
    });
    return presentDocuments(rows, { reader: language, tenant: tenant.settings.culture.defaultLanguage });
  }),
  accountRoute(
    createDocument,
    async (ctx, { body }) => ({ accountDocumentId: await announceDocument(ctx, body.accountDocument) }),
    [newDocumentLimit],
  ),
  uploadRoute(uploadFile, (ctx, { body }, file) => takeDocumentFile(ctx, body.objectId, file, services), [uploadLimit]),
  accountRoute(countDownload, async (ctx, { params }) => {
    await countDocumentDownload(ctx, params.id);
    return { done: true as const };
  }),
];
