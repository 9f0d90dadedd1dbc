import { DayInput, useWrittenDay } from './day-input.tsx';
import { FieldFrame, type FieldProps, useField } from './field.tsx';

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
