import { deleteKeptCard, listKeptCards } from '@quayside/contract/cards/card-components.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useSession } from '../../lib/session/session.ts';

/** Queries the cards that the second card provider keeps for the session's account. The screen shows the failure. */
export function useKeptCards() {
  return useKeptCardsOf(useSession().accountGuid);
}

/** Returns a function that lets the provider delete a card of the session's account. */
export function useForgetKept(): (id: number) => Promise<void> {
  const { accountGuid } = useSession();
  return async (id) => {
    const left = await api(deleteKeptCard, { params: { accountGuid, id } });
    queryClient.setQueryData(callQuery(listKeptCards, { params: { accountGuid } }).queryKey, left);
  };
}

/** Queries the kept cards of the account whose order is paid. @param isAsked false disables the query */
export function useKeptCardsOf(accountGuid: string, isAsked = true) {
  const query = callQuery(listKeptCards, { params: { accountGuid } });
  return useQuery({ ...query, enabled: isAsked, meta: { showsFailure: true } });
}
