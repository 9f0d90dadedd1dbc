import type { JobContext } from '../../../jobs/context.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { givenUpBefore, sweepFiles } from '../../files/files.exports.ts';
import { eraseOverdueFiles } from './erase-files.service.ts';
import { deleteWaitingDocuments } from '../new-document.queries.ts';

/**
 * Removes uploads that began a day ago and did not finish: files that no row names, and documents whose file never
 * came. Before that it removes files that were kept long enough.
 */
export async function sweepUploads(ctx: JobContext, files: FileStorage): Promise<void> {
  const { db, tenant, clock } = ctx;
  await eraseOverdueFiles(ctx);
  await sweepFiles(ctx, files);
  await deleteWaitingDocuments(db, tenant.id, givenUpBefore(clock.now()));
}
