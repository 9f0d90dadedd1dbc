import { isRefused, typedValue } from '../../lib/first-screen/typed-form.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
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

/**
 * A choice of a form for readers without scripts. The browser checks that something is chosen. As
 * with `PlainField`, the server's refusal keeps the choice.
 */
export function PlainSelect({ label, placeholder, options, ...select }: Props) {
  const { t } = useTranslation();
  const { name } = select;
  const id = `plain-${name}`;
  const error = isRefused(name) ? t('form.checkField') : undefined;
  return (
    <FieldFrame id={id} label={label} hint={undefined} error={error}>
      <select
        {...select}
        id={id}
        className={styles.input}
        defaultValue={typedValue(name) ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        required
      >
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
