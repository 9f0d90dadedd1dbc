import { getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { isDecided } from './payment-outcome.ts';
import { pollDelay } from './poll-delay.ts';

/**
 * Returns a payment attempt by its reference, and asks for it again until it settles (decision P4.5). A failed
 * request changes nothing, because the next one may be answered.
 * @param isOver decides when to stop asking; default: as soon as it is decided
 */
export function usePayment(merchantRefNum: string, isOver: (payment: ProcessedPayment) => boolean = isSettledYet) {
  const isSettled = (known: ProcessedPayment | undefined) => known !== undefined && isOver(known);
  const [waitingSince, setWaitingSince] = useState(() => Date.now());
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum } }),
    staleTime: 0,
    retry: false,
    meta: { showsFailure: true },
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      isSettled(state.data) || namesNone(state.error) || hasStatus(state.error, 401)
        ? false
        : (pollDelay(Date.now() - waitingSince) ?? false),
  });
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    payment: data,
    isUnknown: namesNone(error),
    /** True if no session here may see this payment. */
    isRefused: hasStatus(error, 401),
    /** True if it has stopped asking, because it takes longer than a reader should wait. */
    gaveUp: !isSettled(data) && askedAt > 0 && pollDelay(askedAt - waitingSince) === null,
    checkAgain: () => {
      setWaitingSince(Date.now());
      void refetch();
    },
  };
}

const isSettledYet = ({ paymentStatus }: ProcessedPayment) => isDecided(paymentStatus);

/** The server knows no such payment, or the text can't be a reference at all. */
const namesNone = (error: unknown) => hasStatus(error, 404) || hasStatus(error, 400);

const hasStatus = (error: unknown, status: number) =>
  error instanceof Error && 'status' in error && error.status === status;
