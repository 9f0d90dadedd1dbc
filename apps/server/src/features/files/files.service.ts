import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { AccountContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import type { FileContent } from '../../http/route.ts';
import { type FileStorage, newFileName, type StoredFile } from '../../providers/files/file-storage.ts';
import { deleteFile, deleteNote, findFile, insertFile, insertNote } from './files.queries.ts';

/** Longer than any paper that the server makes or an operator imports. */
const longestPaper = 50 * 1024 * 1024;

/** A file that goes to the storage, or went there. */
export interface NotedFile {
  tenantId: number;
  storageName: string;
}

/**
 * Notes a file before it goes to the storage, where no failure of its row takes the note along: what no row comes to
 * name is swept after a day. Whoever registers the file takes the note back in one commit with its row.
 */
export async function noteFile(db: TenantDb, file: NotedFile, now: Date): Promise<void> {
  await insertNote(db, { ...file, begunAt: now });
}

/**
 * Takes a file from its account. What the storage has of it goes with the next sweep, and not before this transaction
 * is committed.
 */
export async function eraseFile(trx: TenantDb, tenantId: number, id: number): Promise<void> {
  const storageName = await deleteFile(trx, tenantId, id);
  if (storageName !== undefined) await noteFile(trx, { tenantId, storageName }, new Date(0));
}

/** Takes a file's note back: it has its row, or is gone. */
export async function forgetFile(db: TenantDb, file: NotedFile): Promise<void> {
  await deleteNote(db, file);
}

/** Notes a PDF of the server's, and puts it into the storage. Whoever doesn't register it discards it. */
export async function storePaper(
  { db, files }: { db: TenantDb; files: FileStorage },
  tenantId: number,
  pdf: Buffer,
  now: Date,
): Promise<StoredFile> {
  const storageName = newFileName();
  await noteFile(db, { tenantId, storageName }, now);
  return files.put(tenantId, Readable.from([pdf]), longestPaper, storageName);
}

/** Takes a stored file away that no row names. */
export async function discardFile(
  { db, files }: { db: TenantDb; files: FileStorage },
  { tenantId, storageName }: NotedFile,
): Promise<void> {
  await files.delete(tenantId, storageName);
  await forgetFile(db, { tenantId, storageName });
}

export interface NewFile {
  tenantId: number;
  accountId: number;
  /** As its owner saves it. */
  name: string;
  contentType: string;
  stored: StoredFile;
  now: Date;
  /** From `takeFileNumber`; else it is taken now. */
  id?: number;
}

/** A number for a file. Taken before a transaction that waits for others' locks, it keeps nobody waiting meanwhile. */
export const takeFileNumber = (db: TenantDb, tenantId: number) => takeNumbers(db, tenantId, 'file');

/** Makes a stored file one of an account's, takes its note back, and answers its number. */
export async function registerFile(
  trx: TenantDb,
  { tenantId, accountId, name, contentType, stored, now, id: taken }: NewFile,
): Promise<number> {
  const id = taken ?? (await takeFileNumber(trx, tenantId));
  await insertFile(trx, {
    tenant_id: tenantId,
    id,
    guid: randomUUID(),
    account_id: accountId,
    name,
    content_type: contentType,
    size: stored.size,
    sha256: Buffer.from(stored.sha256, 'hex'),
    storage_name: stored.name,
    created_at: now,
  });
  await deleteNote(trx, { tenantId, storageName: stored.name });
  return id;
}

/** What is known of a file that lies in the storage. */
interface KnownFile {
  name: string;
  content_type: string;
  size: number;
  sha256: Buffer;
  storage_name: string | null;
}

/** A stored file, ready to be sent as a whole or in part. @throws CallError NOT_FOUND where the storage has none */
export async function openFile(files: FileStorage, tenantId: number, file: KnownFile): Promise<FileContent> {
  const { storage_name: storageName, size } = file;
  if (storageName === null || !(await files.exists(tenantId, storageName))) throw notFound();
  return {
    content: {
      size,
      version: file.sha256.toString('hex'),
      open: (range) => files.get(tenantId, storageName, range),
    },
    contentType: file.content_type,
    fileName: file.name,
    disposition: 'attachment',
  };
}

/** @throws CallError NOT_FOUND unless it is of the session's account */
export async function fileOfAccount(
  { db, tenant, account }: AccountContext,
  files: FileStorage,
  guid: string,
): Promise<FileContent> {
  const file = await findFile(db, tenant.id, account.id, guid);
  if (!file) throw notFound();
  return openFile(files, tenant.id, file);
}
