import { buffer } from 'node:stream/consumers';
import { maxUploadBytes, type UploadType, uploadTypeNames } from '@quayside/contract/documents/uploads.ts';
import type { Context } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { IncomingFile } from '../../../http/requests/incoming-file.ts';
import { type FileStorage, FileTooLarge, newFileName, type StoredFile } from '../../../providers/files/file-storage.ts';
import { acceptedType, readHead } from '../../../providers/files/file-type.ts';
import { findFlaw, type Flaw, maxPixels } from '../../../providers/files/inspect-file.ts';
import type { FileScanner, ScanResult } from '../../../providers/scanner/file-scanner.ts';
import type { AuditActor } from '../../audit/audit.exports.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import { discardFile, noteFile } from '../../files/files.service.ts';

/** The things that receive files. */
export interface FileServices {
  files: FileStorage;
  /** null: files are not scanned for viruses. */
  scanner: FileScanner | null;
}

/** The document that a file is for. */
export interface Upload {
  documentId: number;
  accountId: number;
  /** The sender, for the audit trail. Default: the session's person. */
  actor?: AuditActor;
}

/** A file that is stored, and was checked. */
export type CheckedFile = StoredFile & { contentType: UploadType };

/**
 * Stores and checks a file of a document, by the same rules for a customer and for a program of the marina.
 * @param take registers the file in one commit. If it did so before with the same file, `isNew` is false, and this
 * one is deleted
 */
export async function receiveFile<Taken>(
  ctx: Context,
  upload: Upload,
  { file, services }: { file: IncomingFile; services: FileServices },
  take: (file: CheckedFile) => Promise<{ taken: Taken; isNew: boolean }>,
): Promise<Taken> {
  const { db, tenant, clock } = ctx;
  const storageName = newFileName();
  const { head, content } = await readHead(file.content);
  const contentType = await typeOf(ctx, head);
  await noteFile(db, { tenantId: tenant.id, storageName }, clock.now());
  try {
    const stored = await store(ctx, services.files, content, storageName);
    await inspectWholeFile(ctx, upload, services, { ...stored, contentType });
    const { taken, isNew } = await take({ ...stored, contentType });
    if (!isNew) await giveUp(ctx, services.files, storageName);
    return taken;
  } catch (error) {
    // After any other error the commit may have succeeded. Then the sweep finds no note of the file, and leaves it.
    if (error instanceof CallError) await giveUp(ctx, services.files, storageName);
    throw error;
  }
}

async function giveUp({ db, tenant, log }: Context, files: FileStorage, storageName: string): Promise<void> {
  try {
    await discardFile({ db, files }, { tenantId: tenant.id, storageName });
  } catch (error) {
    log.warn({ reason: String(error) }, 'a refused file is left to the sweep');
  }
}

/** Decides the type by the first bytes, before anything is stored. */
async function typeOf({ tenant }: Context, head: Uint8Array): Promise<UploadType> {
  const { uploads } = tenant.settings;
  if (head.byteLength === 0) throw new CallError('UPLOAD_EMPTY');
  const type = await acceptedType(head, uploads);
  if (type === null) throw refusedType(uploads);
  return type;
}

const refusedType = (uploads: Parameters<typeof uploadTypeNames>[0]) =>
  new CallError('UPLOAD_TYPE_REFUSED', { values: { types: uploadTypeNames(uploads).join(', ') } });

async function store(
  { tenant }: Context,
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
async function inspectWholeFile(
  ctx: Context,
  upload: Upload,
  { files, scanner }: FileServices,
  { name, size, contentType }: CheckedFile,
): Promise<void> {
  const { tenant } = ctx;
  const open = async (range?: { start: number; end: number }) => {
    const stream = await files.get(tenant.id, name, range);
    if (!stream) throw new Error('the file that was just stored is gone');
    return stream;
  };
  const read = async (start: number, end: number) =>
    start >= size ? Buffer.alloc(0) : buffer(await open({ start, end: Math.min(end, size - 1) }));
  const flaw = await findFlaw(contentType, {
    size,
    read,
    sender: { tenantId: tenant.id, accountId: upload.accountId },
  });
  if (flaw) throw refusalOf(flaw, ctx);
  if (scanner) await refuseUnclean(ctx, upload, await scanner.scan(await open()));
}

function refusalOf(flaw: Flaw, { tenant }: Context): CallError {
  if (flaw === 'not-word') return refusedType(tenant.settings.uploads);
  if (flaw === 'active-pdf') return new CallError('UPLOAD_ACTIVE_PDF');
  if (flaw === 'active-word') return new CallError('UPLOAD_ACTIVE_WORD');
  if (flaw === 'too-many-pixels')
    return new CallError('UPLOAD_PICTURE_TOO_LARGE', { values: { megapixels: maxPixels / 1_000_000 } });
  return new CallError('UPLOAD_UNREADABLE');
}

async function refuseUnclean(ctx: Context, upload: Upload, result: ScanResult): Promise<void> {
  if (result.outcome === 'clean') return;
  if (result.outcome === 'infected') {
    const { documentId, ...who } = upload;
    const subject = { type: 'document', id: String(documentId) };
    await auditRequest(ctx, { event: 'document.infected', ...who, subject, details: { virus: result.name } });
    throw new CallError('UPLOAD_INFECTED');
  }
  ctx.log.error({ reason: result.reason }, 'a file could not be checked for viruses and was refused');
  throw new CallError('UPLOAD_UNCHECKED');
}
