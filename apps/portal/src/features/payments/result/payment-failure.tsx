import { isOnPage, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { usePaymentPlaces } from '../payment-places.ts';
import styles from './payment-result.module.css';
import { TestBanner } from '../test-banner.tsx';

/**
 * The payment failed: the reason, the notice that no money was taken, the reference, and another try with the same
 * orders.
 */
export function PaymentFailure({ payment }: { payment: ProcessedPayment | undefined }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { contact } = useTenant();
  const { orders } = usePaymentPlaces();
  const shown = payment && amount(payment.amount);
  const isByCard = !isOnPage(payment?.paymentChannel ?? 'None');
  const reason =
    payment?.errorDescription ??
    t(payment?.paymentStatus === 'Cancelled' ? 'payments.cancelledReason' : 'payments.unknownReason');
  const stillToPay = payment?.saysUncharged
    ? 'payments.stillToPay'
    : isByCard
      ? 'payments.notTaken'
      : 'payments.notCharged';
  return (
    <div className={styles.result}>
      <PageHeading title={t('financial.paymentFailure')} />
      {payment?.isTest && <TestBanner />}
      <Alert kind="error" title={reason}>
        {shown && <p>{t(stillToPay, { amount: shown })}</p>}
      </Alert>
      <div className={styles.buttons}>
        <LinkButton {...orders} variant="filled">
          {t('payments.tryAgain')}
        </LinkButton>
      </div>
      <p className={styles.quiet}>
        {payment && `${t('payments.quoteReference', { reference: payment.reference })} `}
        {t('payments.contactOffice', { telephone: contact.telephone })}
      </p>
    </div>
  );
}
