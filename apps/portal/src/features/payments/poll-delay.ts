const second = 1000;
const minute = 60 * second;

/**
 * How long to wait before asking again what became of a payment, in milliseconds; null when it is time to stop
 * asking and to say so (decision P4.5: the server goes on by itself).
 */
export function pollDelay(sinceStart: number): number | null {
  if (sinceStart < minute) return second;
  if (sinceStart < 5 * minute) return 2 * second;
  if (sinceStart < 15 * minute) return 5 * second;
  return null;
}
