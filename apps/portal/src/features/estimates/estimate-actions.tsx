import { type EstimateSummary, getEstimateDocument } from '@quayside/contract/estimates.ts';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callUrl } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import styles from './estimates.module.css';

/** What can be done with an estimate in a list: view it, view the order that it became, download it. */
export function EstimateActions({ estimate: { id, convertedOrderId } }: { estimate: EstimateSummary }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  return (
    <span className={styles.actions}>
      {convertedOrderId !== null && (
        <Link
          to="/secure/account/order/$orderId"
          params={{ orderId: String(convertedOrderId) }}
          className={styles.action}
          aria-label={t('estimates.viewOrderOf', { id: convertedOrderId })}
          title={t('estimates.viewOrder')}
        >
          <IconReceipt size={20} aria-hidden="true" />
          <span className={styles.word}>{t('estimates.viewOrder')}</span>
        </Link>
      )}
      <a
        href={callUrl(getEstimateDocument, { params: { guid, id } })}
        target="_blank"
        rel="noopener"
        className={styles.action}
        aria-label={t('estimates.downloadOf', { id })}
        title={t('estimates.download')}
      >
        <IconFileTypePdf size={20} aria-hidden="true" />
        <span className={styles.word}>{t('estimates.download')}</span>
      </a>
      <Link
        to="/secure/estimates/$estimateId"
        params={{ estimateId: String(id) }}
        className={styles.action}
        aria-label={t('estimates.viewOf', { id })}
      >
        {t('estimates.view')}
      </Link>
    </span>
  );
}
