import { getAccountPayment } from '@quayside/contract/payment-history.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';
import { useSession } from '../../../lib/session.ts';

/** How often a payment that is not over is read anew. */
const followMs = 5_000;

/** A payment of the history. Whoever asks shows the failure. */
export function useAccountPayment(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(getAccountPayment, { params: { guid, id } }),
    meta: { showsFailure: true },
    refetchInterval: ({ state }) => (state.data && state.data.payment.progress !== 'over' ? followMs : false),
  });
}
