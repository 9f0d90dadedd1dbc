import type { JobContext } from '../../jobs/context.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { givenUpBefore, sweepFiles } from '../files/sweep-files.ts';
import { deleteWaitingDocuments } from './new-document.queries.ts';

/** Takes away what was begun a day ago and not ended: files that no row names, and documents whose file never came. */
export async function sweepUploads(ctx: JobContext, files: FileStorage): Promise<void> {
  const { db, tenant, clock } = ctx;
  await sweepFiles(ctx, files);
  await deleteWaitingDocuments(db, tenant.id, givenUpBefore(clock.now()));
}
