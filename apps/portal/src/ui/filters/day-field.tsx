import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { readDay } from '../../lib/read-day.ts';
import { FieldFrame } from '../field.tsx';
import fieldStyles from '../field.module.css';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`; empty: none. */
  day: string;
  onChange: (day: string) => void;
}

/**
 * A calendar day, typed as people write days and shown as `DD-MMM-YYYY` (decision C9.6). It counts when the field is
 * left, or with Enter; what is no day stays as it was typed, and says so.
 */
export function DayField({ label, day, onChange }: DayFieldProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);

  function finish(): void {
    if (typed === null) return;
    const read = typed.trim() === '' ? '' : readDay(typed, i18n.language);
    setIsWrong(read === null);
    if (read === null) return;
    setTyped(null);
    if (read !== day) onChange(read);
  }

  const example = formatDate('2026-05-16', 'DD-MMM-YYYY', i18n.language);
  return (
    <FieldFrame id={id} label={label} hint={undefined} error={isWrong ? t('dateFilter.noDay', { example }) : undefined}>
      <input
        id={id}
        type="text"
        autoComplete="off"
        className={fieldStyles.input}
        value={typed ?? formatDate(day, 'DD-MMM-YYYY', i18n.language)}
        placeholder={example}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsWrong(false);
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
        }}
      />
    </FieldFrame>
  );
}
