import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/dates.ts';
import { readDay } from '../lib/day-text.ts';
import { FieldFrame, type FieldProps, useField } from './field.tsx';

/** A day that is typed as anybody types it, and then stands there as DD-MMM-YYYY (decision C9.6). */
export function DayField<Values extends object>(props: FieldProps<Values>) {
  const { i18n } = useTranslation();
  const { form, name } = props;
  const { input, frame } = useField(props);
  const leave = () => {
    const day = readDay(input.value, i18n.language);
    if (day) form.setFieldValue(name, formatDate(day, 'DD-MMM-YYYY', i18n.language) as Values[keyof Values & string]);
    input.onBlur();
  };
  return (
    <FieldFrame {...frame}>
      <input {...input} type="text" spellCheck={false} onBlur={leave} />
    </FieldFrame>
  );
}
