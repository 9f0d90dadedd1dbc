import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readBasket } from '../../features/payments/basket.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useQuickPay } from './quick-pay.ts';

/** Redirects to the review if this order is not in the basket. The review fills the basket. */
export function RequireBasket({ children }: { children: ReactNode }) {
  const { order } = useQuickPay();
  const { orders } = usePaymentPlaces();
  const basket = readBasket();
  const isThis = basket?.orderIds.length === 1 && basket.orderIds[0] === order.id;
  return isThis ? children : <Navigate {...orders} replace />;
}
