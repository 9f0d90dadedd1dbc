import type { Order, OrderLine } from '@quayside/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { numberFormat } from '../../lib/formatters.ts';
import { useSite } from '../../lib/site.ts';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { LinesTable } from '../../ui/lines-table.tsx';
import { OrderStatusBanner } from './order-status-banner.tsx';
import styles from './order-view.module.css';

interface Props {
  order: Order;
  /** What to do with it. */
  buttons: ReactNode;
  /** Below its lines. */
  foot: ReactNode;
  /** What else belongs to it. */
  children: ReactNode;
}

/** An order with its status, what to do with it, its lines and what of it is paid. */
export function OrderView({ order, buttons, foot, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.view}>
      <OrderStatusBanner status={order.paymentStatus} />
      <div className={styles.buttons}>{buttons}</div>
      <Card>
        <OrderFacts order={order} />
      </Card>
      <Card title={t('orders.lines')}>
        <OrderLines order={order} />
      </Card>
      {foot}
      {children}
    </div>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const facts = [
    { name: t('orders.numberLabel'), value: order.id },
    { name: t('orders.invoiceNumber'), value: order.invoice?.number ?? null },
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
