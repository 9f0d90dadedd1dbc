import { getQuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/**
 * Leads back to the order whose payment waits for this agreement, if both belong to one account (decision C2.8).
 * @param accountGuid left out if the agreement is over and tells none
 */
export function BackToPayment({ accountGuid }: { accountGuid?: string }) {
  const { t } = useTranslation();
  const { orderGuid, referrer } = useSearch({ from: '/quick-sign/$id' });
  const { data } = useQuery({
    ...callQuery(getQuickPayOrder, { params: { guid: orderGuid ?? '' } }),
    enabled: orderGuid !== undefined,
    meta: { showsFailure: true },
  });
  const owner = data?.order.account.guid;
  if (orderGuid === undefined || owner === undefined || owner !== (accountGuid ?? owner)) return null;
  return (
    <LinkButton to="/quick-pay/$orderGuid" params={{ orderGuid }} search={{ referrer }} variant="filled">
      {t('quickSign.backToPayment')}
    </LinkButton>
  );
}
