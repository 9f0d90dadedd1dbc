import { minute } from '../../lib/durations.ts';
const days = new Map<string, { minute: number; day: string }>();

/** Returns the calendar day at a site, `YYYY-MM-DD`, by the site's IANA time zone (decision X6). */
export function siteDay(now: Date, timeZone: string): string {
  const thisMinute = Math.floor(now.getTime() / minute);
  const known = days.get(timeZone);
  if (known?.minute === thisMinute) return known.day;
  const day = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
  days.set(timeZone, { minute: thisMinute, day });
  return day;
}
