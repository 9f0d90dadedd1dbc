import type { TenantDb } from '../../../db/client.ts';
import type { Columns } from '../../../import/columns.ts';
import type { Counts, StoreOptions } from '../../../import/kind.ts';
import type { StoredFile } from '../../../providers/files/file-storage.ts';
import { fileNameOfTitle } from '../../../providers/files/safe-file-name.ts';
import { forgetFile, registerFile } from '../../files/files.service.ts';
import {
  addVersions,
  changeDocuments,
  countDocuments,
  listNewFiles,
  lockAccountsOfChanges,
  type NewFile,
  prepareDocuments,
  setImportedFile,
} from './documents-import.queries.ts';

/**
 * Stores documents. A known document with another file becomes a new version. For one type of an account or boat,
 * the version of the latest day is the current one.
 */
export async function storeDocuments(
  trx: TenantDb,
  tenantId: number,
  columns: Columns,
  { now, files }: StoreOptions,
): Promise<Counts> {
  const written = await prepareDocuments(trx, tenantId, columns);
  const withFile = await listNewFiles(trx);
  // Stores the files before it takes any lock, because customers hand in documents meanwhile.
  const stored = new Map<number, StoredFile>();
  for (const { source_line: line, file, size, sha256 } of withFile) {
    const storedFile = await files.store(tenantId, { name: file, size, sha256 });
    // Removes the note in the import's transaction now, and not when the row is written: the sweep skips a note
    // that a transaction is removing, however long that takes.
    await forgetFile(trx, { tenantId, storageName: storedFile.name });
    stored.set(line, storedFile);
  }
  await lockAccountsOfChanges(trx, tenantId, written);
  await registerFiles(trx, tenantId, withFile, stored, now);
  const changed = await changeDocuments(trx, tenantId, written);
  await addVersions(trx, tenantId, written, now);
  return countDocuments(trx, changed);
}

async function registerFiles(
  trx: TenantDb,
  tenantId: number,
  rows: readonly NewFile[],
  stored: ReadonlyMap<number, StoredFile>,
  now: Date,
): Promise<void> {
  for (const { source_line: line, account_id: accountId, name, content_type: contentType } of rows) {
    const storedFile = stored.get(line);
    if (!storedFile) throw new Error(`the file of line ${line} was not stored`);
    const fileId = await registerFile(trx, {
      tenantId,
      accountId,
      contentType,
      stored: storedFile,
      now,
      name: fileNameOfTitle(name, contentType),
    });
    await setImportedFile(trx, line, fileId);
  }
}
