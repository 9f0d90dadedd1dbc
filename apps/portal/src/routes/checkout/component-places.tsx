import { type ReactNode, useMemo } from 'react';
import { PaymentPlacesProvider, usePaymentPlaces } from '../../features/payments/payment-places.ts';

/**
 * Sets the places of providers whose own fields handle card and bank: their results are on the pages of any
 * provider (P2.3).
 */
export function ComponentPlaces({ children }: { children: ReactNode }) {
  const around = usePaymentPlaces();
  const places = useMemo(
    () => ({ ...around, cardCheckout: around.componentCheckout, ...around.anyProvider }),
    [around],
  );
  return <PaymentPlacesProvider value={places}>{children}</PaymentPlacesProvider>;
}
