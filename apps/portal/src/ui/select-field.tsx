import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface SelectFieldProps<Values extends object> extends FieldProps<Values> {
  options: readonly { value: string; label: string }[];
  /** The first option, which means that nothing is chosen. */
  placeholder: string;
}

/** The browser's own select, which every phone and screen reader knows. */
export function SelectField<Values extends object>({ options, placeholder, ...props }: SelectFieldProps<Values>) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <select {...input}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
