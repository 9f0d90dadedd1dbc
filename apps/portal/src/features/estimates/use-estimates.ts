import { getEstimate, getEstimateDateRange } from '@quayside/contract/estimates.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** An estimate. Whoever asks shows the failure. */
export function useEstimate(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({ ...callQuery(getEstimate, { params: { guid, id } }), meta: { showsFailure: true } });
}

/** The days of the first and the last estimate; only needed for days of one's own. */
export function useEstimateRange(isNeeded: boolean) {
  const { accountGuid: guid } = useSession();
  const range = useQuery({
    ...callQuery(getEstimateDateRange, { params: { guid } }),
    enabled: isNeeded,
    meta: { showsFailure: true },
  });
  return range.data ?? null;
}
