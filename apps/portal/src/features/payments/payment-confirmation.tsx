import { isSettledStatus } from '@quayside/contract/orders.ts';
import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import styles from './payment-result.module.css';
import { ReceiptButtons } from './receipt-buttons.tsx';
import { TestBanner } from './test-banner.tsx';

/** The payment arrived, or is on its way (decision P3.8). Green only where it is completed (ORD-10). */
export function PaymentConfirmation({ payment }: { payment: ProcessedPayment }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const isSettled = isSettledStatus(payment.paymentStatus);
  const Icon = isSettled ? IconCircleCheck : IconHourglass;
  return (
    <div className={styles.result}>
      <PageHeading title={t(isSettled ? 'payments.received' : 'payments.onItsWay')} />
      {payment.isTest && <TestBanner />}
      <section className={styles.panel} aria-label={t('payments.details')}>
        <div className={styles.head} data-settled={isSettled}>
          <Icon size={36} aria-hidden />
          <div>
            <p className={styles.status}>{t(`payments.status.${payment.paymentStatus}`)}</p>
            <p className={styles.amount}>{amount(payment.amount)}</p>
          </div>
        </div>
        <PaymentFacts payment={payment} />
      </section>
      {isSettled && <ReceiptButtons payment={payment} />}
      {payment.cardSaved === false && <Alert kind="warning">{t('cards.notKept')}</Alert>}
      {payment.cardSaved === true && <Alert kind="info">{t('cards.kept')}</Alert>}
      <div className={styles.buttons}>
        <LinkButton to="/secure/dashboard" variant="subtle">
          {t('payments.backToDashboard')}
        </LinkButton>
      </div>
    </div>
  );
}
