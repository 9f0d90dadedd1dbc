import { useState } from 'react';
import { useTranslation } from '../../lib/texts.ts';
import { likelyEmail } from './email-typo.ts';
import styles from './email-field.module.css';
import { FieldFrame, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export type EmailFieldProps<Values extends object> = FieldProps<Values> & { maxLength?: number };

/**
 * An e-mail address. When it loses focus, it suggests a correction for a likely typing error. It never blocks the
 * form.
 */
export function EmailField<Values extends object>({ maxLength, ...props }: EmailFieldProps<Values>) {
  const { t } = useTranslation();
  const { input, frame } = useField(props);
  const [leftWith, setLeftWith] = useState('');
  const likely = leftWith === input.value ? likelyEmail(input.value) : null;

  const leave = () => {
    setLeftWith(input.value);
    input.onBlur();
  };
  const apply = (email: string) => {
    props.form.setFieldValue(props.name, email as Values[keyof Values & string]);
    document.getElementById(input.id)?.focus();
  };
  return (
    <FieldFrame {...frame}>
      <input {...input} type="email" maxLength={maxLength} spellCheck={false} onBlur={leave} />
      <output className={styles.likely}>
        {likely && (
          <button type="button" onClick={() => apply(likely)}>
            {t('form.didYouMean', { email: likely })}
          </button>
        )}
      </output>
    </FieldFrame>
  );
}
