import { notFound } from '../../../http/errors.ts';
import type { FileContent } from '../../../http/route.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { openFile } from '../../files/files.service.ts';
import type { DocumentResourceRow } from '../document-resources.queries.ts';

/**
 * Opens the file of a document for a program of the marina.
 * @throws CallError NOT_FOUND also for a paper at the office, which has no file
 */
export async function openDocumentFile(
  files: FileStorage,
  tenantId: number,
  row: DocumentResourceRow | undefined,
): Promise<FileContent> {
  if (!row || row.content_type === null) throw notFound();
  const { file_name: name, content_type, size, sha256, storage_name } = row;
  const file = { name: name ?? '', content_type, size: size ?? 0, sha256: sha256 ?? Buffer.alloc(0), storage_name };
  return openFile(files, tenantId, file);
}
