import { useEffect, useId, useState } from 'react';
import { readSearchText } from '../../lib/lists/search-and-sort.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldFrame, uncorrected } from '../form/field.tsx';
import fieldStyles from '../form/field.module.css';
import { PrintedFilter } from './printed-filter.tsx';

/** A list follows the words this long after the last key, in ms. */
const pauseMs = 400;

interface SearchFieldProps {
  /** The words in the address. */
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** The words that a list is searched for. The list follows them after a short pause, or at once on Enter. */
export function SearchField({ search, onSearch }: SearchFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(search ?? '');
  const [last, setLast] = useState(search);
  if (search !== last) {
    setLast(search);
    // The address changed by a link, such as "Show all". While the reader types, their text stays.
    if (search !== readSearchText(typed)) setTyped(search ?? '');
  }
  const words = readSearchText(typed);
  useEffect(() => {
    if (words === search) return undefined;
    const timer = setTimeout(() => onSearch(words), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <FieldFrame id={id} label={t('lists.search')} hint={undefined} error={undefined}>
        <input
          id={id}
          {...uncorrected}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          className={fieldStyles.input}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && words !== search) onSearch(words);
          }}
        />
      </FieldFrame>
      <PrintedFilter name={t('lists.search')} value={search ?? ''} />
    </>
  );
}
