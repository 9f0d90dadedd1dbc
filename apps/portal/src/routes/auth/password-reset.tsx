import { validatePasswordToken } from '@quayside/contract/identity/passwords.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { ResetPasswordForm } from '../../features/passwords/reset-password-form.tsx';
import { hasCode } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { EndedLink } from '../../ui/message/ended-link.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The page of a mail's link (REG-7). Opening it only reads the link; the form uses it up. */
export function PasswordResetPage() {
  const token = useLocation({ select: ({ state }) => state.resetToken }) ?? '';
  return token === '' ? <InvalidLink /> : <ResetByToken key={token} token={token} />;
}

function ResetByToken({ token }: { token: string }) {
  const { t } = useTranslation();
  const { name } = useTenant();
  const [outcome, setOutcome] = useState<'reset' | 'invalid'>();
  const { data, error, refetch } = useQuery({
    ...callQuery(validatePasswordToken, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { showsFailure: true },
  });

  if (outcome === 'reset') return <ResetDone />;
  if (outcome === 'invalid' || hasCode(error, 'INVALID_TOKEN')) return <InvalidLink />;
  return (
    <>
      <PageHeading title={t('password.resetTitle')}>{t('password.resetIntro', { name })}</PageHeading>
      {error && <ErrorState title={t('general.pageFailed')} error={error} onRetry={refetch} />}
      {!error && !data && <LoadingSkeleton heights={[76, 76, 44]} />}
      {data && (
        <ResetPasswordForm
          token={token}
          email={data.email}
          onReset={() => setOutcome('reset')}
          onInvalid={() => setOutcome('invalid')}
        />
      )}
    </>
  );
}

/** The password has changed. Its own heading takes the focus, because the form is gone. */
function ResetDone() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('password.resetTitle')} />
      <Alert
        kind="success"
        title={t('password.resetDone')}
        action={
          <LinkButton to="/login" variant="filled">
            {t('password.signIn')}
          </LinkButton>
        }
      >
        {t('password.resetDoneHelp')}
      </Alert>
    </>
  );
}

function InvalidLink() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('password.resetTitle')} />
      <EndedLink action={<LinkButton to="/forgotten-password">{t('password.requestNew')}</LinkButton>}>
        {t('password.invalidTokenHelp')}
      </EndedLink>
    </>
  );
}
