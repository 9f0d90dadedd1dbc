import type { ReactNode } from 'react';
import { type DateFilter, type DateFilterName, dateFilterNames } from '../../lib/lists/date-filter.ts';
import { type SearchAndSort, moneySorts } from '../../lib/lists/search-and-sort.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { BoundField } from './bound-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import styles from './filters.module.css';
import { SearchField } from './search-field.tsx';

/** The filter of a list about money, as stored in the address. */
export interface ListFilter extends DateFilter, SearchAndSort {}

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

interface DateFilterFieldProps {
  filter: DateFilter;
  /**
   * The days of the first and last entry, which are the start values of a custom period. Null until they are known.
   */
  range: { from: string | null; to: string | null } | null;
  onChange: (filter: DateFilter) => void;
}

/** The date filter of a list (decision C2.61): a choice of periods, and two day fields for a custom one. */
function DateFilterField({ filter, range, onChange }: DateFilterFieldProps) {
  const { t } = useTranslation();
  const chosen = filter.dates ?? 'allDates';
  const choose = (dates: DateFilterName) => onChange(dates === 'allDates' ? {} : { dates });
  return (
    <>
      <ChoiceField
        label={t('dateFilter.label')}
        options={dateFilterNames.map((name) => ({ value: name, label: t(`dateFilter.names.${name}`) }))}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'custom' && (
        <div className={styles.days}>
          <BoundField
            label={t('dateFilter.from')}
            day={filter.from ?? range?.from ?? ''}
            onChange={(from) => onChange(withDays({ ...filter, from }))}
          />
          <BoundField
            label={t('dateFilter.to')}
            day={filter.to ?? range?.to ?? ''}
            onChange={(to) => onChange(withDays({ ...filter, to }))}
          />
        </div>
      )}
    </>
  );
}

/** Swaps two days in the wrong order. An empty day is no bound. */
function withDays({ from, to }: DateFilter): DateFilter {
  const [first, last] = from && to && from > to ? [to, from] : [from, to];
  return { dates: 'custom', ...(first && { from: first }), ...(last && { to: last }) };
}

/** The row of filters above a list. The chosen values are in the address. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
