import { type CardVaultProfile, getCardVaultProfile, listIneligibleCards } from '@quayside/contract/cards/cards.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';

/**
 * Returns a function that changes the provider's profile and shows the new one from the server's answer. After a
 * failure the result is unknown, so the profile is loaded again.
 */
export function useVault() {
  const { accountGuid } = useSession();
  const queries = useQueryClient();
  const { queryKey } = callQuery(getCardVaultProfile, { params: { guid: accountGuid } });
  return async (change: Promise<{ profile: CardVaultProfile }>): Promise<void> => {
    try {
      const { profile } = await change;
      queries.setQueryData(queryKey, { profile });
      await queries.invalidateQueries({ queryKey: [listIneligibleCards.name] });
    } catch (error) {
      void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
}

/** Queries the account's stored cards and billing addresses. Null before the first card is kept. */
export function useCardVaultProfile() {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(getCardVaultProfile, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
  });
}
