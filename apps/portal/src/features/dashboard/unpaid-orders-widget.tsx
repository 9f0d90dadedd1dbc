import type { Summary } from '@quayside/contract/account/dashboard.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { useSummary } from './use-summary.ts';
import { LargeAmount } from '../../ui/large-amount.tsx';
import styles from './widgets.module.css';

/** The amount due, its parts if some of it waits, the total owed, and the link to pay. */
export function UnpaidOrdersWidget() {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <Card title={t('dashboard.unpaidOrders')}>
      <Loaded query={useSummary()} failed={t('orders.notLoaded')} skeleton={[64, 150, 44]}>
        {(summary) =>
          summary.numberUnpaidOrders === 0 ? (
            <EmptyState small>{t('orders.noOutstandingOrders')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <dl className={styles.figures}>
                <div>
                  <dt>{t('dashboard.dueNow')}</dt>
                  <dd>
                    <LargeAmount>{amount(summary.totalDue)}</LargeAmount>
                  </dd>
                </div>
                <div>
                  <dt>{t('dashboard.totalOutstanding', { count: summary.numberUnpaidOrders })}</dt>
                  <dd>{amount(summary.totalOutstanding)}</dd>
                </div>
              </dl>
              <DueParts summary={summary} />
              <LinkButton to="/secure/orders/outstanding">{t('dashboard.viewUnpaidOrders')}</LinkButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Tells what of the amount due can be paid now, and what the rest waits for. Hidden if all of it can be paid. */
function DueParts({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const { totalDue, totalPayableNow, totalWaitingForSignature, totalInPayment } = summary;
  if (totalPayableNow === totalDue) return null;
  const ifAny = (part: number) => part > 0 && amount(part);
  return (
    <DescriptionList
      look="row"
      items={[
        { name: t('payments.payableNow'), value: amount(totalPayableNow) },
        { name: t('payments.waitsForSignature'), value: ifAny(totalWaitingForSignature) },
        { name: t('payments.inPayment'), value: ifAny(totalInPayment) },
      ]}
    />
  );
}
