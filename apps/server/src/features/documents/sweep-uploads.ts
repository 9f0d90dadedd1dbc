import type { JobContext } from '../../jobs/context.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { findGivenUpUploads, forgetUpload } from './document-file.queries.ts';
import { deleteWaitingDocuments } from './new-document.queries.ts';

const patience = 24 * 3_600_000;

/** Takes away what was begun a day ago and not ended: files that no row names, and documents whose file never came. */
export async function sweepUploads({ db, tenant, clock }: JobContext, files: FileStorage): Promise<void> {
  const before = new Date(clock.now().getTime() - patience);
  for (const name of await findGivenUpUploads(db, tenant.id, before)) {
    await files.delete(tenant.id, name);
    await forgetUpload(db, tenant.id, name);
  }
  await deleteWaitingDocuments(db, tenant.id, before);
}
