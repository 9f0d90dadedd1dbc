import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';

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
