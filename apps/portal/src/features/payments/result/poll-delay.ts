const second = 1000;
const minute = 60 * second;

/**
 * Returns the delay before the next question about a payment, in milliseconds. Null if it is time to stop and to
 * tell the reader (decision P4.5: the server goes on by itself).
 */
export function pollDelay(sinceStart: number): number | null {
  if (sinceStart < minute) return second;
  if (sinceStart < 5 * minute) return 2 * second;
  if (sinceStart < 15 * minute) return 5 * second;
  return null;
}
