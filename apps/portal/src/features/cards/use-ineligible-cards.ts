import { listIneligibleCards } from '@quayside/contract/cards/cards.ts';
import { deleteIneligibleCard } from '@quayside/contract/cards/stored-cards.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';

/** Queries stored cards that can't pay any more. Disabled unless the marina's flag is on. */
export function useIneligibleCards() {
  const { accountGuid: guid } = useSession();
  const { features, permissions } = useTenant();
  return useQuery({
    ...callQuery(listIneligibleCards, { params: { guid } }),
    enabled: features['ineligible-vaulted-cards'] === true && permissions.invoicingEnabled,
    meta: { showsFailure: true },
  });
}

/** Returns a function that deletes a card that can't pay any more. */
export function useForgetIneligible() {
  const { accountGuid: guid } = useSession();
  const queries = useQueryClient();
  return async (id: number): Promise<void> => {
    const { cards } = await api(deleteIneligibleCard, { params: { guid, id } });
    queries.setQueryData(callQuery(listIneligibleCards, { params: { guid } }).queryKey, { cards });
  };
}
