import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PaymentPlaces, PaymentPlacesProvider, withinPortal } from '../../features/payments/payment-places.ts';

/** Of providers whose fields see to card and bank: what came of a payment is told on pages of any provider (P2.3). */
const places: PaymentPlaces = {
  ...withinPortal,
  cardCheckout: linkOptions({ to: '/secure/clear-accept/checkout' }),
  confirmation: { to: '/secure/payment/confirmation' },
  error: linkOptions({ to: '/secure/payment/error' }),
};

export function ComponentPlaces({ children }: { children: ReactNode }) {
  return <PaymentPlacesProvider value={places}>{children}</PaymentPlacesProvider>;
}
