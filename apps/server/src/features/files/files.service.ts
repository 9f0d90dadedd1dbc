import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { AccountContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import type { FileContent } from '../../http/route.ts';
import type { FileStorage, StoredFile } from '../../providers/files/file-storage.ts';
import { findFile, insertFile } from './files.queries.ts';

/** Longer than any paper that the server makes or an operator imports. */
const longestPaper = 50 * 1024 * 1024;

/** Puts a PDF of the server's into the storage. Whoever doesn't register it deletes it again. */
export async function storePaper(files: FileStorage, tenantId: number, pdf: Buffer): Promise<StoredFile> {
  return files.put(tenantId, Readable.from([pdf]), longestPaper);
}

export interface NewFile {
  tenantId: number;
  accountId: number;
  /** As its owner saves it. */
  name: string;
  contentType: string;
  stored: StoredFile;
  now: Date;
}

/** Makes a stored file one of an account's, and answers its number. */
export async function registerFile(
  trx: TenantDb,
  { tenantId, accountId, name, contentType, stored, now }: NewFile,
): Promise<number> {
  const id = await takeNumbers(trx, tenantId, 'file');
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
