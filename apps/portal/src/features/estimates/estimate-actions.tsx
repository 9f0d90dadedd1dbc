import { type EstimateSummary, getEstimateDocument } from '@quayside/contract/estimates.ts';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callUrl } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { rowAction, RowActions, rowLink, RowWord } from '../../ui/table/row-actions.tsx';

/** The actions of an estimate in a list: view it, view the order that it became, download it. */
export function EstimateActions({ estimate: { id, convertedOrderId } }: { estimate: EstimateSummary }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  return (
    <RowActions>
      {convertedOrderId !== null && (
        <Link
          to="/secure/account/order/$orderId"
          params={{ orderId: String(convertedOrderId) }}
          className={rowAction}
          aria-label={t('estimates.viewOrderOf', { id: convertedOrderId })}
          title={t('estimates.viewOrder')}
        >
          <IconReceipt size={20} aria-hidden="true" />
          <RowWord>{t('estimates.viewOrder')}</RowWord>
        </Link>
      )}
      <a
        href={callUrl(getEstimateDocument, { params: { guid, id } })}
        target="_blank"
        rel="noopener"
        className={rowAction}
        aria-label={t('estimates.downloadOf', { id })}
        title={t('estimates.download')}
      >
        <IconFileTypePdf size={20} aria-hidden="true" />
        <RowWord>{t('estimates.download')}</RowWord>
      </a>
      <Link
        to="/secure/estimates/$estimateId"
        params={{ estimateId: String(id) }}
        className={rowLink}
        data-opens-row
        aria-label={t('estimates.viewOf', { id })}
      >
        {t('estimates.view')}
      </Link>
    </RowActions>
  );
}
