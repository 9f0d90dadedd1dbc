import {
  brokenRules,
  longestPassword,
  type PasswordPolicy,
  type PasswordRule,
  passwordRules,
  shortestPassword,
} from '@quayside/contract/tenant/password-policy.ts';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './new-password-fields.module.css';
import { PasswordField } from './password-field.tsx';
import type { FormModel, FormRules } from './use-form.ts';

/** The part of a form that sets a password. */
export interface NewPasswordValues {
  password: string;
  confirmation: string;
}

export const noNewPassword: NewPasswordValues = { password: '', confirmation: '' };

/** Returns the rules of both fields: the marina's policy, and the same text in the second field. */
export function newPasswordRules(policy: PasswordPolicy): FormRules<NewPasswordValues> {
  const check = (value: string) => {
    if (value === '') return 'password.required';
    const fits = value.length <= longestPassword && brokenRules(value, policy).length === 0;
    return fits ? null : brokenKey[policy];
  };
  return {
    password: check,
    confirmation: (value, { password }) => {
      if (value === '') return 'password.confirm';
      return value === password ? check(value) : 'password.mustMatch';
    },
  };
}

const brokenKey: Record<PasswordPolicy, string> = {
  specified: 'password.complexityMessage',
  modern: 'password.lengthMessage',
};

/** The refusal of a new password that only the server can decide. */
export const refusedPassword: Failures = { PASSWORD_TOO_COMMON: { fields: { password: 'password.tooCommon' } } };

interface NewPasswordFieldsProps<Values extends NewPasswordValues> {
  form: FormModel<Values>;
  label: string;
}

/**
 * The login of a form without a field for it. A password manager, such as Safari's, needs it: otherwise it keeps the
 * new password without a name.
 */
export function LoginOfPassword({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

/** Two fields for a new password, with the rules that it must keep. */
export function NewPasswordFields<Values extends NewPasswordValues>({ form, label }: NewPasswordFieldsProps<Values>) {
  const { t } = useTranslation();
  const rules = useId();
  return (
    <>
      <PasswordField form={form} name="password" label={label} autoComplete="new-password" describedBy={rules} required>
        <PasswordRules id={rules} password={form.values.password} />
      </PasswordField>
      <PasswordField
        form={form}
        name="confirmation"
        label={t('password.confirm')}
        autoComplete="new-password"
        required
      />
    </>
  );
}

/** The rules of the marina's password policy, ticked off while the reader types. */
function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  const { passwordPolicy } = useTenant();
  const broken = brokenRules(password, passwordPolicy);
  const texts: Record<PasswordRule, string> = {
    length: t('password.rule.length', { count: shortestPassword[passwordPolicy] }),
    lower: t('password.rule.lower'),
    upper: t('password.rule.upper'),
    digit: t('password.rule.digit'),
    special: t('password.rule.special'),
  };
  return (
    <div id={id} className={styles.rules}>
      <p>{t('password.rules')}</p>
      <ul>
        {passwordRules[passwordPolicy].map((rule) => {
          const kept = !broken.includes(rule);
          const Icon = kept ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={rule} data-kept={kept || undefined}>
              <Icon size={18} aria-hidden="true" />
              <span>{texts[rule]}</span>
              <VisuallyHidden>{kept ? t('password.rule.kept') : t('password.rule.open')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
