import { useTranslation } from 'react-i18next';
import { type ReactNode, useMemo } from 'react';
import { usePaymentPlaces, PaymentPlacesProvider } from '../../features/payments/payment-places.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { ComponentCheckoutForm } from './component-checkout-form.tsx';
import { type ComponentCheckoutQuery, useComponentCheckoutData } from './use-component-data.ts';
import { useFreeBasket } from './use-free-basket.ts';

/** Pays by card in the second provider's own fields. Its own document is loaded, for the provider's script. */
export function ComponentCheckoutPage() {
  const { t } = useTranslation();
  return (
    <ComponentPlaces>
      <PageHeading title={t('payments.payNow')} />
      <ComponentCheckout asked={useComponentCheckoutData()} />
    </ComponentPlaces>
  );
}

/** Shows the steps once the data has loaded and no attempt for this basket is under way. */
export function ComponentCheckout({ asked }: { asked: ComponentCheckoutQuery }) {
  const { t } = useTranslation();
  const { facts, isMissing, error, retry, keptError, retryKept } = asked;
  const attempt = useFreeBasket();

  if (error) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (attempt.error)
    return <ErrorState title={t('payments.lastNotChecked')} error={attempt.error} onRetry={attempt.retry} />;
  if (attempt.isFree && isMissing) return <DataMissing />;
  if (!facts || !attempt.isFree) return <LoadingSkeleton heights={[88, 32, 160, 280, 44]} />;
  return (
    <>
      {Boolean(keptError) && <ErrorState title={t('cards.profileNotLoaded')} error={keptError} onRetry={retryKept} />}
      <ComponentCheckoutForm facts={facts} />
    </>
  );
}

/** The order to pay no longer exists, for example because the office changed it. */
function DataMissing() {
  const { t } = useTranslation();
  const { orders, texts } = usePaymentPlaces();
  return (
    <Alert kind="error" title={t('general.error')} action={<LinkButton {...orders}>{t(texts.toOrders)}</LinkButton>}>
      <p>{t('payments.dataMissing')}</p>
    </Alert>
  );
}

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
