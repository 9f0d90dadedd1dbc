import { day, hour, minute, second } from '../../lib/time/durations.ts';

/** The pauses after the first attempts that fail. The last one repeats. */
const pauses = [
  5 * second,
  30 * second,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
];

/** The time for which an event is tried. */
const triedMs = 3 * day;

/** The time after which an endpoint that fails all the while is switched off. */
export const givenUpMs = 5 * day;

/** The time after which the office hears of an endpoint that fails. A restart or a short repair is over by then. */
const noticedMs = 2 * hour;

/** The part by which a pause is longer or shorter at most, so that events that failed together don't come together. */
const jitter = 0.2;

/**
 * Returns the time of the next attempt; null if the event was tried for three days.
 * @param attempts the attempts so far, all of which failed
 * @param chance from 0 to 1
 */
export function nextAttempt(
  { attempts, begunAt }: { attempts: number; begunAt: Date },
  now: Date,
  chance: number,
): Date | null {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 5 * second;
  const next = now.getTime() + pause * (1 - jitter + 2 * jitter * chance);
  return next > begunAt.getTime() + triedMs ? null : new Date(next);
}

/** Says if an endpoint has failed for so long that events failed for good only because of that. */
export const isLongOutage = (failingSince: Date | null, now: Date): failingSince is Date =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= triedMs;

/**
 * Says if the office is to hear now that an endpoint fails: once in an outage, and at most once a day. An endpoint that
 * refuses one event and accepts others begins to fail again and again.
 */
export function isNoticeDue(failingSince: Date | null, toldAt: Date | null, now: Date): boolean {
  if (failingSince === null || now.getTime() - failingSince.getTime() < noticedMs) return false;
  return toldAt === null || (toldAt < failingSince && now.getTime() - toldAt.getTime() >= day);
}
