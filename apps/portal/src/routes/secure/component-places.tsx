import { type ReactNode, useMemo } from 'react';
import { PaymentPlacesProvider, usePaymentPlaces } from '../../features/payments/payment-places.ts';

/** Of providers whose fields see to card and bank: what came of a payment is told on pages of any provider (P2.3). */
export function ComponentPlaces({ children }: { children: ReactNode }) {
  const around = usePaymentPlaces();
  const places = useMemo(
    () => ({ ...around, cardCheckout: around.componentCheckout, ...around.anyProvider }),
    [around],
  );
  return <PaymentPlacesProvider value={places}>{children}</PaymentPlacesProvider>;
}
