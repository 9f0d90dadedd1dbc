import type { PaymentSummary } from '@quayside/contract/payment-history.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../../../ui/table/row-actions.tsx';
import { rememberOpened, returnToOpened } from './opened-payment.ts';

/** Opens a payment of the history. A reader who comes back finds its row in the same place, with the focus on it. */
export function PaymentLink({ payment: { id, reference } }: { payment: PaymentSummary }) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (link.current && returnToOpened(id, link.current)) link.current.focus({ preventScroll: true });
  }, [id]);

  return (
    <Link
      ref={link}
      to="/secure/account/payment/$paymentId"
      params={{ paymentId: String(id) }}
      className={rowLink}
      data-opens-row
      aria-label={t('payments.viewOf', { reference })}
      onClick={() => link.current && rememberOpened(id, link.current)}
    >
      {t('payments.view')}
    </Link>
  );
}
