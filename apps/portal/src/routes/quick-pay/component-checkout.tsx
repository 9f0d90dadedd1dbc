import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { ComponentCheckout, ComponentPlaces } from '../checkout/component-checkout.tsx';
import { WithBasket } from './with-basket.tsx';
import { useLinkComponentData } from './use-link-component-data.ts';

/** The second step with the second card provider. It pays the order's outstanding amount. */
export function QuickPayComponentCheckoutPage() {
  const { t } = useTranslation();
  const asked = useLinkComponentData();
  return (
    <WithBasket>
      <ComponentPlaces>
        <PageHeading title={t('payments.payNow')} />
        <ComponentCheckout asked={asked} />
      </ComponentPlaces>
    </WithBasket>
  );
}
