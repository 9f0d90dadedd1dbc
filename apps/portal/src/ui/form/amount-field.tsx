import { useId } from 'react';
import { FieldFrame } from './field.tsx';
import styles from './field.module.css';

interface Props {
  label: string;
  hint: string;
  /** The message below the field; undefined if there is none. */
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A field for an amount of money, which opens the keyboard of numbers on a phone. */
export function AmountField({ label, hint, error, value, onChange, onBlur }: Props) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={value}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
