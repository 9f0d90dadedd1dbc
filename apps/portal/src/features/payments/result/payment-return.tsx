import { cancelPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/calls/api.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { paymentStatusIcons } from './payment-status-badge.tsx';
import { OnItsWayHint, PaymentHead } from './payment-head.tsx';
import { outcomeTitle } from './payment-outcome.ts';
import { usePaymentPlaces, type ResultPage, resultPageOf } from '../payment-places.ts';
import styles from './payment-result.module.css';
import { TestBanner } from '../test-banner.tsx';
import { usePayment } from './use-payment.ts';
import { useSettledBasket } from './use-settled-basket.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

interface Props {
  merchantRefNum: string;
  /** The customer cancelled on the provider's page. */
  isCancelled: boolean;
}

/** The page that a provider's page returns to: the state of the payment, and the next step. */
export function PaymentReturn({ merchantRefNum, isCancelled }: Props) {
  // Requests the cancellation first. If the payment succeeded anyway, the page shows that (decisions P4.6, P4.28).
  const cancelled = useQuery({
    queryKey: ['cancelReturned', merchantRefNum],
    queryFn: () => api(cancelPayment, { params: { ref: merchantRefNum } }),
    enabled: isCancelled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsFailure: true },
  });
  if (isCancelled && cancelled.isPending) return <Checking />;
  return <Returned merchantRefNum={merchantRefNum} />;
}

function Checking() {
  const { t } = useTranslation();
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.returnTitle')} />
      <output className={styles.waiting}>
        <Spinner /> {t('payments.checking')}
      </output>
    </div>
  );
}

function Returned({ merchantRefNum }: Pick<Props, 'merchantRefNum'>) {
  const { t } = useTranslation();
  const { payment, isUnknown, isRefused, gaveUp, checkAgain } = usePayment(merchantRefNum);
  const page = payment ? resultPageOf(payment) : null;
  useSettledBasket(payment);
  if (isUnknown || isRefused)
    return (
      <div className={styles.result}>
        <PageHeading title={t('payments.returnTitle')} />
        <Alert kind="info">{t('payments.returnElsewhere')}</Alert>
        <WayOn page={null} merchantRefNum={merchantRefNum} />
      </div>
    );
  if (!payment || page === null)
    return <WaitingForPayment payment={payment} gaveUp={gaveUp} onCheckAgain={checkAgain} />;
  return (
    <div className={styles.result}>
      <Outcome payment={payment} page={page} />
      <WayOn page={page} merchantRefNum={merchantRefNum} />
    </div>
  );
}

function Outcome({ payment, page }: { payment: ProcessedPayment; page: ResultPage }) {
  const { t } = useTranslation();
  const isCompleted = payment.paymentStatus === 'Completed';
  const icon = page === 'error' ? IconAlertTriangle : paymentStatusIcons[payment.paymentStatus];
  return (
    <>
      <PageHeading title={page === 'error' ? t('financial.paymentFailure') : outcomeTitle(t, payment)} />
      {payment.isTest && <TestBanner />}
      <section className={styles.panel} aria-label={t('payments.details')}>
        <PaymentHead payment={payment} icon={icon} isSettled={isCompleted} />
      </section>
      {page === 'error' && <Alert kind="error">{payment.errorDescription ?? t('payments.unknownReason')}</Alert>}
      <OnItsWayHint payment={payment} />
      <p className={styles.quiet}>{t('payments.quoteReference', { reference: payment.reference })}</p>
    </>
  );
}

/**
 * The next step. A payment's own window is closed; otherwise a link leads back to the portal or pay link (decision
 * P4.29).
 */
function WayOn({ page, merchantRefNum: reference }: { page: ResultPage | null; merchantRefNum: string }) {
  const { t } = useTranslation();
  const { anyProvider, orders, texts } = usePaymentPlaces();
  if (window.opener !== null)
    return (
      <div className={styles.buttons}>
        <ActionButton onAction={() => window.close()}>{t('payments.closeWindow')}</ActionButton>
      </div>
    );
  const { confirmation } = anyProvider;
  return (
    <div className={styles.buttons}>
      {page === 'confirmation' ? (
        <LinkButton {...confirmation} search={{ ...(confirmation.search as object), reference }} variant="filled">
          {t(texts.back)}
        </LinkButton>
      ) : (
        <LinkButton {...orders} variant="filled">
          {t(texts.toOrders)}
        </LinkButton>
      )}
    </div>
  );
}
