import { IconChevronDown } from '@tabler/icons-react';
import type { SelectHTMLAttributes } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';
import styles from './select-field.module.css';

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

/** The browser's own select, which every phone and screen reader knows, with an arrow that is alike in all engines. */
export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={styles.frame}>
      <select {...props} />
      <IconChevronDown size={18} aria-hidden="true" />
    </span>
  );
}
