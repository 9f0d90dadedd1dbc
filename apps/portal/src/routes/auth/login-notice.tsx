import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';

/**
 * The notice on the login page for a visitor who comes from registration (decisions C4.6 and C4.8), or from a payment
 * that the end of the session has interrupted (decision C6.6).
 */
export type LoginNoticeKind = 'alreadyRegistered' | 'registered' | 'nothingCharged' | 'perhapsPaid';

export function LoginNotice({ kind }: { kind: LoginNoticeKind }) {
  const { t } = useTranslation();
  if (kind === 'registered') return <Alert kind="success" title={t('login.registered')} />;
  if (kind === 'nothingCharged')
    return (
      <Alert kind="info" title={t('login.nothingCharged')}>
        {t('login.nothingChargedHelp')}
      </Alert>
    );
  if (kind === 'perhapsPaid')
    return (
      <Alert kind="warning" title={t('login.perhapsPaid')}>
        {t('login.perhapsPaidHelp')}
      </Alert>
    );
  return (
    <Alert kind="info" title={t('login.alreadyRegistered')}>
      <Link to="/forgotten-password">{t('login.forgottenPassword')}</Link>
    </Alert>
  );
}
