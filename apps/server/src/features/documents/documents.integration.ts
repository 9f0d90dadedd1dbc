import type { CallArguments } from '@quayside/contract/shared/call.ts';
import {
  acceptDocument,
  getDocumentFile,
  getDocumentResource,
  rejectDocument,
} from '@quayside/contract/integration/documents.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { answerResource, doOnce } from '../integration-rows/integration-rows.exports.ts';
import { openDocumentFile } from './files/document-resource-file.service.ts';
import { presentDocumentResource } from './document-resources.presenter.ts';
import { type DocumentResourceRow, findDocumentResource } from './document-resources.queries.ts';
import { reviewDocument } from './office/review-document.service.ts';

/** The calls of the integration API about documents by their numbers, and the decisions on them. */
export const documentIntegrationRoutes = (files: FileStorage): Route[] => [
  integrationRoute(getDocumentResource, async (ctx, { params }) =>
    answerResource(ctx, presentDocumentResource(await loadDocument(ctx, params.number))),
  ),
  integrationRoute(getDocumentFile, async (ctx, { params }) => {
    const { db, tenant } = ctx;
    return openDocumentFile(files, tenant.id, await findDocumentResource(db, tenant.id, params.number));
  }),
  integrationRoute(acceptDocument, (ctx, args) =>
    doOnce(ctx, acceptDocument, args, (trx) => decide({ ...ctx, db: trx }, args, true)),
  ),
  integrationRoute(rejectDocument, (ctx, args) =>
    doOnce(ctx, rejectDocument, args, (trx) => decide({ ...ctx, db: trx }, args, false)),
  ),
];

async function loadDocument({ db, tenant }: IntegrationContext, id: number): Promise<DocumentResourceRow> {
  const row = await findDocumentResource(db, tenant.id, id);
  if (!row) throw notFound();
  return row;
}

type Arguments = CallArguments<typeof acceptDocument> | CallArguments<typeof rejectDocument>;

async function decide(ctx: IntegrationContext & { db: TenantDb }, { params, body }: Arguments, isAccepted: boolean) {
  const review = { documentId: params.number, isAccepted, reason: body.reason };
  const reviewed = await reviewDocument(ctx.db, ctx.tenant, review, ctx.clock.now());
  if (reviewed.refusal === 'not-found') throw notFound();
  if (reviewed.refusal !== null)
    throw new CallError(reviewed.refusal === 'replaced' ? 'DOCUMENT_REPLACED' : 'DOCUMENT_WITHOUT_FILE');
  const { document, accountId, isNew } = reviewed;
  const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
  const event = isAccepted ? 'document.accept' : 'document.reject';
  const subject = { type: 'document', id: String(document.id) };
  if (isNew) await auditRequest(ctx, { event, actor, accountId, subject, details: { version: document.version } });
  return presentDocumentResource(document);
}
