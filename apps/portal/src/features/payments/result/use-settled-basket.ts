import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { startAfresh } from '../basket-attempt.ts';
import { emptyBasket, readBasket } from '../basket.ts';
import { tellOtherTabs } from '../other-tabs.ts';
import { refreshAfterPayment } from '../refresh-after-payment.ts';

/**
 * Acts on a settled attempt: reads orders again, and empties the basket or frees it for another try. Returns true
 * once the orders were read again.
 */
export function useSettledBasket(payment: ProcessedPayment | undefined): boolean {
  const status = payment?.paymentStatus;
  const reference = payment?.merchantRefNumber;
  const [isRefreshed, setRefreshed] = useState(false);
  const tellTabs = useEffectEvent(() => tellOtherTabs({ paidOrderIds: paidOrders(payment) }));

  useEffect(() => {
    if (status === undefined || status === 'Incomplete') return;
    const basket = readBasket();
    if (basket?.merchantRefNumber === reference && basket) {
      if (status === 'Declined' || status === 'Cancelled') startAfresh(basket);
      else emptyBasket();
    }
    void refreshAfterPayment().then(() => setRefreshed(true));
    tellTabs();
  }, [status, reference]);

  return isRefreshed;
}

/** Returns the orders that a completed payment is allocated to. */
const paidOrders = (payment: ProcessedPayment | undefined): number[] =>
  payment?.paymentStatus === 'Completed' ? payment.orders.map(({ orderId }) => orderId) : [];
