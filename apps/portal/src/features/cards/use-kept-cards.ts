import { deleteKeptCard, listKeptCards } from '@quayside/contract/card-components.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useSession } from '../../lib/session/session.ts';

/** Queries the cards that the second card provider keeps for the session's account. The screen shows the failure. */
export function useKeptCards() {
  const { accountGuid } = useSession();
  const query = callQuery(listKeptCards, { params: { accountGuid } });
  const kept = useKeptCardsOf(accountGuid);
  const forget = async (id: number) => {
    queryClient.setQueryData(query.queryKey, await api(deleteKeptCard, { params: { accountGuid, id } }));
  };
  return { ...kept, forget };
}

/** Queries the kept cards of the account whose order is paid. @param isAsked false disables the query */
export function useKeptCardsOf(accountGuid: string, isAsked = true) {
  const query = callQuery(listKeptCards, { params: { accountGuid } });
  return useQuery({ ...query, enabled: isAsked, meta: { showsFailure: true } });
}
