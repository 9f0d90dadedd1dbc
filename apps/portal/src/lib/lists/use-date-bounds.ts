import type { Call, Nothing } from '@quayside/contract/shared/call.ts';
import type { Guid } from '@quayside/contract/shared/common.ts';
import type { DateRange } from '@quayside/contract/shared/paging.ts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callQuery } from '../queries/call-query.ts';
import { boundsOf } from './date-bounds.ts';
import type { DateFilter } from './date-filter.ts';
import { useSession } from '../session/session.ts';
import { useSiteDay } from '../account/account.ts';

/**
 * Returns the bounds that a list's call needs for its date filter. Periods count from the site's day; `isKnown` is
 * true once it has loaded.
 */
export function useDateBounds(filter: DateFilter) {
  const today = useSiteDay();
  return {
    bounds: boundsOf(filter, today ?? '1970-01-01'),
    isKnown: filter.dates === undefined || today !== undefined,
  };
}

type DateRangeCall = Call<z.ZodObject<{ guid: typeof Guid }>, typeof Nothing, typeof Nothing, typeof DateRange>;

/**
 * Returns the days of a list's first and last entry, the start values of a custom period. Null until they are
 * known.
 */
export function useDateRange(call: DateRangeCall, { dates }: DateFilter) {
  const { accountGuid: guid } = useSession();
  const range = useQuery({
    ...callQuery(call, { params: { guid } }),
    enabled: dates === 'custom',
    meta: { showsFailure: true },
  });
  return range.data ?? null;
}
