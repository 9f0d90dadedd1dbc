import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';

/** The notice on the login page for a visitor who comes from registration (decisions C4.6 and C4.8). */
export type LoginNoticeKind = 'alreadyRegistered' | 'registered';

export function LoginNotice({ kind }: { kind: LoginNoticeKind }) {
  const { t } = useTranslation();
  if (kind === 'registered') return <Alert kind="success" title={t('login.registered')} />;
  return (
    <Alert kind="info" title={t('login.alreadyRegistered')}>
      <Link to="/forgotten-password">{t('login.forgottenPassword')}</Link>
    </Alert>
  );
}
