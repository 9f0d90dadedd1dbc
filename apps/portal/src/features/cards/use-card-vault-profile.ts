import { getCardVaultProfile } from '@quayside/contract/cards.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** Queries the account's stored cards and billing addresses. Null before the first card is kept. */
export function useCardVaultProfile() {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(getCardVaultProfile, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
  });
}
