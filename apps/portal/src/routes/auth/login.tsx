import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { SignOnButtons } from '../../features/sign-on/sign-on-buttons.tsx';
import { SignOnRefusalAlert } from '../../features/sign-on/sign-on-refusal.tsx';
import { useInBrowser } from '../../lib/first-screen/in-browser.ts';
import { completeSignIn, signInWithPassword } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import type { Failures } from '../../lib/actions/use-action.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { useSignInMethods } from '../../lib/session/use-sign-in-methods.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { typed, useForm } from '../../ui/form/use-form.ts';
import { SafeHtml } from '../../ui/html/safe-html.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import styles from './login.module.css';
import { LoginNotice } from './login-notice.tsx';
import { useOpenRequestedPage } from './use-open-requested-page.ts';

/** The login page. It offers only the ways that the marina has switched on. */
export function LoginPage() {
  const { t } = useTranslation();
  const { name, contact } = useTenant();
  const isInBrowser = useInBrowser();

  return (
    <div className={styles.login}>
      <PageHeading title={t('login.title')} heading={t('login.welcome', { name })}>
        <Message />
      </PageHeading>
      {isInBrowser && <Notices />}
      <WaysIn />
      <Register />
      <p className={styles.help}>
        <Dotted>
          <>
            {t('login.help')} <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a>
          </>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </Dotted>
      </p>
    </div>
  );
}

/** Tells why the reader is here. Only this tab knows it, so the server has drawn the page without it. */
function Notices() {
  const { t } = useTranslation();
  const { signInAgain, wasRefused, notice } = useLocation({ select: (location) => location.state });
  return (
    <>
      {signInAgain && <p className={styles.quiet}>{t('login.signInAgain')}</p>}
      {wasRefused && (
        <Alert kind="error" title={t('general.unauthorisedTitle')}>
          {t('general.unauthorisedMessage')}
        </Alert>
      )}
      {notice && <LoginNotice kind={notice} />}
      <SignOnRefusalAlert />
    </>
  );
}

/** The marina's message in the reader's language, else in its own (decision C2.22). */
function Message() {
  const { i18n } = useTranslation();
  const { messages, culture } = useTenant();
  const language = [i18n.language, culture.defaultLanguage].find((each) => messages[each]?.login);
  if (language === undefined) return null;
  return (
    <div lang={language} dir="auto">
      <SafeHtml html={messages[language]?.login ?? ''} />
    </div>
  );
}

/** Password and providers. With a code in the address that opens nothing, the providers get it (decision C2.25). */
function WaysIn() {
  const { t } = useTranslation();
  const { renewalToken, accountGuid } = useSearch({ from: '/auth/login' });
  const authType = renewalToken === undefined ? 'login' : 'register';
  const { withPassword } = useSignInMethods('login');
  const { signOnProviders } = useSignInMethods(authType);
  return (
    <>
      {withPassword && <PasswordLogin />}
      {!withPassword && signOnProviders.length === 0 && <Alert kind="info" title={t('login.notAvailable')} />}
      <SignOnButtons
        providers={signOnProviders}
        authType={authType}
        afterForm={withPassword}
        renewalToken={renewalToken}
        accountGuid={accountGuid}
      />
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
  const { withPassword, signOnProviders } = useSignInMethods('register');
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

/**
 * The specification's texts for its two codes. Any other failure also shows the server's message. Beyond a limit, and
 * if no answer came, the password may be right: the text names the ways in, or only that there was no answer.
 */
const failures: Failures = {
  InvalidOperationException: { title: 'login.incorrect', text: null },
  AuthenticationException: { title: 'login.locked', text: null },
  TOO_MANY_REQUESTS: { title: 'login.tooMany', text: 'login.waysIn' },
  other: { title: 'login.incorrect' },
  unanswered: {},
  unsent: {},
};

/** E-mail and password. After signing in, it opens the requested page, else the dashboard (LOGIN-5). */
function LoginForm() {
  const { t } = useTranslation();
  const goOn = useOpenRequestedPage();
  const { problem } = useSearch({ from: '/auth/login' });
  const form = useForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (value) => (isEmailAddress(value) ? null : 'login.emailRequired'),
      password: typed('login.passwordRequired'),
    },
  });

  return (
    <Form
      form={form}
      call={signIn}
      problem={problem}
      onSubmit={({ userName, password }) => signInWithPassword(userName.trim(), password)}
      onDone={(session) => completeSignIn(session).then(goOn)}
      failures={failures}
    >
      <TextField form={form} name="userName" type="email" label={t('login.email')} autoComplete="username" required />
      <PasswordField form={form} name="password" label={t('login.password')} autoComplete="current-password" required />
      <SubmitButton processing={t('login.loggingIn')} fullWidth>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}
