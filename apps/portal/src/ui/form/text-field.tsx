import { FieldFrame, uncorrected, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface TextFieldProps<Values extends object> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | undefined;
  maxLength?: number;
  /** `numeric` for a code of digits: a phone opens its keyboard of numbers. */
  inputMode?: 'numeric';
}

/** A field of a form for one line of text. */
export function TextField<Values extends object>({
  type = 'text',
  maxLength,
  inputMode,
  ...props
}: TextFieldProps<Values>) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input {...input} {...uncorrected} type={type} maxLength={maxLength} inputMode={inputMode} />
    </FieldFrame>
  );
}
