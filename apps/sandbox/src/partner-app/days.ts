const day = 86_400_000;

/** A calendar day of a place: when it begins, in milliseconds since 1970, and how long it lasts. */
export interface Day {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/** The day so many days after the one that it is at `now` in a time zone. */
export function dayAt(now: number, timeZone: string, ahead: number): Day {
  const today = new Date(now).toTemporalInstant().toZonedDateTimeISO(timeZone).startOfDay();
  const start = today.add({ days: ahead });
  return {
    date: start.toPlainDate().toString(),
    start: start.epochMilliseconds,
    end: start.add({ days: 1 }).epochMilliseconds,
  };
}

/** Days since 1970 and the part of the one that it is, for what swings with the seasons. */
export const daysSince1970 = (at: number) => at / day;
