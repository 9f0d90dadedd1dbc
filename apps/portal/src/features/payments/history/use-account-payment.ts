import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useSession } from '../../../lib/session/session.ts';

/** The interval of reading a payment that is not over, in ms. */
const followMs = 5_000;

/** Queries a payment of the history. The caller shows the failure. */
export function useAccountPayment(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(getAccountPayment, { params: { guid, id } }),
    meta: { showsFailure: true },
    refetchInterval: ({ state }) => (state.data && state.data.payment.progress !== 'over' ? followMs : false),
  });
}
