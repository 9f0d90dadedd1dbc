import { useSearch } from '@tanstack/react-router';
import { ForgottenPasswordForm } from '../../features/passwords/forgotten-password-form.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { AuthLink } from './auth-link.tsx';

export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const end = useSearch({ from: '/auth/forgotten-password' });
  return (
    <>
      <PageHeading title={t('forgottenPassword.title')}>{t('forgottenPassword.intro')}</PageHeading>
      <ForgottenPasswordForm {...end} />
      <AuthLink to="/login">{t('forgottenPassword.backToLogin')}</AuthLink>
    </>
  );
}
