import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { OldConsentLink } from '../../features/consent/old-consent-link.tsx';
import { PublicConsents } from '../../features/consent/public-consents.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** Notification preferences by the link of a mail, without signing in (ACC-4). */
export function ConsentManagementPage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  const { link } = useRouteContext({ from: '/auth/consent-management' });
  const [saved, setSaved] = useState(link?.done !== undefined);
  if (saved) return <Saved />;
  return (
    <>
      <PageHeading title={t('consent.title')}>{t('consent.intro', { marina: name })}</PageHeading>
      {link ? (
        <PublicConsents
          accountGuid={link.accountGuid}
          emailId={link.emailId}
          problem={link.problem}
          onSaved={() => setSaved(true)}
        />
      ) : (
        <OldConsentLink />
      )}
    </>
  );
}

/** Shows the way to the portal only if customers can sign in to it. */
function Saved() {
  const { t } = useTranslation();
  const { authProviders } = useTenant();
  return (
    <>
      <PageHeading title={t('consent.savedTitle')}>{t('consent.savedText')}</PageHeading>
      {authProviders.some(({ enabledInPortal }) => enabledInPortal) && (
        <LinkButton to="/login" variant="filled">
          {t('consent.toPortal')}
        </LinkButton>
      )}
    </>
  );
}
