import { getEstimate } from '@quayside/contract/estimates.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** Queries an estimate. The caller shows the failure. */
export function useEstimate(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({ ...callQuery(getEstimate, { params: { guid, id } }), meta: { showsFailure: true } });
}
