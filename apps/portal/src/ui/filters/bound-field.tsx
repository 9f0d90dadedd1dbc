import { useId, useState } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DayInput, useWrittenDay } from '../form/day-input.tsx';
import { FieldFrame } from '../form/field.tsx';
import fieldStyles from '../form/field.module.css';
import { PrintedFilter } from './printed-filter.tsx';

interface BoundFieldProps {
  label: string;
  /** `YYYY-MM-DD`. Empty: no bound. */
  day: string;
  onChange: (day: string) => void;
}

/**
 * The first or last day of a period. It takes effect when the field loses focus. Invalid text stays and shows an
 * error.
 */
export function BoundField({ label, day, onChange }: BoundFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const written = useWrittenDay();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);

  function finish(read: string | null): void {
    if (typed === null) return;
    const next = typed.trim() === '' ? '' : read;
    setIsWrong(next === null);
    if (next === null) return;
    setTyped(null);
    if (next !== day) onChange(next);
  }

  const example = written('2026-05-16');
  return (
    <>
      <FieldFrame
        id={id}
        label={label}
        hint={undefined}
        error={isWrong ? t('dateFilter.noDay', { example }) : undefined}
      >
        <DayInput
          id={id}
          autoComplete="off"
          className={fieldStyles.input}
          value={typed ?? written(day)}
          placeholder={example}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIsWrong(false);
          }}
          onLeave={finish}
        />
      </FieldFrame>
      <PrintedFilter name={label} value={written(day)} />
    </>
  );
}
