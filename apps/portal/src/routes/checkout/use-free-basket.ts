import { useEffect } from 'react';
import { useUnfinishedAttempt } from '../../features/payments/checkout/checkout.exports.ts';
import { usePaymentResult } from './use-payment-result.ts';

/** Checks that no attempt for this basket is under way. An attempt that has a result opens its result page. */
export function useFreeBasket() {
  const attempt = useUnfinishedAttempt();
  const { toPage } = usePaymentResult();
  useEffect(() => {
    if (attempt.found !== null) void toPage('confirmation', attempt.found);
  }, [attempt.found, toPage]);
  return attempt;
}
