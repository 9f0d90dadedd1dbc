import { brokenRules, type PasswordRule, passwordRules, shortestPassword } from '@quayside/contract/password-policy.ts';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import styles from './password-rules.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** The rules of the marina's password policy, ticked off while the reader types. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
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
