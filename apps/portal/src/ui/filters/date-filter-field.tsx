import { useTranslation } from 'react-i18next';
import { type DateFilter, dateFilterNames, type DateFilterName } from '../../lib/date-filter.ts';
import { BoundField } from './bound-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import styles from './filters.module.css';

interface DateFilterFieldProps {
  filter: DateFilter;
  /**
   * The days of the first and last entry, which are the start values of a custom period. Null until they are known.
   */
  range: { from: string | null; to: string | null } | null;
  onChange: (filter: DateFilter) => void;
}

/** The date filter of a list (decision C2.61): a choice of periods, and two day fields for a custom one. */
export function DateFilterField({ filter, range, onChange }: DateFilterFieldProps) {
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
