import { minute } from '../lib/time/durations.ts';
/** Returns the day that many days after (or before) a day. Days are `YYYY-MM-DD`. */
export function daysFrom(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Returns a moment in the office's hours of a day. */
export function officeHour(day: string, minutesAfterNine = 0): Date {
  return new Date(Date.parse(`${day}T09:00:00Z`) + minutesAfterNine * minute);
}

/** Returns the whole days from one day to another; below zero if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
}
