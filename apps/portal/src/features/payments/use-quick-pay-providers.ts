import { listQuickPayProviders, type QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { driverOf } from './drivers/registry.ts';

/**
 * The providers that this portal can pay an order with by its link: those whose fields the checkout's page sets up
 * itself. For the others there is no page there.
 */
export function useQuickPayProviders({ guid, siteId }: Pick<QuickPayOrder, 'guid' | 'siteId'>) {
  const { data, error, isPending, refetch } = useQuery({
    ...callQuery(listQuickPayProviders, { params: { siteId }, query: { orderGuid: guid } }),
    meta: { showsFailure: true },
  });
  return {
    providers: data?.providers.filter((provider) => driverOf(provider)?.load) ?? [],
    isPending,
    error,
    retry: refetch,
  };
}
