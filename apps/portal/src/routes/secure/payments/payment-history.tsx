import { getPaymentDateRange } from '@quayside/contract/payments/payment-history.ts';
import { CsvButton } from '../../../features/exports/csv-button.tsx';
import { YearOverview } from '../../../features/exports/year-overview.tsx';
import { AvailableBalance, PaymentHistory } from '../../../features/payments/history/history.exports.ts';
import { useDateRange } from '../../../lib/lists/use-date-bounds.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ListFilters } from '../../../ui/filters/list-filters.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { useListFilter } from '../orders/use-list-filter.ts';

/** The payments of the account. */
export function PaymentHistoryPage() {
  const { t } = useTranslation();
  const { filter, choose } = useListFilter('/secure/account/payment-history');
  const range = useDateRange(getPaymentDateRange, filter);
  return (
    <>
      <PageHeading title={t('payments.historyTitle')} aside={<CsvButton history="payments" filter={filter} />} />
      <AvailableBalance />
      <ListFilters filter={filter} range={range} onChange={choose} />
      <YearOverview filter={filter} />
      <PaymentHistory key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
