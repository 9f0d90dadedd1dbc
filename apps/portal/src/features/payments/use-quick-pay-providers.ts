import { listQuickPayProviders, type QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { canPayWith } from './drivers/registry.ts';

/** Queries the providers that can pay an order by its link in this portal. Known ones stay if a refresh fails. */
export function useQuickPayProviders({ guid, siteId }: Pick<QuickPayOrder, 'guid' | 'siteId'>) {
  const { data, error, isPending, refetch } = useQuery({
    ...callQuery(listQuickPayProviders, { params: { siteId }, query: { orderGuid: guid } }),
    meta: { showsFailure: true },
  });
  return {
    providers: data?.providers.filter(canPayWith) ?? [],
    isPending,
    error: data ? null : error,
    retry: refetch,
  };
}
