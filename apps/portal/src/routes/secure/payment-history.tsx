import { getPaymentDateRange } from '@quayside/contract/payment-history.ts';
import { useTranslation } from 'react-i18next';
import { CsvButton } from '../../features/exports/csv-button.tsx';
import { YearOverview } from '../../features/exports/year-overview.tsx';
import { AvailableBalance } from '../../features/payments/available-balance.tsx';
import { PaymentHistory } from '../../features/payments/history/payment-history.tsx';
import { useDateRange } from '../../lib/dated-list.ts';
import { DateFilterField } from '../../ui/filters/date-filter-field.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useDateFilter } from './use-date-filter.ts';

/** The payments of the account. */
export function PaymentHistoryPage() {
  const { t } = useTranslation();
  const { filter, choose } = useDateFilter('/secure/account/payment-history');
  const range = useDateRange(getPaymentDateRange, filter);
  return (
    <>
      <PageHeading title={t('payments.historyTitle')} aside={<CsvButton history="payments" filter={filter} />} />
      <AvailableBalance />
      <FilterBar>
        <DateFilterField filter={filter} range={range} onChange={choose} />
      </FilterBar>
      <YearOverview filter={filter} />
      <PaymentHistory key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
