import { deleteKeptCard, listKeptCards } from '@quayside/contract/card-components.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';

/** The cards that the second card provider keeps. The screen shows the failure. */
export function useKeptCards() {
  const { accountGuid } = useSession();
  const query = callQuery(listKeptCards, { params: { accountGuid } });
  const kept = useQuery({ ...query, meta: { showsFailure: true } });
  const forget = async (id: number) => {
    queryClient.setQueryData(query.queryKey, await api(deleteKeptCard, { params: { accountGuid, id } }));
  };
  return { ...kept, forget };
}
