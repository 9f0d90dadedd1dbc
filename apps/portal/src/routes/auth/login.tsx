import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../lib/tenant.ts';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';
import { useRefusedSignOn } from './use-refused-sign-on.ts';

/** Signing in (C§2). The ways that the marina has switched on, and nothing else. */
export function LoginPage() {
  const { t, i18n } = useTranslation();
  const { name, messages, authProviders, contact } = useTenant();
  const { signInAgain, notice } = useLocation({ select: (location) => location.state });
  const refused = useRefusedSignOn();
  const message = messages[i18n.language]?.login;
  const withPassword = authProviders.some((provider) => provider.key === 'credentials' && provider.enabledInPortal);

  return (
    <div className={styles.login}>
      <PageHeading title={t('login.title')} heading={t('login.welcome', { name })}>
        {message && <SafeHtml html={message} />}
      </PageHeading>
      {signInAgain && <p className={styles.quiet}>{t('login.signInAgain')}</p>}
      {notice && <LoginNotice kind={notice} />}
      {refused && <Alert kind="error" title={t('login.refusedSignOn')} />}
      {withPassword ? <PasswordLogin /> : <Alert kind="info" title={t('login.notAvailable')} />}
      <p className={styles.help}>
        {t('login.help')} <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a>
        {' · '}
        <a href={`mailto:${contact.email}`}>{contact.email}</a>
      </p>
    </div>
  );
}

/** The form, and the ways on for whoever has no password yet or no more (decision C2.24). */
function PasswordLogin() {
  const { t } = useTranslation();
  return (
    <>
      <LoginForm />
      <p className={styles.forgotten}>
        <Link to="/forgotten-password">{t('login.forgottenPassword')}</Link>
      </p>
      <div className={styles.register}>
        <p>{t('login.newHere')}</p>
        <LinkButton to="/register/renewal-token" fullWidth>
          {t('login.register')}
        </LinkButton>
      </div>
    </>
  );
}
