import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateFilter } from '../../lib/date-filter.ts';
import { type Find, moneySorts } from '../../lib/find.ts';
import { ChoiceField } from './choice-field.tsx';
import { DateFilterField } from './date-filter-field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchField } from './search-field.tsx';

/** The filter of a list about money, as stored in the address. */
export interface ListFilter extends DateFilter, Find {}

interface Props {
  filter: ListFilter;
  range: { from: string | null; to: string | null } | null;
  onChange: (filter: ListFilter) => void;
  /** Further filters of the list. */
  children?: ReactNode;
}

/** The filters of a list about money: words, further filters, dates, and the order. */
export function ListFilters({ filter, range, onChange, children }: Props) {
  const { t } = useTranslation();
  const { dates, from, to, search, sort } = filter;
  return (
    <FilterBar>
      <SearchField search={search} onSearch={(words) => onChange({ ...filter, search: words })} />
      {children}
      <DateFilterField
        filter={{ dates, from, to }}
        range={range}
        onChange={(next) => onChange({ ...next, search, sort })}
      />
      <ChoiceField
        label={t('lists.sort')}
        options={moneySorts.map((value) => ({ value, label: t(`lists.sorts.${value}`) }))}
        chosen={sort ?? 'newest'}
        onChoose={(chosen) => onChange({ ...filter, sort: chosen === 'newest' ? undefined : chosen })}
      />
    </FilterBar>
  );
}
