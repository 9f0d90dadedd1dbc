import { cancelPayment } from '@quayside/contract/payments.ts';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { readBasket, repriceBasket, startAfresh } from './basket.ts';
import type { PaymentEnd } from './card-payment.ts';
import type { CheckoutProblem } from './checkout-problem.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** The basket that a card is to pay, what stands in its way, and the way out of that. @param onEnd see the checkouts */
export function useCheckoutProblem(onEnd: (end: PaymentEnd) => void) {
  const [basket, setBasket] = useState(readBasket);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);

  function explain(next: CheckoutProblem): void {
    const current = readBasket();
    if (next.kind === 'amountChanged' && current) {
      setBasket(repriceBasket(current, next.amount));
    }
    // What is owed may have changed, or be paid by another payment.
    if (next.kind === 'amountChanged' || next.kind === 'inProgress' || next.kind === 'failed')
      void refreshAfterPayment();
    setProblem(next);
  }

  /** Gives up another attempt that holds these orders, which may turn out to have been paid. */
  async function cancelOther(ref: string): Promise<void> {
    const payment = await api(cancelPayment, { params: { ref } });
    const current = readBasket();
    if (current) setBasket(startAfresh(current));
    if (payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined') setProblem(null);
    else onEnd({ end: 'settled', payment });
  }

  return {
    /** Undefined once it was emptied. */
    basket,
    problem,
    clearProblem: () => setProblem(null),
    explain,
    cancelOther,
  };
}
