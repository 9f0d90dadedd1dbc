import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readBasket } from '../../features/payments/basket.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CardCheckout } from '../secure/card-checkout.tsx';
import { useQuickPay } from './quick-pay.ts';
import { useLinkCheckoutFacts } from './use-link-checkout-facts.ts';

/** The second step, by card: a new one, or one that the owner who is signed in has stored. */
export function QuickPayCheckoutPage() {
  const { t } = useTranslation();
  return (
    <WithBasket>
      <PageHeading title={t('cards.checkoutTitle')} />
      <CardCheckout asked={useLinkCheckoutFacts()} />
    </WithBasket>
  );
}

/** Without this order in the basket there is nothing to pay here: the review fills it. */
export function WithBasket({ children }: { children: ReactNode }) {
  const { order } = useQuickPay();
  const { orders } = usePaymentPlaces();
  const basket = readBasket();
  const isThis = basket?.orderIds.length === 1 && basket.orderIds[0] === order.id;
  return isThis ? children : <Navigate {...orders} replace />;
}
