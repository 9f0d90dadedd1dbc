import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface TextFieldProps<Values extends object> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | undefined;
  maxLength?: number;
}

/** A field of a form for one line of text. */
export function TextField<Values extends object>({ type = 'text', maxLength, ...props }: TextFieldProps<Values>) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input {...input} type={type} maxLength={maxLength} spellCheck={type === 'email' ? false : undefined} />
    </FieldFrame>
  );
}
