/** Days as `YYYY-MM-DD`, counted from one the demo is loaded on. */
export function daysFrom(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** An office hour of a day. */
export function officeHour(day: string, minutesAfterNine = 0): Date {
  return new Date(Date.parse(`${day}T09:00:00Z`) + minutesAfterNine * 60_000);
}

/** Whole days from one day to a later one; below zero when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
}
