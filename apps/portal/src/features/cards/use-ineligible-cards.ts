import { listIneligibleCards } from '@quayside/contract/cards.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';
import { useTenant } from '../../lib/tenant.ts';

/** Stored cards that can't pay any more; asked for only behind the marina's flag. */
export function useIneligibleCards() {
  const { accountGuid: guid } = useSession();
  const { features, permissions } = useTenant();
  return useQuery({
    ...callQuery(listIneligibleCards, { params: { guid } }),
    enabled: features['ineligible-vaulted-cards'] === true && permissions.invoicingEnabled,
    meta: { showsFailure: true },
  });
}
