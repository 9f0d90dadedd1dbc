import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PaymentHistory } from '../../features/payments/history/payment-history.tsx';
import { usePaymentRange } from '../../features/payments/history/use-account-payment.ts';
import { readDateFilter } from '../../lib/date-filter.ts';
import { DateFilterField } from '../../ui/filters/date-filter-field.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** What the account has paid. */
export function PaymentHistoryPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/secure/account/payment-history' });
  const navigate = useNavigate({ from: '/secure/account/payment-history' });
  const filter = readDateFilter({ ...search });
  const range = usePaymentRange(filter.dates === 'custom');
  return (
    <>
      <PageHeading title={t('payments.historyTitle')} />
      <FilterBar>
        <DateFilterField
          filter={filter}
          range={range}
          // Another list begins with its first page.
          onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      </FilterBar>
      <PaymentHistory key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
