import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './payment-result.module.css';

interface Props {
  /** What the server knows so far. */
  payment: ProcessedPayment | undefined;
  gaveUp: boolean;
  onCheckAgain: () => void;
}

/** Nobody knows yet whether the money moved. Says that paying again is not needed (decision P4.5). */
export function WaitingForPayment({ payment, gaveUp, onCheckAgain }: Props) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <div className={styles.result}>
      <PageHeading title={t('payments.waitingTitle')} />
      {gaveUp ? (
        <Alert
          kind="warning"
          title={t('payments.stillWaiting')}
          action={
            <ActionButton variant="default" processing={t('payments.checking')} onAction={onCheckAgain}>
              {t('payments.checkAgain')}
            </ActionButton>
          }
        />
      ) : (
        <output className={styles.waiting}>
          <Spinner />
          <div>
            {payment && <p className={styles.amount}>{amount(payment.amount)}</p>}
            <p>{t('payments.waiting')}</p>
          </div>
        </output>
      )}
      {payment && <p className={styles.quiet}>{t('payments.quoteReference', { reference: payment.reference })}</p>}
    </div>
  );
}
