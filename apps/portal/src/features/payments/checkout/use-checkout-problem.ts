import { cancelPayment } from '@quayside/contract/payments/payments.ts';
import { useState } from 'react';
import { api } from '../../../lib/calls/api.ts';
import { repriceBasket, startAfresh } from '../basket-attempt.ts';
import { readBasket } from '../basket.ts';
import type { PaymentEnd } from './attempt.ts';
import type { CheckoutProblem } from './checkout-problem.ts';
import { refreshAfterPayment } from '../refresh-after-payment.ts';

/**
 * Returns the basket of a card payment, its problem, and the way out of the problem. @param onEnd see the checkouts
 */
export function useCheckoutProblem(onEnd: (end: PaymentEnd) => unknown) {
  const [basket, setBasket] = useState(readBasket);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);

  function explain(next: CheckoutProblem): void {
    const current = readBasket();
    if (next.kind === 'amountChanged' && current) {
      setBasket(repriceBasket(current, next.amount));
    }
    // The amount owed may have changed, or another payment may have paid it.
    if (next.kind === 'amountChanged' || next.kind === 'inProgress' || next.kind === 'failed')
      void refreshAfterPayment();
    setProblem(next);
  }

  /** Cancels another attempt that holds these orders. It may turn out to be paid. */
  async function cancelOther(ref: string): Promise<void> {
    const payment = await api(cancelPayment, { params: { ref } });
    const current = readBasket();
    if (current) setBasket(startAfresh(current));
    if (payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined') setProblem(null);
    else await onEnd({ end: 'settled', payment });
  }

  return {
    /** Undefined once it is emptied. */
    basket,
    problem,
    clearProblem: () => setProblem(null),
    explain,
    cancelOther,
  };
}
