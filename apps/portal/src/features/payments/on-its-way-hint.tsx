import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';

/** Of a payment that its provider has and hasn't decided: nobody has to do anything more (decision P3.8). */
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
