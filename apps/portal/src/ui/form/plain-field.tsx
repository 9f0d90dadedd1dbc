import { isRefused, typedValue } from '../../lib/first-screen/typed-form.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldFrame, uncorrected } from './field.tsx';
import styles from './field.module.css';

interface Props {
  name: string;
  label: string;
  hint?: string;
  /** The reason why the server has refused the field. */
  error?: string | undefined;
  type?: 'text' | 'email' | 'tel' | undefined;
  defaultValue?: string;
  autoComplete: string;
  required?: boolean;
  readOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** `numeric` for a code of digits: a phone opens its keyboard of numbers. */
  inputMode?: 'numeric';
}

/**
 * A text field of a form for readers without scripts. The browser checks it by itself. If the server has refused the
 * form, the field shows again what was typed, and if it is wrong.
 */
export function PlainField({ label, hint, error: told, ...input }: Props) {
  const { t } = useTranslation();
  const { name, readOnly, defaultValue } = input;
  const id = `plain-${name}`;
  const error = told ?? (isRefused(name) ? t('form.checkField') : undefined);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        {...uncorrected}
        defaultValue={readOnly ? defaultValue : (typedValue(name) ?? defaultValue)}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
    </FieldFrame>
  );
}
