/** The periods that a list's date filter offers (decision C2.61). */
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

/** The chosen period, as stored in the address. The days `YYYY-MM-DD` exist only for `custom`. */
export interface DateFilter {
  dates?: Exclude<DateFilterName, 'allDates'> | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the date filter from a route's search parameters. Invalid values become undefined. They must not be absent,
 * because the router would then keep the raw value.
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

/** Checks if a value is a real day. Date alone would accept 30 February as a day of March. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
