const day = 86_400_000;

/** A calendar day at a place, with its start and end in milliseconds since 1970. */
export interface Day {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the day that many days after today in a time zone. `now` says which day is today. */
export function dayAt(now: number, timeZone: string, ahead: number): Day {
  const today = new Date(now).toTemporalInstant().toZonedDateTimeISO(timeZone).startOfDay();
  const start = today.add({ days: ahead });
  return {
    date: start.toPlainDate().toString(),
    start: start.epochMilliseconds,
    end: start.add({ days: 1 }).epochMilliseconds,
  };
}

/** Returns the days since 1970 as a fraction, for values that change with the seasons. */
export const daysSince1970 = (at: number) => at / day;
