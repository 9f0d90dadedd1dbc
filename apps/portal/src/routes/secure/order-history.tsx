import { getOrderDateRange } from '@quayside/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { CsvButton } from '../../features/exports/csv-button.tsx';
import { YearOverview } from '../../features/exports/year-overview.tsx';
import { OrderHistory } from '../../features/orders/order-history.tsx';
import { useDateRange } from '../../lib/dated-list.ts';
import { DateFilterField } from '../../ui/filters/date-filter-field.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PayOrderAction } from './pay-order.tsx';
import { useDateFilter } from './use-date-filter.ts';

/** All orders of the account, paid or not. */
export function OrderHistoryPage() {
  const { t } = useTranslation();
  const { filter, choose } = useDateFilter('/secure/account/order-history');
  const range = useDateRange(getOrderDateRange, filter);
  return (
    <>
      <PageHeading title={t('orders.historyTitle')} aside={<CsvButton history="orders" filter={filter} />} />
      <FilterBar>
        <DateFilterField filter={filter} range={range} onChange={choose} />
      </FilterBar>
      <YearOverview filter={filter} />
      <OrderHistory
        key={JSON.stringify(filter)}
        filter={filter}
        payLink={(order) => <PayOrderAction order={order} />}
      />
    </>
  );
}
