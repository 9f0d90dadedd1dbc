import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fillBasket } from '../../features/payments/basket.ts';
import { PayPanel } from '../../features/payments/pay-panel.tsx';
import { usePayPanelLayout } from '../../features/payments/pay-panel-layout.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/alert.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { useQuickPay } from './quick-pay.ts';

/** What the order is paid with, and the way to the checkout. */
export function PayOrder({ order }: { order: QuickPayOrder }) {
  const { t } = useTranslation();
  const { culture, contact } = useTenant();
  const { providers, isPending, error, retry } = useQuickPayProviders(order);
  if (error) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (isPending) return <LoadingSkeleton heights={[160]} />;
  if (providers.length === 0 || order.isoCurrencyCode !== culture.isoCurrencyCode)
    return <Alert kind="info">{t('quickPay.notOnline', { telephone: contact.telephone })}</Alert>;
  return <Panel order={order} providers={providers} />;
}

function Panel({ order, providers }: { order: QuickPayOrder; providers: readonly PaymentProvider[] }) {
  const navigate = useNavigate();
  const { owner } = useQuickPay();
  const { cardCheckout } = usePaymentPlaces();
  // It never lies over the rest of the page: there is a password to be typed below.
  const layout = usePayPanelLayout(false);
  const { id, siteId, outstandingAmount } = order;
  const checkout = (provider: PaymentProvider) => {
    fillBasket({ orderIds: [id], siteId, amount: outstandingAmount, providerKey: provider.key });
    // The document of a checkout alone may load the provider's scripts.
    return navigate({ ...cardCheckout, reloadDocument: true });
  };
  return (
    <PayPanel
      layout={layout}
      total={outstandingAmount}
      selectedCount={1}
      orderCount={1}
      prompt={null}
      providers={providers}
      isAccountUser={owner?.isAccountUser ?? true}
      onCheckout={checkout}
    />
  );
}
