import type { Estimate } from '@quayside/contract/estimates.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useSite } from '../../lib/site.ts';
import { whatItIsFor } from '../../lib/what-it-is-for.ts';
import { AmountHead } from '../../ui/amount-head.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { EstimateAnswer } from './estimate-answer.tsx';
import { EstimateButtons } from './estimate-buttons.tsx';
import { EstimateLines } from './estimate-lines.tsx';
import { EstimateStatusBadge } from './estimate-status-badge.tsx';
import styles from './estimates.module.css';

/** An estimate with all details and actions. */
export function EstimateView({ estimate }: { estimate: Estimate }) {
  const { t } = useTranslation();
  return (
    <div className={styles.view}>
      <EstimateButtons estimate={estimate} />
      <EstimateAnswer estimate={estimate} />
      <Card>
        <EstimateDetails estimate={estimate} />
      </Card>
      <Card title={t('estimates.lines')}>
        <EstimateLines estimate={estimate} />
      </Card>
    </div>
  );
}

function EstimateDetails({ estimate }: { estimate: Estimate }) {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const { createdOn, expiryDate, startDate, departureDate, ref, convertedOrderId } = estimate;
  const day = (value: string | null) => value && date(value, 'dd MMM yyyy', timeZone);
  const facts: Fact[] = [
    { name: t('estimates.number'), value: estimate.id },
    { name: t('orders.lines'), value: whatItIsFor(estimate) },
    { name: t('estimates.createdOn'), value: day(createdOn) },
    { name: t('estimates.expiryDate'), value: expiryDate?.includes('T') ? instant(expiryDate) : day(expiryDate) },
    { name: t('estimates.startDate'), value: day(startDate) },
    { name: t('estimates.departureDate'), value: day(departureDate) },
    { name: t('estimates.reference'), value: ref },
    { name: t('estimates.convertedOrder'), value: convertedOrderId && <OrderLink id={convertedOrderId} /> },
  ];
  function instant(value: string): string {
    return date(value, 'dd MMM yyyy HH:mm:ss', timeZone);
  }
  return (
    <>
      <AmountHead amount={amountIn(estimate.isoCurrencyCode, estimate.grossCost)}>
        <EstimateStatusBadge status={estimate.status} />
      </AmountHead>
      <FactList look="grid" facts={facts} />
    </>
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <Link to="/secure/account/order/$orderId" params={{ orderId: String(id) }}>
    {id}
  </Link>
);
