import { getEstimateDateRange } from '@quayside/contract/orders/estimates.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type EstimateListFilter,
  readEstimateFilter,
  statusFilters,
} from '../../features/estimates/estimate-filter.ts';
import { EstimateList } from '../../features/estimates/estimate-list.tsx';
import { useDateRange } from '../../lib/lists/use-date-bounds.ts';
import { readSearchAndSort } from '../../lib/lists/search-and-sort.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ChoiceField } from '../../ui/filters/choice-field.tsx';
import { ListFilters } from '../../ui/filters/list-filters.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The account's estimates. */
export function EstimatesPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/secure/estimates' });
  const navigate = useNavigate({ from: '/secure/estimates' });
  const filter: EstimateListFilter = { ...readEstimateFilter({ ...search }), ...readSearchAndSort({ ...search }) };
  const range = useDateRange(getEstimateDateRange, filter);
  // A changed filter starts at the first page.
  const narrow = (next: EstimateListFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('estimates.title')} />
      <ListFilters filter={filter} range={range} onChange={(next) => narrow({ ...next, status: filter.status })}>
        <ChoiceField
          label={t('estimates.statusFilter')}
          options={statusFilters.map((value) => ({ value, label: t(`estimates.filters.${value}`) }))}
          chosen={filter.status ?? 'Active'}
          onChoose={(chosen) => narrow({ ...filter, status: chosen === 'Active' ? undefined : chosen })}
        />
      </ListFilters>
      <EstimateList key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}
