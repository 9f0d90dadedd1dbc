import { type CardVaultProfile, getCardVaultProfile, listIneligibleCards } from '@quayside/contract/cards.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/**
 * Changes what the provider keeps, and shows what the server says that it keeps then. After a failure nobody knows what
 * was done, so that the profile is read anew.
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
