import { getPayment } from '@quayside/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../lib/call-query.ts';
import { pollDelay } from './poll-delay.ts';

/**
 * A payment attempt by its reference, asked for again and again until it settles (decision P4.5).
 * A failed question changes nothing: what was not answered may be answered by the next one.
 */
export function usePayment(merchantRefNum: string) {
  const [waitingSince, setWaitingSince] = useState(() => Date.now());
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum } }),
    staleTime: 0,
    retry: false,
    meta: { showsFailure: true },
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      isSettled(state.data) || isNotFound(state.error) ? false : (pollDelay(Date.now() - waitingSince) ?? false),
  });
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    payment: data,
    isUnknown: isNotFound(error),
    /** Nobody asks any more: it takes longer than a reader should wait. */
    gaveUp: !isSettled(data) && askedAt > 0 && pollDelay(askedAt - waitingSince) === null,
    checkAgain: () => {
      setWaitingSince(Date.now());
      void refetch();
    },
  };
}

const isSettled = (payment: { paymentStatus: string } | undefined) =>
  payment !== undefined && payment.paymentStatus !== 'Incomplete';

const isNotFound = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404;
