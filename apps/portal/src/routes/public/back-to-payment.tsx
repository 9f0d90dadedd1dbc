import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';

interface Props {
  /** Left out if the agreement is over and tells none. */
  accountGuid?: string;
  /** True if it stands above what is read. By default it is a button among the next steps. */
  isAbove?: boolean;
}

/**
 * Leads back to the order whose payment waits for this agreement, if both belong to one account (decision C2.8).
 */
export function BackToPayment({ accountGuid, isAbove = false }: Props) {
  const { t } = useTranslation();
  const { orderGuid, referrer } = useSearch({ from: '/quick-sign/$id' });
  const { data } = useQuery({
    ...callQuery(getQuickPayOrder, { params: { guid: orderGuid ?? '' } }),
    enabled: orderGuid !== undefined,
    meta: { showsFailure: true },
  });
  const owner = data?.order.account.guid;
  if (orderGuid === undefined || owner === undefined || owner !== (accountGuid ?? owner)) return null;
  const place = { to: '/quick-pay/$orderGuid', params: { orderGuid }, search: { referrer } } as const;
  if (isAbove) return <BackLink {...place}>{t('quickSign.backToPayment')}</BackLink>;
  return (
    <LinkButton {...place} variant="filled">
      {t('quickSign.backToPayment')}
    </LinkButton>
  );
}
