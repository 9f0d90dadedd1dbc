import { getPayment, type ProcessedPayment } from '@quayside/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../lib/call-query.ts';

/** Both in ms (decision P4.30). */
const longestWait = 5_000;
const askEvery = 1_000;

/**
 * Tells if a completed payment's receipt is available: `ready`, `waiting` (for at most five seconds), or `later`,
 * when the server goes on by itself.
 */
export function useReceiptWait({
  merchantRefNumber,
  receiptReady,
}: Pick<ProcessedPayment, 'merchantRefNumber' | 'receiptReady'>): 'ready' | 'waiting' | 'later' {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), longestWait);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: merchantRefNumber } }),
    enabled: !receiptReady && !isOver,
    refetchInterval: askEvery,
    retry: false,
    meta: { showsFailure: true },
  });
  if (receiptReady || data?.receiptReady) return 'ready';
  return isOver ? 'later' : 'waiting';
}
