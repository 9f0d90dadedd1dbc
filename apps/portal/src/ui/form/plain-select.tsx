import { FieldFrame } from './field.tsx';
import styles from './field.module.css';

interface Props {
  name: string;
  label: string;
  autoComplete: string;
  /** The first option, which means that nothing is chosen. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
}

/** A choice of a form for readers without scripts. The browser checks that something is chosen. */
export function PlainSelect({ label, placeholder, options, ...select }: Props) {
  const id = `plain-${select.name}`;
  return (
    <FieldFrame id={id} label={label} hint={undefined} error={undefined}>
      <select {...select} id={id} className={styles.input} defaultValue="" required>
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
