import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** The total owed, the part due now, and the link to pay. */
export function UnpaidOrdersWidget() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <Card title={t('dashboard.unpaidOrders')}>
      <Loaded query={useSummary()} failed={t('orders.notLoaded')} skeleton={[64, 60, 44]}>
        {({ numberUnpaidOrders, totalDueNow, totalOutstanding }) =>
          numberUnpaidOrders === 0 ? (
            <EmptyState small>{t('orders.noOutstandingOrders')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <dl className={styles.figures}>
                <div>
                  <dt>{t('dashboard.dueNow')}</dt>
                  <dd className={styles.large}>{amount(totalDueNow)}</dd>
                </div>
                <div>
                  <dt>{t('dashboard.totalOutstanding', { count: numberUnpaidOrders })}</dt>
                  <dd>{amount(totalOutstanding)}</dd>
                </div>
              </dl>
              <LinkButton to="/secure/orders/outstanding" variant="filled">
                {t('dashboard.viewUnpaidOrders')}
              </LinkButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
