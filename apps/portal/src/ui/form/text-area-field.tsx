import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

/** A field of a form for text of several lines. */
export function TextAreaField<Values extends object>({
  maxLength,
  rows = 7,
  ...props
}: FieldProps<Values> & { maxLength: number; rows?: number }) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea {...input} maxLength={maxLength} rows={rows} />
    </FieldFrame>
  );
}
