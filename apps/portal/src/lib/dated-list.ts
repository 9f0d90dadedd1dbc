import type { Call, Nothing } from '@quayside/contract/call.ts';
import type { Guid } from '@quayside/contract/common.ts';
import type { DateRange } from '@quayside/contract/paging.ts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callQuery } from './call-query.ts';
import { boundsOf, type DateFilter } from './date-filter.ts';
import { useSession } from './session.ts';
import { useSiteDay } from './site.ts';

/** What a list's call is asked with for its date filter. Spans count from the site's day: `isKnown` once that is. */
export function useDateBounds(filter: DateFilter) {
  const today = useSiteDay();
  return {
    bounds: boundsOf(filter, today ?? '1970-01-01'),
    isKnown: filter.dates === undefined || today !== undefined,
  };
}

type DateRangeCall = Call<z.ZodObject<{ guid: typeof Guid }>, typeof Nothing, typeof Nothing, typeof DateRange>;

/** The days of a list's first and last entry, which only days of one's own begin with; null while they aren't known. */
export function useDateRange(call: DateRangeCall, { dates }: DateFilter) {
  const { accountGuid: guid } = useSession();
  const range = useQuery({
    ...callQuery(call, { params: { guid } }),
    enabled: dates === 'custom',
    meta: { showsFailure: true },
  });
  return range.data ?? null;
}
