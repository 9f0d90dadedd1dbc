import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import type { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import styles from './payment-result.module.css';

interface Props {
  payment: Pick<ProcessedPayment, 'paymentStatus' | 'amount'>;
  icon: typeof IconCircleCheck;
  /** Whether it stands on green: only where the money arrived. */
  isSettled: boolean;
}

/** What a payment has come to, and how much it is about: the first line of its panel. */
export function PaymentHead({ payment, icon: Icon, isSettled }: Props) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <div className={styles.head} data-settled={isSettled}>
      <Icon size={36} aria-hidden />
      <div>
        <p className={styles.status}>{t(`payments.status.${payment.paymentStatus}`)}</p>
        <p className={styles.amount}>{amount(payment.amount)}</p>
      </div>
    </div>
  );
}
