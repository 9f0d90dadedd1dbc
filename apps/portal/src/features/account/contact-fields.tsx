import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import styles from './account.module.css';
import { type AccountFieldsProps, useAccountField } from './use-account-field.ts';
import { useTranslation } from 'react-i18next';

export function ContactFields(props: AccountFieldsProps) {
  const { t } = useTranslation();
  const field = useAccountField(props);
  const hint = { hint: t('account.emailHint') };
  return (
    <div className={styles.fields}>
      <EmailField {...hint} {...field('email')} autoComplete="email" />
      <TextField {...field('mobile')} type="tel" autoComplete="mobile tel" />
      <TextField {...field('phone')} type="tel" autoComplete="home tel" />
    </div>
  );
}
