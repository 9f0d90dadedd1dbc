import type { PaymentSummary } from '@quayside/contract/payments/payment-history.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { rowLink } from '../../../ui/table/row-actions.tsx';

/** Opens a payment of the history. */
export function PaymentLink({ payment: { id, reference } }: { payment: PaymentSummary }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/secure/account/payment/$paymentId"
      params={{ paymentId: String(id) }}
      className={rowLink}
      data-opens-row
      aria-label={t('payments.viewOf', { reference })}
    >
      {t('payments.view')}
    </Link>
  );
}
