import type { Estimate, EstimateDetail } from '@quayside/contract/orders/estimates.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../lib/formats/use-format.ts';
import { numberFormat } from '../../lib/formats/formatters.ts';
import { useLength } from '../../lib/formats/use-length.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { dotted } from '../../ui/dotted.tsx';
import { describeOrder } from '../../lib/order-description.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { AmountHead } from '../../ui/amount-head.tsx';
import { Card } from '../../ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { LinesTable } from '../../ui/table/lines-table.tsx';
import { EstimateAnswer } from './estimate-answer.tsx';
import { EstimateButtons } from './estimate-buttons.tsx';
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
  const items: DescriptionItem[] = [
    { name: t('estimates.number'), value: estimate.id },
    { name: t('orders.lines'), value: dotted(describeOrder(estimate)) },
    { name: t('estimates.createdOn'), value: day(createdOn) },
    { name: t('estimates.expiryDate'), value: expiryDate?.includes('T') ? minute(expiryDate) : day(expiryDate) },
    { name: t('estimates.startDate'), value: day(startDate) },
    { name: t('estimates.departureDate'), value: day(departureDate) },
    { name: t('estimates.reference'), value: ref },
    { name: t('estimates.convertedOrder'), value: convertedOrderId && <OrderLink id={convertedOrderId} /> },
  ];
  // The office sets it to the minute.
  function minute(value: string): string {
    return date(value, 'dd MMM yyyy HH:mm', timeZone);
  }
  return (
    <>
      <AmountHead amount={amountIn(estimate.isoCurrencyCode, estimate.grossCost)}>
        <EstimateStatusBadge status={estimate.status} />
      </AmountHead>
      <DescriptionList look="grid" items={items} />
    </>
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <Link to="/secure/account/order/$orderId" params={{ orderId: String(id) }}>
    {id}
  </Link>
);

/** The lines of an estimate with the totals below. */
function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { t, i18n } = useTranslation();
  const { amountIn } = useFormat();
  const { taxLabel } = useTenant();
  const length = useLength();
  const amount = (value: number) => amountIn(estimate.isoCurrencyCode, value);
  const tax = taxLabel || t('estimates.tax');
  const boat = ({ boatName, boatLength }: EstimateDetail) =>
    [boatName, boatLength !== null && length(boatLength)].filter(Boolean).join(', ');
  return (
    <LinesTable
      label={t('estimates.lines')}
      rows={estimate.estimateDetails}
      columns={[
        { title: t('estimates.tariff'), cell: ({ tariffName }) => tariffName },
        { title: t('estimates.boat'), cell: boat },
        { title: t('estimates.grossUnit'), cell: (line) => amount(line.grossUnitCost), align: 'end' },
        {
          title: t('estimates.quantity'),
          cell: (line) => numberFormat(i18n.language, { maximumFractionDigits: 3 }).format(line.calculatedQuantity),
          align: 'end',
        },
        { title: t('estimates.net'), cell: (line) => amount(line.netCost), align: 'end' },
        { title: tax, cell: (line) => amount(line.vatAmount), align: 'end' },
        { title: t('estimates.gross'), cell: (line) => amount(line.grossCost), align: 'end' },
      ]}
      totals={[
        { name: t('estimates.totalNet'), value: amount(estimate.netCost) },
        { name: tax, value: amount(estimate.vatAmount) },
        { name: t('estimates.total'), value: amount(estimate.grossCost) },
      ]}
    />
  );
}
