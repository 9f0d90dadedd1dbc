import { getEstimate } from '@quayside/contract/orders/estimates.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EstimateView } from '../../features/estimates/estimate-view.tsx';
import { hasCode } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { readRecordNumber } from '../address/record-number.ts';
import { useSession } from '../../lib/session/session.ts';
import { showToast } from '../../lib/toasts.ts';
import { BackToList } from '../../ui/page/back-link.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** One estimate. Shows the list if the address holds no valid number (decision C2.62). */
export function EstimatePage() {
  const { estimateId } = useParams({ from: '/secure/estimates/$estimateId' });
  const id = readRecordNumber(estimateId);
  return id === null ? <ListInstead /> : <KnownEstimate id={id} />;
}

function KnownEstimate({ id }: { id: number }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const query = useQuery({ ...callQuery(getEstimate, { params: { guid, id } }), meta: { showsFailure: true } });
  if (hasCode(query.error, 'NOT_FOUND')) return <ListInstead />;
  return (
    <>
      <BackToList to="/secure/estimates">{t('estimates.back')}</BackToList>
      <PageHeading title={t('estimates.estimate', { id })} />
      <Loaded query={query} failed={t('estimates.oneNotLoaded')} skeleton={[44, 200, 240]}>
        {({ estimate }) => <EstimateView estimate={estimate} />}
      </Loaded>
    </>
  );
}

function ListInstead() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    showToast({ kind: 'info', message: t('estimates.notFound') });
    void navigate({ to: '/secure/estimates', replace: true });
  }, [navigate, t]);
  return null;
}
