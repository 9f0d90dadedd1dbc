import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** How much is owed, how much of it now, and the way to pay it. */
export function UnpaidOrdersWidget() {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.unpaidOrders')}>
      <Content />
    </Card>
  );
}

function Content() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { data, error, refetch } = useSummary();
  if (!data && error) return <ErrorState title={t('orders.notLoaded')} error={error} onRetry={refetch} />;
  if (!data) return <LoadingSkeleton heights={[20, 44, 44]} />;
  if (data.numberUnpaidOrders === 0) return <EmptyState>{t('orders.noOutstandingOrders')}</EmptyState>;
  return (
    <div className={styles.widget}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('dashboard.dueNow')}</dt>
          <dd className={styles.large}>{amount(data.totalDueNow)}</dd>
        </div>
        <div>
          <dt>{t('dashboard.totalOutstanding', { count: data.numberUnpaidOrders })}</dt>
          <dd>{amount(data.totalOutstanding)}</dd>
        </div>
      </dl>
      <LinkButton to="/secure/orders/outstanding" variant="filled">
        {t('dashboard.viewUnpaidOrders')}
      </LinkButton>
    </div>
  );
}
