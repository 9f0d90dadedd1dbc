import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import styles from './payment-view.module.css';

/** Tells the customer how much of their money is on no order (PAID-2). */
export function AvailableBalance() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { accountGuid } = useSession();
  const summary = useQuery({
    ...callQuery(getSummary, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
  }).data;
  if (summary === undefined || summary.totalAvailable <= 0) return null;
  return (
    <div className={styles.balance}>
      <Alert kind="info" title={t('payments.balance', { amount: amount(summary.totalAvailable) })}>
        {t('payments.balanceHint')}
      </Alert>
    </div>
  );
}
