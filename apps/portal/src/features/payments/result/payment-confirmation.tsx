import { isSettledStatus } from '@quayside/contract/orders.ts';
import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/message/alert.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { paymentStatusIcons } from './payment-status-badge.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { PaymentHead, OnItsWayHint } from './payment-head.tsx';
import { outcomeTitle } from './payment-outcome.ts';
import styles from './payment-result.module.css';
import { ReceiptButtons } from './receipt-buttons.tsx';
import { TestBanner } from '../test-banner.tsx';

/** The facts about the reader of a payment's page. */
export interface ConfirmationContext {
  /** The payment's account. Undefined while it loads. `email` is empty if it has no address for receipts. */
  account: { email: string } | undefined;
  /** The site's time zone. Undefined while it loads. */
  timeZone: string | undefined;
  /** The amount still due, and the button to it. By a link that is the rest of the order. */
  stillDue?: ReactNode;
  /** The links to the next page. */
  onward: ReactNode;
}

/** The payment succeeded, or is on its way (decision P3.8). Green only if it is completed (ORD-10). */
export function PaymentConfirmation({
  payment,
  account,
  timeZone,
  stillDue,
  onward,
}: { payment: ProcessedPayment } & ConfirmationContext) {
  const { t } = useTranslation();
  const isSettled = isSettledStatus(payment.paymentStatus);
  return (
    <div className={styles.result}>
      <PageHeading title={outcomeTitle(t, payment)} />
      {payment.isTest && <TestBanner />}
      <section className={styles.panel} aria-label={t('payments.details')}>
        <PaymentHead payment={payment} icon={paymentStatusIcons[payment.paymentStatus]} isSettled={isSettled} />
        <PaymentSummary payment={payment} timeZone={timeZone} />
      </section>
      <OnItsWayHint payment={payment} />
      {isSettled && <ReceiptButtons payment={payment} account={account} />}
      {payment.cardSaved === false && <Alert kind="warning">{t('cards.notKept')}</Alert>}
      {payment.cardSaved === true && <Alert kind="info">{t('cards.kept')}</Alert>}
      {stillDue}
      <div className={styles.buttons}>{onward}</div>
    </div>
  );
}
