import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CardSecurityCode } from '../secure/card-security-code.tsx';
import { useQuickPay } from './quick-pay.ts';
import { useLinkCheckoutFacts } from './use-link-checkout-facts.ts';
import { WithBasket } from './with-basket.tsx';

/** The security code of a card that the owner has stored; by the link alone there is none (decision S2). */
export function QuickPaySecurityCodePage() {
  const { t } = useTranslation();
  const { owner } = useQuickPay();
  const { cardCheckout } = usePaymentPlaces();
  const asked = useLinkCheckoutFacts();
  if (!owner) return <Navigate {...cardCheckout} replace />;
  return (
    <WithBasket>
      <PageHeading title={t('cards.securityCodeTitle')} />
      <CardSecurityCode asked={asked} />
    </WithBasket>
  );
}
