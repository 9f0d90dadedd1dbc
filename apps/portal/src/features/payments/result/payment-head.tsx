import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { IconCircleCheck } from '@tabler/icons-react';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { LargeAmount } from '../../../ui/large-amount.tsx';
import styles from './payment-result.module.css';

interface Props {
  payment: Pick<ProcessedPayment, 'paymentStatus' | 'amount'>;
  icon: typeof IconCircleCheck;
  /** True for a green background: only if the money arrived. */
  isSettled: boolean;
}

/** The first line of a payment's panel: its result and its amount. */
export function PaymentHead({ payment, icon: Icon, isSettled }: Props) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <div className={styles.head} data-settled={isSettled}>
      <Icon size={36} aria-hidden />
      <div>
        <p className={styles.status}>{t(`payments.status.${payment.paymentStatus}`)}</p>
        <p>
          <LargeAmount>{amount(payment.amount)}</LargeAmount>
        </p>
      </div>
    </div>
  );
}

/**
 * Shown for a payment that the provider has not decided yet: the customer need not do anything more (decision
 * P3.8).
 */
export function OnItsWayHint({ payment: { paymentStatus, receiptEmail } }: { payment: ProcessedPayment }) {
  const { t } = useTranslation();
  if (paymentStatus !== 'Pending') return null;
  return (
    <p>
      {t('payments.onItsWayHint')}
      {receiptEmail !== null && ` ${t('payments.newsByEmail', { email: receiptEmail })}`}
    </p>
  );
}
