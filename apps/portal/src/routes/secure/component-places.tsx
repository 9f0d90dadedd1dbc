import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PaymentPlaces, PaymentPlacesProvider, withinPortal } from '../../features/payments/payment-places.ts';
import { pagePlaces } from './use-payment-result.ts';

/** Of providers whose fields see to card and bank: what came of a payment is told on pages of any provider (P2.3). */
const places: PaymentPlaces = {
  ...withinPortal,
  cardCheckout: linkOptions({ to: '/secure/clear-accept/checkout' }),
  ...pagePlaces,
};

export function ComponentPlaces({ children }: { children: ReactNode }) {
  return <PaymentPlacesProvider value={places}>{children}</PaymentPlacesProvider>;
}
