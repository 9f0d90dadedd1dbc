import type { StayFilter } from '@quayside/contract/account/stays.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarCard } from '../../features/calendar/calendar-card.tsx';
import { stayFilters } from '../../features/stays/stay-filter.ts';
import { StayList } from '../../features/stays/stay-list.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ChoiceField } from '../../ui/filters/choice-field.tsx';
import { FilterBar } from '../../ui/filters/list-filters.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from './my-stays.module.css';

/** The current, past and future stays of the customer's boats. */
export function MyStaysPage() {
  const { t } = useTranslation();
  const { filter = 'Current' } = useSearch({ from: '/secure/account/my-stays' });
  const navigate = useNavigate({ from: '/secure/account/my-stays' });
  // A changed filter starts at the first page.
  const choose = (chosen: StayFilter) =>
    void navigate({ search: chosen === 'Current' ? {} : { filter: chosen }, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('stays.title')} />
      <FilterBar>
        <ChoiceField
          label={t('stays.display')}
          options={stayFilters.map((value) => ({ value, label: t(`stays.filters.${value}`) }))}
          chosen={filter}
          onChoose={choose}
        />
      </FilterBar>
      <div className={styles.parts}>
        <StayList key={filter} filter={filter} />
        <div data-waits>
          <CalendarCard />
        </div>
      </div>
    </>
  );
}
