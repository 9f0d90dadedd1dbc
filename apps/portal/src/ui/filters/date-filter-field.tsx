import { useTranslation } from 'react-i18next';
import { type DateFilter, dateFilterNames, type DateFilterName } from '../../lib/date-filter.ts';
import { BoundField } from './bound-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import styles from './filters.module.css';

interface DateFilterFieldProps {
  filter: DateFilter;
  /** The days of the first and the last entry, with which days of one's own begin; null while they aren't known. */
  range: { from: string | null; to: string | null } | null;
  onChange: (filter: DateFilter) => void;
}

/** A span of time (decision C2.61), the same above every list with one: as a choice, and as two days of one's own. */
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

/** Of days in the wrong order somebody means the other one. An emptied day is none. */
function withDays({ from, to }: DateFilter): DateFilter {
  const [first, last] = from && to && from > to ? [to, from] : [from, to];
  return { dates: 'custom', ...(first && { from: first }), ...(last && { to: last }) };
}
