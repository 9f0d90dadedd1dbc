import { getAccount } from '@quayside/contract/account.ts';
import { listPaymentProviders } from '@quayside/contract/payments.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import { canPayWith } from './drivers/registry.ts';

/**
 * The providers of a site that this portal can pay with: none where invoicing is off.
 * @param wishedSite absent: the account's own
 */
export function usePaymentProviders(wishedSite?: number) {
  const { permissions } = useTenant();
  const { accountGuid } = useSession();
  const account = useQuery({ ...callQuery(getAccount, { params: { accountGuid } }), meta: { showsFailure: true } });
  const siteId = wishedSite ?? account.data?.account.siteId;
  const offered = permissions.invoicingEnabled && siteId !== undefined;
  const query = callQuery(listPaymentProviders, { params: { siteId: siteId ?? 0 } });
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    queryFn: offered ? query.queryFn : skipToken,
    meta: { showsFailure: true },
  });
  return {
    providers: data?.providers.filter(canPayWith) ?? [],
    isPending: permissions.invoicingEnabled && isPending && !account.error,
    error: account.error ?? error,
    retry: () => (account.error ? account.refetch() : refetch()),
  };
}
