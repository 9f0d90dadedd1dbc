import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';

/** Queries the data of the dashboard. Each widget shows the failure itself. */
export function useSummary() {
  const { accountGuid } = useSession();
  return useQuery({ ...callQuery(getSummary, { params: { guid: accountGuid } }), meta: { showsFailure: true } });
}
