import type { DateFilter } from './date-filter.ts';

/** The bounds as calls take them: the first second of one day to the last second of another (decision P9.4). */
export interface DateBounds {
  fromDate?: string;
  toDate?: string;
}

/** Returns the bounds of a filter. @param today the day at the site, `YYYY-MM-DD` */
export function boundsOf(filter: DateFilter, today: string): DateBounds {
  const [from, to] = daysOf(filter, today);
  return { ...(from && { fromDate: `${from} 00:00:00` }), ...(to && { toDate: `${to} 23:59:59` }) };
}

/** Returns the first and last day. A history has no future, so open periods end today. */
function daysOf({ dates, from, to }: DateFilter, today: string): [from?: string | undefined, to?: string | undefined] {
  const year = Number(today.slice(0, 4));
  switch (dates) {
    case undefined:
      return [];
    case 'last30Days':
      return [daysBefore(today, 30), today];
    case 'last3Months':
      return [monthsBefore(today, 3), today];
    case 'last12Months':
      return [monthsBefore(today, 12), today];
    case 'thisYear':
      return [`${year}-01-01`, `${year}-12-31`];
    case 'lastYear':
      return [`${year - 1}-01-01`, `${year - 1}-12-31`];
    case 'custom':
      return [from, to];
  }
}

const text = (date: Date) => date.toISOString().slice(0, 10);

function daysBefore(day: string, days: number): string {
  return text(new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000));
}

/** Returns the same day of an earlier month, or its last day if the month is shorter. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return text(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(dayOfMonth, last))));
}
