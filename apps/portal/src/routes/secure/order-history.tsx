import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OrderHistory } from '../../features/orders/order-history.tsx';
import { useOrderRange } from '../../features/orders/use-order-range.ts';
import { readDateFilter } from '../../lib/date-filter.ts';
import { DateFilterField } from '../../ui/filters/date-filter-field.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PayOrderAction } from './pay-order.tsx';

/** Every order of the account, paid or not. */
export function OrderHistoryPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/secure/account/order-history' });
  const navigate = useNavigate({ from: '/secure/account/order-history' });
  const filter = readDateFilter({ ...search });
  const range = useOrderRange(filter.dates === 'custom');
  return (
    <>
      <PageHeading title={t('orders.historyTitle')} />
      <FilterBar>
        <DateFilterField
          filter={filter}
          range={range}
          // Another list begins with its first page.
          onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      </FilterBar>
      <OrderHistory
        key={JSON.stringify(filter)}
        filter={filter}
        payLink={(order) => <PayOrderAction order={order} />}
      />
    </>
  );
}
