import { getOrderDateRange } from '@quayside/contract/orders/orders.ts';
import { CsvButton } from '../../../features/exports/csv-button.tsx';
import { YearOverview } from '../../../features/exports/year-overview.tsx';
import { OrderHistory } from '../../../features/orders/order-history.tsx';
import { useDateRange } from '../../../lib/lists/use-date-bounds.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ListFilters } from '../../../ui/filters/list-filters.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { PayOrderAction } from './pay-order.tsx';
import { useListFilter } from './use-list-filter.ts';

/** All orders of the account, paid or not. */
export function OrderHistoryPage() {
  const { t } = useTranslation();
  const { filter, choose } = useListFilter('/secure/account/order-history');
  const range = useDateRange(getOrderDateRange, filter);
  return (
    <>
      <PageHeading title={t('orders.historyTitle')} aside={<CsvButton history="orders" filter={filter} />} />
      <ListFilters filter={filter} range={range} onChange={choose} />
      <YearOverview filter={filter} />
      <OrderHistory
        key={JSON.stringify(filter)}
        filter={filter}
        payLink={(order) => <PayOrderAction order={order} />}
      />
    </>
  );
}
