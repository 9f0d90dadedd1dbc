import type { TenantDb } from '../../../db/client.ts';
import type { CallLimit } from '../../../http/limits/call-limits.ts';
import type { AccountContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import type { IncomingFile } from '../../../http/requests/incoming-file.ts';
import { fileNameOfTitle } from '../../../providers/files/safe-file-name.ts';
import { recordEvents } from '../../events/events.service.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import { lockAccount } from '../../account/account.exports.ts';
import { holdSession } from '../../identity/identity.exports.ts';
import { refuseBeyondQuota } from './account-quota.service.ts';
import { registerFile, takeFileNumber } from '../../files/files.service.ts';
import { hour } from '../../../lib/time/durations.ts';
import {
  addDownload,
  completeDocument,
  type DocumentRow,
  findDocument,
  lockDocument,
} from './document-file.queries.ts';
import { recordDocumentEvents } from '../document-events.service.ts';
import { presentDocumentResource } from '../document-resources.presenter.ts';
import { findDocumentResource } from '../document-resources.queries.ts';
import { type CheckedFile, type FileServices, receiveFile } from './receive-file.service.ts';
import { enqueueUploadsMail } from '../office/tell-office.service.ts';

/** Twice the documents that may be announced, because a file that was refused or broken off is sent again. */
export const uploadLimit: CallLimit = { name: 'upload', per: 'account', max: 200, windowMs: hour };

interface StoredDocument {
  accountDocumentId: number;
  fileReferenceGuid: string;
}

/**
 * Takes the file of a waiting document. The current version stays current until the file is stored, checked and named
 * by a row. If anything fails before, nothing changes and the document still waits.
 */
export async function takeDocumentFile(
  ctx: AccountContext,
  documentId: number,
  file: IncomingFile,
  services: FileServices,
): Promise<StoredDocument> {
  const { db, tenant, account } = ctx;
  if (!(await findDocument(db, tenant.id, account.id, documentId))) throw notFound();
  // Asked again when the size is known. A full account's file is not taken first.
  await refuseBeyondQuota(ctx, db, { accountId: account.id, size: 0 });
  const upload = { documentId, accountId: account.id };
  return receiveFile(ctx, upload, { file, services }, (checked) => complete(ctx, documentId, checked));
}

/**
 * Completes the document in one commit: the file gets a row, the document becomes the current one, and the one before
 * does not count any more. Locks are taken in the order of an import, the account before its documents, and nobody
 * waits for them while holding a number.
 */
async function complete(
  ctx: AccountContext,
  documentId: number,
  file: CheckedFile,
): Promise<{ taken: StoredDocument; isNew: boolean }> {
  const { db, tenant, account, session, clock } = ctx;
  const now = clock.now();
  const { size, sha256, contentType } = file;
  const id = await takeFileNumber(db, tenant.id);
  return db.transaction().execute(async (trx) => {
    // It may have been ended since the file began to arrive, because somebody had stolen it.
    if (!(await holdSession(trx, tenant.id, session.tokenHash))) throw new CallError('NOT_SIGNED_IN');
    await lockAccount(trx, tenant.id, account.id);
    await lockDocument(trx, tenant.id, documentId);
    const document = await findDocument(trx, tenant.id, account.id, documentId);
    if (!document) throw notFound();
    if (document.ready_at !== null) return { taken: takenAs(document, sha256), isNew: false };
    await refuseBeyondQuota(ctx, trx, { accountId: account.id, size });
    const name = fileNameOfTitle(document.name, contentType);
    const fileId = await registerFile(trx, {
      tenantId: tenant.id,
      accountId: account.id,
      name,
      contentType,
      stored: file,
      now,
      id,
    });
    const version = await completeDocument(trx, { tenantId: tenant.id, id: documentId, fileId, now });
    await recordUpload(ctx, trx, documentId);
    const subject = { type: 'document', id: String(documentId) };
    const { document_type_id: documentTypeId, boat_id: boatId } = document;
    const details = { documentTypeId, boatId, version, contentType, size, sha256 };
    await auditRequest(ctx, { event: 'document.upload', subject, details }, trx);
    const completed = await findDocument(trx, tenant.id, account.id, documentId);
    return { taken: takenAs(completed ?? document, sha256), isNew: true };
  });
}

/** Records the events of an upload and of the document whose place it took, and has the office told. */
async function recordUpload({ tenant, clock }: AccountContext, trx: TenantDb, id: number): Promise<void> {
  const row = await findDocumentResource(trx, tenant.id, id);
  if (!row) throw new Error('a document that was just completed is not there');
  const event = { type: 'document.uploaded', reference: null, object: presentDocumentResource(row) } as const;
  await recordEvents(trx, tenant.id, [event], clock.now());
  await recordDocumentEvents(trx, tenant, clock.now(), id);
  await enqueueUploadsMail(trx, tenant, clock.now());
}

/**
 * Returns the answer for a complete document. A client that lost the answer sends the same file again; another file
 * needs a document of its own.
 */
function takenAs({ id, file_guid: guid, sha256: stored }: DocumentRow, sha256: string): StoredDocument {
  if (guid === null || stored?.toString('hex') !== sha256) throw new CallError('DOCUMENT_COMPLETE');
  return { accountDocumentId: id, fileReferenceGuid: guid };
}

/** Counts a download of a document. */
export async function countDocumentDownload(ctx: AccountContext, documentId: number): Promise<void> {
  const { db, tenant, account, clock } = ctx;
  const counted = { tenantId: tenant.id, accountId: account.id, id: documentId, now: clock.now() };
  if (!(await addDownload(db, counted))) throw notFound();
}
