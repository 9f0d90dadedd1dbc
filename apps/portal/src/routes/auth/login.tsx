import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SignOnButtons } from '../../features/sign-on/sign-on-buttons.tsx';
import { SignOnRefusalAlert } from '../../features/sign-on/sign-on-refusal.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useWaysIn } from '../../lib/ways-in.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { SafeHtml } from '../../ui/html/safe-html.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginNotice } from './login-notice.tsx';

/** The login page. It offers only the ways that the marina has switched on. */
export function LoginPage() {
  const { t, i18n } = useTranslation();
  const { name, messages, contact } = useTenant();
  const { signInAgain, notice, refusedSignOn } = useLocation({ select: (location) => location.state });
  const message = messages[i18n.language]?.login;

  return (
    <div className={styles.login}>
      <PageHeading title={t('login.title')} heading={t('login.welcome', { name })}>
        {message && <SafeHtml html={message} />}
      </PageHeading>
      {signInAgain && <p className={styles.quiet}>{t('login.signInAgain')}</p>}
      {notice && <LoginNotice kind={notice} />}
      {refusedSignOn !== undefined && <SignOnRefusalAlert reason={refusedSignOn} />}
      <WaysIn />
      <Register />
      <p className={styles.help}>
        {t('login.help')} <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a>
        {' · '}
        <a href={`mailto:${contact.email}`}>{contact.email}</a>
      </p>
    </div>
  );
}

/** Password and providers. With a registration code in the address, the providers register (decision C2.25). */
function WaysIn() {
  const { t } = useTranslation();
  const { f: _, ...carried } = useSearch({ from: '/auth/login' });
  const authType = carried.renewalToken === undefined ? 'login' : 'register';
  const { withPassword } = useWaysIn('login');
  const { signOnProviders } = useWaysIn(authType);
  return (
    <>
      {withPassword && <PasswordLogin />}
      {!withPassword && signOnProviders.length === 0 && <Alert kind="info" title={t('login.notAvailable')} />}
      <SignOnButtons providers={signOnProviders} authType={authType} afterForm={withPassword} {...carried} />
    </>
  );
}

function PasswordLogin() {
  const { t } = useTranslation();
  return (
    <>
      <LoginForm />
      <p className={styles.forgotten}>
        <Link to="/forgotten-password">{t('login.forgottenPassword')}</Link>
      </p>
    </>
  );
}

/** The link to registration, if there is a way to register (decision C2.24). */
function Register() {
  const { t } = useTranslation();
  const { withPassword, signOnProviders } = useWaysIn('register');
  if (!withPassword && signOnProviders.length === 0) return null;
  return (
    <div className={styles.register}>
      <p>{t('login.newHere')}</p>
      <LinkButton to="/register/renewal-token" fullWidth>
        {t('login.register')}
      </LinkButton>
    </div>
  );
}
