import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RenewalCodeForm } from '../../features/registration/renewal-code-form.tsx';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { AuthLink } from './auth-link.tsx';

/** The first step of registration: the marina's code, typed or from a link or its QR code (REG-1). */
export function RenewalCodePage() {
  const { t } = useTranslation();
  const { name } = useTenant();
  const navigate = useNavigate();
  const code = useCodeInAddress();

  return (
    <>
      <PageHeading title={t('registration.codeTitle')}>{t('registration.codeIntro', { name })}</PageHeading>
      <RenewalCodeForm
        givenCode={code}
        onOpened={({ renewalToken, accountGuid }) =>
          navigate({ to: '/register/complete/$renewalToken/$accountGuid', params: { renewalToken, accountGuid } })
        }
        onAlreadyRegistered={() => navigate({ to: '/login', state: { notice: 'alreadyRegistered' } })}
      />
      <AuthLink to="/login">{t('forgottenPassword.backToLogin')}</AuthLink>
    </>
  );
}

/** Removes the code from the address once it is read (decision C2.5), so that a reload tries nothing again. */
function useCodeInAddress(): string {
  const linkCode = useSearch({ from: '/auth/register/renewal-token' })['renewal-token'] ?? '';
  const [code] = useState(linkCode);
  const navigate = useNavigate();
  useEffect(() => {
    if (linkCode !== '') void navigate({ to: '/register/renewal-token', search: {}, replace: true });
  }, [linkCode, navigate]);
  return code;
}
