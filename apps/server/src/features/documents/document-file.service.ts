import type { TenantDb } from '../../db/client.ts';
import { buffer } from 'node:stream/consumers';
import { maxUploadBytes, type UploadType, uploadTypeNames } from '@quayside/contract/uploads.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { IncomingFile } from '../../http/incoming-file.ts';
import { type FileStorage, FileTooLarge, newFileName, type StoredFile } from '../../providers/files/file-storage.ts';
import { acceptedType, readHead } from '../../providers/files/file-type.ts';
import { findFlaw, type Flaw, maxPixels } from '../../providers/files/inspect-file.ts';
import { safeFileName } from '../../providers/files/safe-file-name.ts';
import type { FileScanner, ScanResult } from '../../providers/scanner/file-scanner.ts';
import { recordEvents } from '../events/events.service.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { lockAccount } from '../account/account.face.ts';
import { refuseBeyondQuota } from './account-quota.service.ts';
import { discardFile, noteFile, registerFile, takeFileNumber } from '../files/files.service.ts';
import {
  addDownload,
  completeDocument,
  type DocumentRow,
  findDocument,
  lockDocument,
} from './document-file.queries.ts';
import { presentDocumentObject } from './document-resources.presenter.ts';
import { findDocumentResource } from './document-resources.queries.ts';
import { enqueueNews } from './tell-office.service.ts';

/** The things that receive files. */
export interface FileServices {
  files: FileStorage;
  /** null: files are not scanned for viruses. */
  scanner: FileScanner | null;
}

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
  const { db, tenant, account, clock } = ctx;
  if (!(await findDocument(db, tenant.id, account.id, documentId))) throw notFound();
  await refuseBeyondQuota(ctx, db, 0);
  const storageName = newFileName();
  const { head, content } = await readHead(file.content);
  const type = await typeOf(ctx, head);
  await noteFile(db, { tenantId: tenant.id, storageName }, clock.now());
  try {
    const stored = await store(ctx, services.files, content, storageName);
    await lookThrough(ctx, documentId, services, stored, type);
    const { taken, isNew } = await complete(ctx, documentId, { ...stored, contentType: type });
    if (!isNew) await giveUp(ctx, services.files, storageName);
    return taken;
  } catch (error) {
    // After any other error the commit may have succeeded. Then the sweep finds no note of the file, and leaves it.
    if (error instanceof CallError) await giveUp(ctx, services.files, storageName);
    throw error;
  }
}

async function giveUp({ db, tenant, log }: AccountContext, files: FileStorage, storageName: string): Promise<void> {
  try {
    await discardFile({ db, files }, { tenantId: tenant.id, storageName });
  } catch (error) {
    log.warn({ reason: String(error) }, 'a refused file is left to the sweep');
  }
}

/** Decides the type by the first bytes, before anything is stored. */
async function typeOf({ tenant }: AccountContext, head: Uint8Array): Promise<UploadType> {
  const { uploads } = tenant.settings;
  if (head.byteLength === 0) throw new CallError('UPLOAD_EMPTY');
  const type = await acceptedType(head, uploads);
  if (type === null) throw refusedType(uploads);
  return type;
}

const refusedType = (uploads: Parameters<typeof uploadTypeNames>[0]) =>
  new CallError('UPLOAD_TYPE_REFUSED', { values: { types: uploadTypeNames(uploads).join(', ') } });

async function store(
  { tenant }: AccountContext,
  files: FileStorage,
  content: AsyncIterable<Uint8Array>,
  storageName: string,
): Promise<StoredFile> {
  const { uploads } = tenant.settings;
  try {
    return await files.put(tenant.id, content, maxUploadBytes(uploads), storageName);
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    throw new CallError('UPLOAD_TOO_LARGE', {
      values: { megabytes: uploads.maxMegabytes },
      meta: { maxMegabytes: String(uploads.maxMegabytes) },
    });
  }
}

/** Checks the whole file: that it is what its first bytes say, and that it has no virus. */
async function lookThrough(
  ctx: AccountContext,
  documentId: number,
  { files, scanner }: FileServices,
  { name, size }: StoredFile,
  type: UploadType,
): Promise<void> {
  const { tenant } = ctx;
  const open = async (range?: { start: number; end: number }) => {
    const stream = await files.get(tenant.id, name, range);
    if (!stream) throw new Error('the file that was just stored is gone');
    return stream;
  };
  const read = async (start: number, end: number) =>
    start >= size ? Buffer.alloc(0) : buffer(await open({ start, end: Math.min(end, size - 1) }));
  const flaw = await findFlaw(type, { size, read });
  if (flaw) throw refusalOf(flaw, ctx);
  if (scanner) await refuseUnclean(ctx, documentId, await scanner.scan(await open()));
}

function refusalOf(flaw: Flaw, { tenant }: AccountContext): CallError {
  if (flaw === 'not-word') return refusedType(tenant.settings.uploads);
  if (flaw === 'active-pdf') return new CallError('UPLOAD_ACTIVE_PDF');
  if (flaw === 'active-word') return new CallError('UPLOAD_ACTIVE_WORD');
  if (flaw === 'too-many-pixels')
    return new CallError('UPLOAD_PICTURE_TOO_LARGE', { values: { megapixels: maxPixels / 1_000_000 } });
  return new CallError('UPLOAD_UNREADABLE');
}

async function refuseUnclean(ctx: AccountContext, documentId: number, result: ScanResult): Promise<void> {
  if (result.outcome === 'clean') return;
  if (result.outcome === 'infected') {
    const subject = { type: 'document', id: String(documentId) };
    await auditRequest(ctx, { event: 'document.infected', subject, details: { virus: result.name } });
    throw new CallError('UPLOAD_INFECTED');
  }
  ctx.log.error({ reason: result.reason }, 'a file could not be checked for viruses and was refused');
  throw new CallError('UPLOAD_UNCHECKED');
}

/**
 * Completes the document in one commit: the file gets a row, the document becomes the current one, and the one before
 * does not count any more. Locks are taken in the order of an import, the account before its documents, and nobody
 * waits for them while holding a number.
 */
async function complete(
  ctx: AccountContext,
  documentId: number,
  file: StoredFile & { contentType: UploadType },
): Promise<{ taken: StoredDocument; isNew: boolean }> {
  const { db, tenant, account, clock } = ctx;
  const now = clock.now();
  const { size, sha256, contentType } = file;
  const id = await takeFileNumber(db, tenant.id);
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, tenant.id, account.id);
    await lockDocument(trx, tenant.id, documentId);
    const document = await findDocument(trx, tenant.id, account.id, documentId);
    if (!document) throw notFound();
    if (document.ready_at !== null) return { taken: takenAs(document, sha256), isNew: false };
    await refuseBeyondQuota(ctx, trx, size);
    const name = safeFileName(document.name, contentType);
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

/** Records the event of an upload, and has the office told. */
async function recordUpload({ tenant, clock }: AccountContext, trx: TenantDb, id: number): Promise<void> {
  const row = await findDocumentResource(trx, tenant.id, id);
  if (!row) throw new Error('a document that was just completed is not there');
  const event = { type: 'document.uploaded', reference: null, object: presentDocumentObject(row) } as const;
  await recordEvents(trx, tenant.id, [event], clock.now());
  await enqueueNews(trx, tenant, clock.now());
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
