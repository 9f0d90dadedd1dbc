import { useEffect } from 'react';
import { useUnfinishedAttempt } from '../../features/payments/use-unfinished-attempt.ts';
import { usePaymentResult } from './use-payment-result.ts';

/** Whether nothing of this basket is under way. An attempt that has come to something is led to. */
export function useFreeBasket() {
  const attempt = useUnfinishedAttempt();
  const { toPage } = usePaymentResult();
  useEffect(() => {
    if (attempt.found !== null) toPage('confirmation', attempt.found);
  }, [attempt.found, toPage]);
  return attempt;
}
