import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/dates.ts';
import { readDay } from '../lib/day-text.ts';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onBlur' | 'onKeyDown'> {
  /** As it is typed; a day that is known, as `useWrittenDay` writes it. */
  value: string;
  /** The field is left, or Enter is pressed in it. @param day `YYYY-MM-DD`; null where what is typed is none */
  onLeave: (day: string | null) => void;
}

/** Where a day is typed as anybody types it (decision C9.6). */
export function DayInput({ onLeave, ...input }: DayInputProps) {
  const { i18n } = useTranslation();
  const leave = () => onLeave(readDay(input.value, i18n.language));
  return (
    <input
      {...input}
      type="text"
      spellCheck={false}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}

/** Writes a day as it stands in the input once it is left: DD-MMM-YYYY. */
export function useWrittenDay(): (day: string) => string {
  const { i18n } = useTranslation();
  return (day) => formatDate(day, 'DD-MMM-YYYY', i18n.language);
}
