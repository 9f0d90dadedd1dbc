const key = 'quayside.initialisation-failed-at';
const minute = 60_000;

/**
 * Records that the provider could not start, and tells if a reload is worth a try. After a second failure within a
 * minute it is not, or the page would reload for ever (decision P4.17).
 */
export function noteInitialisationFailure(storage: Storage, now: number): 'reload' | 'giveUp' {
  const last = Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY);
  storage.setItem(key, String(now));
  return now - last < minute ? 'giveUp' : 'reload';
}
