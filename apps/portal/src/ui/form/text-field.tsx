import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface TextFieldProps<Values extends object> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | undefined;
  maxLength?: number;
  /** A known value: visible and announced, but not editable. */
  readOnly?: boolean;
}

export function TextField<Values extends object>({
  type = 'text',
  maxLength,
  readOnly,
  ...props
}: TextFieldProps<Values>) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...input}
        type={type}
        maxLength={maxLength}
        readOnly={readOnly}
        spellCheck={type === 'email' ? false : undefined}
      />
    </FieldFrame>
  );
}
