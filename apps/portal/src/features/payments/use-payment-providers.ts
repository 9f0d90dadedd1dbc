import { listPaymentProviders, type PaymentProvider } from '@quayside/contract/payments.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useAccountQuery } from '../../lib/site.ts';
import { useTenant } from '../../lib/tenant.ts';
import { canPayWith } from './drivers/registry.ts';

/**
 * Returns the providers of a site that this portal can pay with. Empty if invoicing is off.
 * @param wishedSite default: the account's own site
 */
export function usePaymentProviders(wishedSite?: number) {
  const { permissions } = useTenant();
  const account = useAccountQuery();
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

/**
 * Returns the account's provider that keeps cards for the portal. If there is one, the portal shows My Cards
 * (CARD-3).
 */
export function useVaultProvider() {
  return usePaymentProviders().providers.find(keepsCards);
}

export const keepsCards = ({ key, config }: PaymentProvider) =>
  key.toLowerCase() === 'paysafe' && config.allowVaultPortal;
