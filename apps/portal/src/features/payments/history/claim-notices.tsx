import type { Order } from '@quayside/contract/orders.ts';
import type { PaymentOfOrder } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import styles from './payment-view.module.css';

/** Tells why an order must be paid again, and which of its payments are in dispute. */
export function ClaimNotices({ order: { payments, outstandingAmount } }: { order: Order }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const takenOff = outstandingAmount > 0 ? payments.filter((payment) => payment.takenOffOrderAmount > 0) : [];
  const disputed = payments.filter((payment) => payment.disputedAmount > 0);
  if (takenOff.length + disputed.length === 0) return null;
  const of = ({ isoCurrencyCode, reference }: PaymentOfOrder, part: number) => ({
    amount: amountIn(isoCurrencyCode, part),
    reference,
  });
  return (
    <div className={styles.notices}>
      {takenOff.map((payment) => (
        <Alert key={payment.id} kind="warning" title={t('orders.takenOff', of(payment, payment.takenOffOrderAmount))}>
          {t(payment.paymentChannel === 'None' ? 'orders.takenOffByOfficeHint' : 'orders.takenOffHint')}
        </Alert>
      ))}
      {disputed.map((payment) => (
        <Alert key={payment.id} kind="info" title={t('orders.disputed', of(payment, payment.disputedAmount))}>
          {t('orders.disputedHint')}
        </Alert>
      ))}
    </div>
  );
}
