import { getAgreementAccount, type getUnsignedAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import type { CallAnswer } from '@quayside/contract/shared/call.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { AgreementFailure, isAgreementOver } from '../../features/agreements/agreement-failure.tsx';
import { AgreementPdfButton } from '../../features/agreements/agreement-pdf-button.tsx';
import { CloseWindow } from '../../features/agreements/signing/close-window.tsx';
import { PlainSignForm } from '../../features/agreements/signing/plain-sign-form.tsx';
import { Closed, Signed, Signing } from '../../features/agreements/signing/signing.tsx';
import { useAgreementToSign } from '../../features/agreements/signing/use-agreement-to-sign.ts';
import { usePeriod } from '../../features/agreements/use-agreement-words.ts';
import { useSlicedRender } from '../../lib/first-screen/use-sliced-render.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { sessionQuery } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { LinkLayout } from './link-layout.tsx';

/** Few readers come from a payment, so the others don't load its code. */
const BackToPayment = lazyPart(async () => (await import('./back-to-payment.tsx')).BackToPayment);

/** One agreement that anybody with its link can sign (AGR-8). */
export function QuickSignPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/quick-sign/$id' });
  const { data, error, refetch } = useAgreementToSign(id);
  const isDrawn = useSlicedRender(data !== undefined);
  const { orderGuid } = useSearch({ from: '/quick-sign/$id' });
  const isOver = !data && isAgreementOver(error);
  const period = usePeriod(data?.agreement ?? { startDate: null, endDate: null }, 'dd MMM yyyy');
  return (
    <LinkLayout site={data?.site}>
      <PageHeading title={data?.agreement.type ?? t(isOver ? 'quickSign.overTitle' : 'quickSign.title')}>
        {period}
      </PageHeading>
      {data && isDrawn ? (
        <QuickSign key={id} {...data} onChanged={refetch} />
      ) : error && !data ? (
        <AgreementFailure
          error={error}
          onRetry={refetch}
          action={
            isOver &&
            orderGuid !== undefined && (
              <Suspense>
                <BackToPayment />
              </Suspense>
            )
          }
        />
      ) : (
        <LoadingSkeleton heights={[28, 500, 320]} />
      )}
    </LinkLayout>
  );
}

type Loaded = CallAnswer<typeof getUnsignedAgreement> & { onChanged: () => Promise<unknown> };

function QuickSign({ agreement, account, onChanged }: Loaded) {
  const { t } = useTranslation();
  const [wasSigned] = useState(agreement.isSigned);
  const known = useKnown(agreement.guid, account.email);
  const session = useQuery(sessionQuery).data?.userSession;
  const { orderGuid, done } = useSearch({ from: '/quick-sign/$id' });
  const backToPayment = orderGuid !== undefined && (
    <Suspense>
      <BackToPayment accountGuid={account.guid} />
    </Suspense>
  );
  const whenSignedBefore =
    session?.accountGuid === account.guid ? (
      <>
        {backToPayment}
        <AgreementPdfButton guid={agreement.guid} />
        <LinkButton
          to="/secure/agreements/signed/$agreementGuid"
          params={{ agreementGuid: agreement.guid }}
          variant="default"
        >
          {t('agreements.viewSigned')}
        </LinkButton>
      </>
    ) : (
      backToPayment
    );
  // `wasSigned` stays as it was when the page opened: an agreement signed here keeps the thanks and the download, also
  // if a change of language loads it again.
  if (wasSigned && done) return <Signed guid={agreement.guid}>{backToPayment}</Signed>;
  if (wasSigned) return <Closed message={t('agreements.alreadySigned')}>{whenSignedBefore}</Closed>;
  if (!known) return <LoadingSkeleton heights={[28, 500, 320]} />;
  return (
    <Signing
      agreement={agreement}
      account={account}
      known={known}
      onChanged={onChanged}
      aboveText={
        orderGuid !== undefined && (
          <Suspense>
            <BackToPayment accountGuid={account.guid} isAbove />
          </Suspense>
        )
      }
      withoutScripts={
        <noscript>
          {import.meta.env.SSR && <PlainSignForm agreement={agreement} account={account} known={known} />}
        </noscript>
      }
      whenSigned={
        <>
          {backToPayment}
          <CloseWindow />
        </>
      }
      whenSignedBefore={whenSignedBefore}
    />
  );
}

/**
 * Returns the values that fill in the form: the name if the link tells the account, the address only for its own
 * session.
 */
function useKnown(agreement: string, email: string | null) {
  const { guid } = useSearch({ from: '/quick-sign/$id' });
  const query = useQuery({
    ...callQuery(getAgreementAccount, { params: { guid: guid ?? '' }, query: { agreement } }),
    enabled: guid !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // For another account, or none, the signer fills in the form by hand.
    meta: { showsFailure: true },
  });
  // Only at first: a refused account is asked for again, and the form and the thanks must stay meanwhile.
  if (query.isLoading && !query.isFetched) return undefined;
  const { titledFullName = '', isNameWhole = true } = query.data?.account ?? {};
  return { email: email ?? '', fullName: titledFullName, isNameWhole };
}
