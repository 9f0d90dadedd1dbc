import type { ComponentProps } from 'react';
import { formatDate } from '../../lib/formats/dates.ts';
import { readDay } from '../../lib/formats/typed-day.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldFrame, type FieldProps, uncorrected, useField } from './field.tsx';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onBlur' | 'onKeyDown'> {
  /** The typed text. A known day is written by `useWrittenDay`. */
  value: string;
  /**
   * Called when the field loses focus or Enter is pressed. @param day `YYYY-MM-DD`, or null if the text is not a
   * day
   */
  onLeave: (day: string | null) => void;
}

/** An input for a day that accepts any usual format (decision C9.6). */
export function DayInput({ onLeave, ...input }: DayInputProps) {
  const { i18n } = useTranslation();
  const leave = () => onLeave(readDay(input.value, i18n.language));
  return (
    <input
      {...input}
      {...uncorrected}
      type="text"
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}

/** Returns a function that writes a day in the input's format: DD-MMM-YYYY. */
export function useWrittenDay(): (day: string) => string {
  const { i18n } = useTranslation();
  return (day) => formatDate(day, 'DD-MMM-YYYY', i18n.language);
}

/** A field of a form for a day. */
export function DayField<Values extends object>(props: FieldProps<Values>) {
  const { form, name } = props;
  const { input, frame } = useField(props);
  const written = useWrittenDay();
  const leave = (day: string | null) => {
    if (day !== null) form.setFieldValue(name, written(day) as Values[keyof Values & string]);
    input.onBlur();
  };
  return (
    <FieldFrame {...frame}>
      <DayInput {...input} onLeave={leave} />
    </FieldFrame>
  );
}
