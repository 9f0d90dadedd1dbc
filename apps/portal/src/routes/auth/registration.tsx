import type { CallAnswer } from '@quayside/contract/shared/call.ts';
import { checkRenewalToken } from '@quayside/contract/identity/registration.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type NewLogin, RegistrationForm } from '../../features/registration/registration-form.tsx';
import { SignOnButtons } from '../../features/sign-on/sign-on-buttons.tsx';
import { hasCode } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { completeSignIn, signInWithPassword } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { useSignInMethods } from '../../lib/session/use-sign-in-methods.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { AuthLink } from './auth-link.tsx';
import styles from './login.module.css';

/** The second step of registration. The code identifies the customer and is checked again on every load (REG-3). */
export function RegistrationPage() {
  const { t } = useTranslation();
  const { renewalToken, accountGuid } = useRouteContext({ from: '/auth/register/complete' }).opened;
  const query = callQuery(checkRenewalToken, { query: { renewalToken } });
  // Never refetched automatically: after the registration the code is used up.
  const { data, error, refetch } = useQuery({
    ...query,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsFailure: true },
  });

  if (data && data.accountGuid === accountGuid.toLowerCase()) return <RegistrationSteps opened={data} />;
  if (data || hasCode(error, 'CODE_NOT_FOUND')) return <InvalidCode />;
  if (hasCode(error, 'ALREADYREGISTERED'))
    return <Navigate to="/login" state={{ notice: 'alreadyRegistered' }} replace />;
  if (!error) return <LoadingSkeleton heights={[36, 24, 76, 76, 76, 44]} />;
  return (
    <>
      <PageHeading title={t('registration.title')} />
      <ErrorState title={t('registration.failed')} error={error} onRetry={refetch} />
    </>
  );
}

/** Shows that the code in the address is not valid. */
function InvalidCode() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('registration.title')} />
      <Alert
        kind="error"
        title={t('registration.codeNotFound')}
        action={<LinkButton to="/register/renewal-token">{t('registration.enterCode')}</LinkButton>}
      >
        {t('registration.codeNotFoundHelp')}
      </Alert>
    </>
  );
}

/** The time that the success is shown before the new login is used, in ms. */
const signInDelay = 1000;

/** Greeting and form, then the success message and the automatic sign-in. */
function RegistrationSteps({ opened }: { opened: CallAnswer<typeof checkRenewalToken> }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState<NewLogin>();
  // A company has no first name, and before the registration nothing else of it may be shown.
  const heading = opened.firstname ? t('registration.hello', { name: opened.firstname }) : t('registration.title');
  const { withPassword, signOnProviders } = useSignInMethods('register');
  const code = { renewalToken: opened.renewalToken, accountGuid: opened.accountGuid };
  const info = signOnProviders.length === 0 ? 'registration.info' : 'registration.infoWithSignOn';
  if (login) return <Registered heading={heading} login={login} />;
  return (
    <>
      <PageHeading title={t('registration.title')} heading={heading}>
        {t(info, { site: opened.siteName })}
      </PageHeading>
      <div className={styles.login}>
        {withPassword && <RegistrationForm {...code} onRegistered={setLogin} />}
        <SignOnButtons providers={signOnProviders} authType="register" afterForm={withPassword} {...code} />
      </div>
      <AuthLink to="/login">{t('forgottenPassword.backToLogin')}</AuthLink>
    </>
  );
}

function Registered({ heading, login }: { heading: string; login: NewLogin }) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  useEffect(() => {
    const timer = setTimeout(async () => {
      try {
        await completeSignIn(await signInWithPassword(login.email, login.password));
      } catch {
        // The registration itself has succeeded (decision C4.8).
        await navigate({ to: '/login', replace: true, state: { notice: 'registered' } });
        return;
      }
      // There the typed address waits.
      await navigate({ to: login.isWaiting ? '/secure/account/edit' : '/secure/dashboard', replace: true });
    }, signInDelay);
    return () => clearTimeout(timer);
  }, [login, navigate]);

  return (
    <>
      <PageHeading title={t('registration.title')} heading={heading} />
      <Alert kind="success" title={t('registration.done')}>
        {t('registration.doneHelp')}
      </Alert>
    </>
  );
}
