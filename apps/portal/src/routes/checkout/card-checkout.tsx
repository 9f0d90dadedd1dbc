import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { CardCheckoutForm } from './card-checkout-form.tsx';
import { type CheckoutDataQuery, useCheckoutData } from './use-checkout-data.ts';
import { useFreeBasket } from './use-free-basket.ts';

/** Pays by a stored or a new card. Its own document is loaded, for the provider's scripts (see page.ts). */
export function CardCheckoutPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('cards.checkoutTitle')} />
      <CardCheckout asked={useCheckoutData()} />
    </>
  );
}

/** Shows the form once its data has loaded and no attempt for this basket is under way. */
export function CardCheckout({ asked }: { asked: CheckoutDataQuery }) {
  const { t } = useTranslation();
  const { facts, error, retry, profileError, retryProfile } = asked;
  const attempt = useFreeBasket();

  if (error) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  if (attempt.error)
    return <ErrorState title={t('payments.lastNotChecked')} error={attempt.error} onRetry={attempt.retry} />;
  if (!facts || !attempt.isFree) return <LoadingSkeleton heights={[88, 56, 280, 44]} />;
  return (
    <>
      {Boolean(profileError) && (
        <ErrorState title={t('cards.profileNotLoaded')} error={profileError} onRetry={retryProfile} />
      )}
      <CardCheckoutForm key={facts.profile.id} facts={facts} />
    </>
  );
}
