import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnfinishedAttempt } from '../../features/payments/use-unfinished-attempt.ts';
import { Alert } from '../../ui/alert.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ComponentCheckoutForm } from './component-checkout-form.tsx';
import { useComponentFacts } from './use-component-facts.ts';
import { componentPages, usePaymentResult } from './use-payment-result.ts';

/** Paying by card in the second provider's own fields. Its document is loaded anew, for the provider's script. */
export function ComponentCheckoutPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('payments.payNow')} />
      <Content />
    </>
  );
}

function Content() {
  const { t } = useTranslation();
  const { facts, isMissing, error, retry, keptError, retryKept } = useComponentFacts();
  const attempt = useUnfinishedAttempt();
  const { toPage } = usePaymentResult(componentPages);

  useEffect(() => {
    if (attempt.found !== null) toPage('confirmation', attempt.found);
  }, [attempt.found, toPage]);

  if (error) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (attempt.error)
    return <ErrorState title={t('payments.lastNotChecked')} error={attempt.error} onRetry={attempt.retry} />;
  if (attempt.isFree && isMissing) return <DataMissing />;
  if (!facts || !attempt.isFree) return <LoadingSkeleton heights={[88, 32, 160, 280, 44]} />;
  return (
    <>
      {keptError && <ErrorState title={t('cards.profileNotLoaded')} error={keptError} onRetry={retryKept} />}
      <ComponentCheckoutForm facts={facts} />
    </>
  );
}

/** What was to be paid isn't there, as after the office has changed it. */
function DataMissing() {
  const { t } = useTranslation();
  return (
    <Alert
      kind="error"
      title={t('general.error')}
      action={<LinkButton to="/secure/orders/outstanding">{t('payments.toOrders')}</LinkButton>}
    >
      <p>{t('payments.dataMissing')}</p>
    </Alert>
  );
}
