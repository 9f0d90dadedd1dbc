import { checkRenewalToken } from '@quayside/contract/registration.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { callQuery } from '../../lib/call-query.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { InvalidCode } from './invalid-code.tsx';
import { RegistrationSteps } from './registration-steps.tsx';

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
