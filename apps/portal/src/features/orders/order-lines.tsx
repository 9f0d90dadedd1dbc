import type { Order, OrderLine } from '@quayside/contract/orders/orders.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinesTable } from '../../ui/table/lines-table.tsx';

interface Props {
  order: Pick<
    Order,
    'details' | 'isoCurrencyCode' | 'grossOrderCost' | 'totalPaid' | 'creditedAmount' | 'outstandingAmount'
  >;
}

/** The lines of an order, with the paid part and the rest. */
export function OrderLines({ order }: Props) {
  const { t } = useTranslation();
  const { amountIn, quantity: writeQuantity } = useFormat();
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
          cell: ({ quantity, unit }) => withUnit(writeQuantity(quantity), unit),
          align: 'end',
        },
        { title: t('orders.gross'), cell: (line) => amount(line.grossCost), align: 'end' },
      ]}
      totals={[
        { name: t('orders.total'), value: amount(order.grossOrderCost) },
        { name: t('orders.totalPaid'), value: amount(order.totalPaid) },
        ...(order.creditedAmount > 0 ? [{ name: t('orders.credited'), value: amount(order.creditedAmount) }] : []),
        { name: t('orders.outstanding'), value: amount(order.outstandingAmount) },
      ]}
    />
  );
}

/** Writes a quantity with its unit, such as `11.35 m`. The unit stays on the number's line. */
function withUnit(quantity: string, unit: string | null): string {
  return unit === null ? quantity : `${quantity}\u00a0${unit}`;
}

/** Returns a function that writes a line's period, with the dates that it has. */
function usePeriod(): (line: OrderLine) => string {
  const { date } = useFormat();
  return ({ startDate, departureDate }) =>
    [startDate, departureDate]
      .filter((day) => day !== null)
      .map((day) => date(day, 'dd MMM yy'))
      .join(' – ');
}
