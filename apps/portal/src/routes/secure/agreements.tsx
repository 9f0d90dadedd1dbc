import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type AgreementSearch,
  agreementSorts,
  readAgreementSearch,
} from '../../features/agreements/agreement-search.ts';
import { AgreementList } from '../../features/agreements/agreement-list.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { ChoiceField } from '../../ui/filters/choice-field.tsx';
import { FilterBar } from '../../ui/filters/list-filters.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

const sorts = ['toSign', ...agreementSorts] as const;

/** The customer's agreements, signed and unsigned. */
export function AgreementsPage() {
  const { t } = useTranslation();
  const find = readAgreementSearch({ ...useSearch({ from: '/secure/agreements' }) });
  const navigate = useNavigate({ from: '/secure/agreements' });
  // A changed search starts at the first page.
  const choose = (next: AgreementSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('agreements.title')}>{t('agreements.intro')}</PageHeading>
      <FilterBar>
        <SearchField search={find.search} onSearch={(search) => choose({ ...find, search })} />
        <ChoiceField
          label={t('lists.sort')}
          options={sorts.map((value) => ({ value, label: t(`lists.sorts.${value}`) }))}
          chosen={find.sort ?? 'toSign'}
          onChoose={(sort) => choose({ ...find, sort: sort === 'toSign' ? undefined : sort })}
        />
      </FilterBar>
      <AgreementList key={JSON.stringify(find)} find={find} />
    </>
  );
}
