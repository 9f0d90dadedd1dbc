import type { AgreementSummary } from '@quayside/contract/agreements.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgreementLink } from './agreement-links.tsx';
import { AgreementStatus } from './agreement-status.tsx';
import styles from './agreements.module.css';
import { OrderLinks } from './order-links.tsx';
import { usePeriod, useSigningTime } from './use-agreement-words.ts';

/** An agreement on a phone. */
export function AgreementCard({ agreement, actions }: { agreement: AgreementSummary; actions: ReactNode }) {
  const { t } = useTranslation();
  const signingTime = useSigningTime();
  const period = usePeriod(agreement, 'dd MMM yy');
  const { captureTime, associations } = agreement;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <AgreementLink agreement={agreement} from="agreements" opensRow />
        <AgreementStatus agreement={agreement} />
      </div>
      {period && <p className={styles.quiet}>{period}</p>}
      {captureTime && <p className={styles.quiet}>{t('agreements.signedOn', { date: signingTime(captureTime) })}</p>}
      {associations.length > 0 && (
        <div className={styles.cardOrders}>
          <span>{t('agreements.orders')}</span>
          <OrderLinks orders={associations} />
        </div>
      )}
      {actions}
    </div>
  );
}
