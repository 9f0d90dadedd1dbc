import { getEstimateDateRange } from '@quayside/contract/estimates.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  type EstimateListFilter,
  readEstimateFilter,
  statusFilters,
} from '../../features/estimates/estimate-filter.ts';
import { EstimateList } from '../../features/estimates/estimate-list.tsx';
import { useDateRange } from '../../lib/dated-list.ts';
import { ChoiceField } from '../../ui/filters/choice-field.tsx';
import { DateFilterField } from '../../ui/filters/date-filter-field.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The account's estimates. */
export function EstimatesPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/secure/estimates' });
  const navigate = useNavigate({ from: '/secure/estimates' });
  const filter = readEstimateFilter({ ...search });
  const range = useDateRange(getEstimateDateRange, filter);
  const { status, ...dates } = filter;
  // A changed filter starts at the first page.
  const narrow = (next: EstimateListFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('estimates.title')} />
      <FilterBar>
        <ChoiceField
          label={t('estimates.statusFilter')}
          options={statusFilters.map((value) => ({ value, label: t(`estimates.filters.${value}`) }))}
          chosen={status ?? 'Active'}
          onChoose={(chosen) => narrow(chosen === 'Active' ? dates : { ...dates, status: chosen })}
        />
        <DateFilterField
          filter={dates}
          range={range}
          onChange={(next) => narrow(status === undefined ? next : { ...next, status })}
        />
      </FilterBar>
      <EstimateList key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
