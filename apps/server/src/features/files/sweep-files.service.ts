import type { JobContext } from '../../jobs/context.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { day } from '../../lib/time/durations.ts';
import { deleteNote, lockGivenUpNotes } from './files.queries.ts';

const patience = day;

/** Returns the time before which an unfinished upload counts as given up: a day ago. */
export const givenUpBefore = (now: Date) => new Date(now.getTime() - patience);

/** For a job: deletes stored files that were begun a day ago and that no row names. */
export async function sweepFiles({ db, tenant, clock }: JobContext, files: FileStorage): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const note of await lockGivenUpNotes(trx, tenant.id, givenUpBefore(clock.now()))) {
      await files.delete(note.tenantId, note.storageName);
      await deleteNote(trx, note);
    }
  });
}
