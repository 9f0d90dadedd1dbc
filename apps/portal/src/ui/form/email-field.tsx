import { useState } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './email-field.module.css';
import { FieldFrame, uncorrected, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';

export type EmailFieldProps<Values extends object> = FieldProps<Values> & { maxLength?: number };

/** Loaded when a field gets the focus, and needed when it loses it. */
const loadTypos = () => import('./email-typo.ts').catch(() => undefined);

/**
 * An e-mail address. When it loses focus, it suggests a correction for a likely typing error. It never blocks the
 * form.
 */
export function EmailField<Values extends object>({ maxLength, ...props }: EmailFieldProps<Values>) {
  const { t } = useTranslation();
  const { input, frame } = useField(props);
  const [suggestion, setSuggestion] = useState<{ typed: string; likely: string | null }>();
  const likely = suggestion?.typed === input.value ? suggestion.likely : null;

  const suggest = async (typed: string) => {
    const typos = await loadTypos();
    // Without a suggestion the form works as well.
    if (typos) setSuggestion({ typed, likely: typos.likelyEmail(typed) });
  };
  const leave = () => {
    input.onBlur();
    void suggest(input.value);
  };
  const apply = (email: string) => {
    props.form.setFieldValue(props.name, email as Values[keyof Values & string]);
    document.getElementById(input.id)?.focus();
  };
  return (
    <FieldFrame {...frame}>
      <input
        {...input}
        type="email"
        maxLength={maxLength}
        {...uncorrected}
        onFocus={() => void loadTypos()}
        onBlur={leave}
      />
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
