import { listPaymentProviders, type PaymentProvider, type ProviderKind } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useAccountQuery } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { readBasket } from './basket.ts';
import { canPayWith } from './drivers/registry.ts';

/**
 * Returns the providers of a site that this portal can pay with. Empty if invoicing is off.
 * @param chosenSite default: the account's own site
 */
export function usePaymentProviders(chosenSite?: number) {
  const { permissions } = useTenant();
  const account = useAccountQuery();
  const siteId = chosenSite ?? account.data?.account.siteId;
  const offered = permissions.invoicingEnabled && siteId !== undefined;
  const query = callQuery(listPaymentProviders, { params: { siteId: siteId ?? 0 } });
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    enabled: offered,
    meta: { showsFailure: true },
  });
  return {
    providers: data?.providers.filter(canPayWith) ?? [],
    lastUsed: data?.lastUsed ?? null,
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

/** Checks if a provider is a card vault whose cards customers manage in the portal. */
export const keepsCards = ({ kind, config }: PaymentProvider) => kind === 'vault' && config.allowVaultPortal;

/**
 * Returns the provider of a kind with which the basket is paid. If it is gone: the first of the kind, or the one that
 * the page has used until now. A provider that does not keep its site's cards offers to keep none. The object stays the
 * same while nothing changes, because the provider's fields are set up only once.
 * @param mayKeep false for a payer who only has an order's link
 */
export function useCheckoutProvider(
  providers: readonly PaymentProvider[],
  kind: ProviderKind,
  mayKeep = true,
): PaymentProvider | undefined {
  const ofKind = providers.filter((provider) => provider.kind === kind);
  const key = readBasket()?.providerKey;
  const found = ofKind.find((provider) => provider.key === key) ?? ofKind[0];
  const keeps = mayKeep && found !== undefined && isKeeper(found, providers);
  const offered = useMemo(
    () => found && (keeps ? found : { ...found, config: { ...found.config, allowVaultPortal: false } }),
    [found, keeps],
  );
  return useLastKnown(offered);
}

/**
 * Checks if a provider is the one of its kind that keeps its site's cards. The server chooses it by the same rule: a
 * site with several of a kind keeps cards only with one.
 */
export function isKeeper(provider: PaymentProvider, providers: readonly PaymentProvider[]): boolean {
  const ofKind = providers.filter(({ kind }) => kind === provider.kind);
  return (ofKind.find(keepsCards) ?? ofKind[0])?.key === provider.key;
}
