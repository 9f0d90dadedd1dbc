import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { CardCheckout } from '../checkout/card-checkout.tsx';
import { useLinkCheckoutData } from './use-link-checkout-data.ts';
import { RequireBasket } from './require-basket.tsx';

/** The second step with a card: a new one, or a stored one of the signed-in owner. */
export function QuickPayCheckoutPage() {
  const { t } = useTranslation();
  return (
    <RequireBasket>
      <PageHeading title={t('cards.checkoutTitle')} />
      <CardCheckout query={useLinkCheckoutData()} />
    </RequireBasket>
  );
}
