import { Navigate, useParams, useRouteContext } from '@tanstack/react-router';
import { ConfirmSignOnForm } from '../../features/sign-on/confirm-sign-on-form.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { AuthLink } from './auth-link.tsx';
import { useOpenRequestedPage } from './use-open-requested-page.ts';

/**
 * Asks for the password of the login with the provider's e-mail address, once, to link the two (decision C2.26). A
 * customer who came to prove who they are can go back without it.
 */
export function SsoConfirmPage() {
  const { t } = useTranslation();
  const { providerKey } = useParams({ from: '/auth/sso-confirm/$providerKey' });
  const { isSignedIn } = useRouteContext({ from: '/auth/sso-confirm/$providerKey' });
  const { authProviders } = useTenant();
  const goOn = useOpenRequestedPage();
  const provider = authProviders.find(({ key }) => key === providerKey)?.displayName;
  if (provider === undefined) return <Navigate to="/login" replace />;

  return (
    <>
      <PageHeading title={t('signOn.confirmTitle', { provider })}>{t('signOn.confirmInfo', { provider })}</PageHeading>
      <ConfirmSignOnForm providerKey={providerKey} onSignedIn={goOn} />
      {isSignedIn ? (
        <Button type="button" variant="subtle" onClick={goOn} fullWidth>
          {t('signOn.goBack')}
        </Button>
      ) : (
        <>
          <AuthLink to="/forgotten-password">{t('login.forgottenPassword')}</AuthLink>
          <AuthLink to="/login">{t('forgottenPassword.backToLogin')}</AuthLink>
        </>
      )}
    </>
  );
}
