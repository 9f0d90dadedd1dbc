import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useEffect, useEffectEvent } from 'react';
import { emptyBasket, readBasket, startAfresh } from './basket.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** What follows from a settled attempt: orders are read anew, the basket is done with or can be tried again. */
export function useSettledBasket(payment: ProcessedPayment | undefined): void {
  const status = payment?.paymentStatus;
  const reference = payment?.merchantRefNumber;
  const told = useEffectEvent(() => tellOtherTabs({ paidOrderIds: paidOrders(payment) }));

  useEffect(() => {
    if (status === undefined || status === 'Incomplete') return;
    const basket = readBasket();
    if (basket?.merchantRefNumber === reference && basket) {
      if (status === 'Declined' || status === 'Cancelled') startAfresh(basket);
      else emptyBasket();
    }
    void refreshAfterPayment();
    told();
  }, [status, reference]);
}

/** Those that it is on. */
const paidOrders = (payment: ProcessedPayment | undefined): number[] =>
  payment?.paymentStatus === 'Completed' ? payment.orders.map(({ orderId }) => orderId) : [];
