import { isOffline } from '../browser/online.ts';
import { waitToLeave } from '../browser/wait-to-leave.ts';
import { isLoadFailure } from './failures.ts';

/** A younger document is not out of date, and does not load itself again and again. */
const youngMs = 60_000;

/**
 * Loads the document again if the code for a press is gone, as after an upgrade of the portal: a new document has other
 * files.
 * @throws the error, if the document is young or the device is offline
 */
export async function reloadIfOutdated(error: unknown): Promise<never> {
  if (!isLoadFailure(error) || isOffline() || performance.now() < youngMs) throw error;
  location.reload();
  await waitToLeave();
  throw error;
}
