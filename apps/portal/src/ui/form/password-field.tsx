import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { FieldFrame, uncorrected, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './password-field.module.css';

/** A password with a switch that shows it. Its children stand under it. */
export function PasswordField<Values extends object>({
  children,
  ...props
}: FieldProps<Values> & { children?: ReactNode }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { input, frame } = useField(props);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <FieldFrame {...frame}>
      <div className={styles.password}>
        <input {...input} {...uncorrected} type={shown ? 'text' : 'password'} autoCapitalize="none" />
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={shown}
          aria-label={t('form.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </FieldFrame>
  );
}
