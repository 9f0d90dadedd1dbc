/** The spans of time that lists with a date filter offer (decision C2.61). */
export const dateFilterNames = [
  'allDates',
  'last30Days',
  'last3Months',
  'last12Months',
  'thisYear',
  'lastYear',
  'custom',
] as const;
export type DateFilterName = (typeof dateFilterNames)[number];

/** What is chosen, as it stands in the address; days `YYYY-MM-DD` belong to `custom` alone. */
export interface DateFilter {
  dates?: Exclude<DateFilterName, 'allDates'> | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * What a list's route takes of its address; the rest of the search is the route's own. What isn't believed is undefined
 * and not absent: the router would take it as it came.
 */
export function readDateFilter({ dates, from, to }: Record<string, unknown>): DateFilter {
  const chosen = dateFilterNames.find((name) => name === dates);
  const isCustom = chosen === 'custom';
  return {
    dates: chosen === 'allDates' ? undefined : chosen,
    from: isCustom && isDay(from) ? from : undefined,
    to: isCustom && isDay(to) ? to : undefined,
  };
}

/** Browsers take 30 February for the beginning of March. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && text(date) === value;
}

/** The bounds as calls take them: from the first second of a day to the last of another (decision P9.4). */
export interface DateBounds {
  fromDate?: string;
  toDate?: string;
}

/** @param today at the site, `YYYY-MM-DD` */
export function boundsOf(filter: DateFilter, today: string): DateBounds {
  const [from, to] = daysOf(filter, today);
  return { ...(from && { fromDate: `${from} 00:00:00` }), ...(to && { toDate: `${to} 23:59:59` }) };
}

/** What is to come has no place in a history, so spans that go on end with today. */
function daysOf({ dates, from, to }: DateFilter, today: string): [string?, string?] {
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

/** The same day of an earlier month, or its last where it is shorter. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return text(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(dayOfMonth, last))));
}
