import { Navigate, useParams } from '@tanstack/react-router';
import { AgreementFailure } from '../../features/agreements/agreement-failure.tsx';
import { AgreementPdfButton } from '../../features/agreements/agreement-pdf-button.tsx';
import { ReturnLink } from '../../features/agreements/return-link.tsx';
import { SignedAgreement } from '../../features/agreements/signed-agreement.tsx';
import { usePeriod } from '../../features/agreements/use-agreement-words.ts';
import { useSignedAgreement } from '../../features/agreements/use-agreements.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { BackToList } from '../../ui/page/back-link.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** A signed agreement. An unsigned one is redirected to its signing page (decision C2.46). */
export function SignedAgreementPage() {
  const { t } = useTranslation();
  const { agreementGuid } = useParams({ from: '/secure/agreements/signed/$agreementGuid' });
  const { data, error, refetch } = useSignedAgreement(agreementGuid);
  const agreement = data?.agreement;
  const period = usePeriod(agreement ?? { startDate: null, endDate: null }, 'dd MMM yyyy');
  if (agreement && !agreement.isSigned) {
    return <Navigate to="/secure/agreements/unsigned/$agreementGuid" params={{ agreementGuid }} replace />;
  }
  return (
    <>
      <BackToList to="/secure/agreements">{t('agreements.backToAgreements')}</BackToList>
      <PageHeading
        title={agreement?.type ?? t('agreements.title')}
        aside={agreement && <AgreementPdfButton guid={agreementGuid} variant="filled" />}
      >
        {period}
      </PageHeading>
      {agreement ? (
        <SignedAgreement agreement={agreement} />
      ) : error ? (
        <AgreementFailure error={error} onRetry={refetch} action={<ReturnLink />} />
      ) : (
        <LoadingSkeleton heights={[500, 320]} />
      )}
    </>
  );
}
