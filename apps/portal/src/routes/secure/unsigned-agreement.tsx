import { useParams, useSearch } from '@tanstack/react-router';
import { AgreementFailure } from '../../features/agreements/agreement-failure.tsx';
import { ReturnLink } from '../../features/agreements/return-link.tsx';
import { ToSign } from '../../features/agreements/signing/to-sign.tsx';
import { useAgreementToSign } from '../../features/agreements/signing/use-agreement-to-sign.ts';
import { usePeriod } from '../../features/agreements/use-agreement-words.ts';
import { useSlicedRender } from '../../lib/first-screen/use-sliced-render.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { NextStep } from './orders/next-step.tsx';

/** An agreement to read and sign. A signed one is redirected to its own page (decision C2.46). */
export function UnsignedAgreementPage() {
  const { t } = useTranslation();
  const { agreementGuid } = useParams({ from: '/secure/agreements/unsigned/$agreementGuid' });
  const back = useSearch({ from: '/secure/agreements/unsigned/$agreementGuid' });
  const { data, error, refetch } = useAgreementToSign(agreementGuid);
  const isDrawn = useSlicedRender(data !== undefined);
  const period = usePeriod(data?.agreement ?? { startDate: null, endDate: null }, 'dd MMM yyyy');
  return (
    <>
      <PageHeading title={data?.agreement.type ?? t('agreements.title')}>{period}</PageHeading>
      {data && isDrawn ? (
        <ToSign
          key={agreementGuid}
          {...data}
          back={back}
          onChanged={refetch}
          nextStep={<NextStep signedGuid={agreementGuid} />}
        />
      ) : error && !data ? (
        <AgreementFailure error={error} onRetry={refetch} action={<ReturnLink {...back} />} />
      ) : (
        <LoadingSkeleton heights={[28, 500, 320]} />
      )}
    </>
  );
}
