import { Navigate } from '@tanstack/react-router';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { CardSecurityCode } from '../checkout/card-security-code.tsx';
import { useQuickPay } from './quick-pay.ts';
import { useLinkCheckoutData } from './use-link-checkout-data.ts';
import { RequireBasket } from './require-basket.tsx';

/**
 * Asks for the security code of a stored card of the owner. By the link alone there are no stored cards (decision
 * S2).
 */
export function QuickPaySecurityCodePage() {
  const { t } = useTranslation();
  const { owner } = useQuickPay();
  const { cardCheckout } = usePaymentPlaces();
  const query = useLinkCheckoutData();
  if (!owner) return <Navigate {...cardCheckout} replace />;
  return (
    <RequireBasket>
      <PageHeading title={t('cards.securityCodeTitle')} />
      <CardSecurityCode query={query} />
    </RequireBasket>
  );
}
