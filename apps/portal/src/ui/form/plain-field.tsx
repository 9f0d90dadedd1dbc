import { FieldFrame } from './field.tsx';
import styles from './field.module.css';

interface Props {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel' | undefined;
  defaultValue?: string;
  autoComplete: string;
  required?: boolean;
  readOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** A text field of a form for readers without scripts. The browser checks it by itself. */
export function PlainField({ label, hint, ...input }: Props) {
  const id = `plain-${input.name}`;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={undefined}>
      <input {...input} id={id} className={styles.input} aria-describedby={hint && `${id}-hint`} />
    </FieldFrame>
  );
}
