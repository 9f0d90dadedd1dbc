import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import type { EraseRows } from '../../db/declared-table.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { AccountContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import type { FileContent } from '../../http/route.ts';
import { type FileStorage, newFileName, type StoredFile } from '../../providers/files/file-storage.ts';
import { deleteFile, deleteNote, findFile, findFiles, insertFile, insertNote } from './files.queries.ts';

/** Longer than every paper that the server makes or an operator imports. */
const longestPaper = 50 * 1024 * 1024;

/** A file that is noted, before or after it is stored. */
export interface NotedFile {
  tenantId: number;
  storageName: string;
}

/**
 * Notes a file before it is stored, outside of the transaction that will register it. So a failure keeps the note,
 * and the sweep deletes the file after a day if no row names it. Registering the file deletes the note in the same
 * commit.
 */
export async function noteFile(db: TenantDb, file: NotedFile, now: Date): Promise<void> {
  await insertNote(db, { ...file, begunAt: now });
}

/**
 * Removes a file from its account. A sweep deletes the storage's copy, and not before this transaction is committed.
 * @param from the sweep deletes it a day after this time. Default: the next sweep does
 */
export async function eraseFile(trx: TenantDb, tenantId: number, id: number, from = new Date(0)): Promise<void> {
  const storageName = await deleteFile(trx, tenantId, id);
  if (storageName !== undefined) await noteFile(trx, { tenantId, storageName }, from);
}

/** Removes a person's files from their account. See `eraseFile`. */
export const eraseFiles: EraseRows = async (trx, { tenantId, rows }) => {
  const ids = await findFiles(trx, tenantId, rows);
  for (const id of ids) await eraseFile(trx, tenantId, id);
  return ids.length;
};

/** Deletes a file's note: a row names it, or it is gone. */
export async function forgetFile(db: TenantDb, file: NotedFile): Promise<void> {
  await deleteNote(db, file);
}

/** Notes a PDF and stores it. The caller registers or discards it. */
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

/** Deletes a stored file that no row names. */
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
  /** The name with which its owner saves it. */
  name: string;
  contentType: string;
  stored: StoredFile;
  now: Date;
  /** A number from `takeFileNumber`. Default: it is taken now. */
  id?: number;
}

/** Takes a number for a file. Taken before a transaction that waits for locks, it makes nobody else wait. */
export const takeFileNumber = (db: TenantDb, tenantId: number) => takeNumbers(db, tenantId, 'file');

/** Gives a stored file to an account, deletes its note, and returns its number. */
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

/** The facts of a file in the storage. */
interface KnownFile {
  name: string;
  content_type: string;
  size: number;
  sha256: Buffer;
  storage_name: string | null;
}

/** Opens a stored file, to be sent whole or in part. @throws CallError NOT_FOUND if the storage does not have it */
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

/** Opens a file of the session's account. @throws CallError NOT_FOUND for any other */
export async function fileOfAccount(
  { db, tenant, account }: AccountContext,
  files: FileStorage,
  guid: string,
): Promise<FileContent> {
  const file = await findFile(db, tenant.id, account.id, guid);
  if (!file) throw notFound();
  return openFile(files, tenant.id, file);
}
