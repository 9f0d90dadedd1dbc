import type { Order, OrderLine } from '@quayside/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { numberFormat } from '../../lib/formatters.ts';
import { useSite } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { LinesTable } from '../../ui/lines-table.tsx';
import { OrderAgreementButton } from './order-agreement.tsx';
import { OrderStatusBanner } from './order-status-banner.tsx';
import styles from './order-view.module.css';

/** An order with its status, its lines and what of it is paid. */
export function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation();
  return (
    <div className={styles.view}>
      <OrderStatusBanner status={order.paymentStatus} />
      <Card>
        <OrderFacts order={order} />
        <OrderAgreementButton order={order} />
      </Card>
      <Card title={t('orders.lines')}>
        <OrderLines order={order} />
      </Card>
    </div>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const facts = [
    { name: t('orders.numberLabel'), value: order.id },
    { name: t('orders.date'), value: date(order.taxPointDate ?? order.createdOn, 'dd MMM yyyy', timeZone) },
    { name: t('orders.type'), value: order.orderType.name },
  ];
  return <FactList look="row" facts={facts} />;
}

function OrderLines({ order }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const { amountIn } = useFormat();
  const amount = (value: number) => amountIn(order.isoCurrencyCode, value);
  const period = usePeriod();
  return (
    <LinesTable
      label={t('orders.lines')}
      rows={order.details}
      columns={[
        { title: t('orders.lineName'), cell: ({ name }) => name },
        { title: t('orders.lineDates'), cell: period },
        { title: t('orders.location'), cell: ({ location }) => location ?? '' },
        { title: t('orders.boat'), cell: ({ boatName }) => boatName ?? '' },
        { title: t('orders.grossUnit'), cell: (line) => amount(line.grossUnitCost), align: 'end' },
        {
          title: t('orders.quantity'),
          cell: ({ quantity }) => numberFormat(i18n.language, { maximumFractionDigits: 3 }).format(quantity),
          align: 'end',
        },
        { title: t('orders.gross'), cell: (line) => amount(line.grossCost), align: 'end' },
      ]}
      totals={[
        { name: t('orders.total'), value: amount(order.grossOrderCost) },
        { name: t('orders.totalPaid'), value: amount(order.totalPaid) },
        { name: t('orders.outstanding'), value: amount(order.outstandingAmount) },
      ]}
    />
  );
}

/** From when to when a line is, as far as it says. */
function usePeriod(): (line: OrderLine) => string {
  const { date } = useFormat();
  return ({ startDate, departureDate }) =>
    [startDate, departureDate]
      .filter((day) => day !== null)
      .map((day) => date(day, 'dd MMM yy'))
      .join(' – ');
}
