import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './select.tsx';

export interface SelectFieldProps<Values extends object> extends FieldProps<Values> {
  options: readonly { value: string; label: string }[];
  /** The first option, which means that nothing is chosen. */
  placeholder: string;
}

/** A choice of a form. */
export function SelectField<Values extends object>({ options, placeholder, ...props }: SelectFieldProps<Values>) {
  const { input, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Select {...input}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
