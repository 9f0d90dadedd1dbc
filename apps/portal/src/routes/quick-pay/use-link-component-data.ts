import { canBePaid } from '@quayside/contract/orders.ts';
import { addressCountries } from '../../features/cards/billing-address.ts';
import { useKeptCardsOf } from '../../features/cards/use-kept-cards.ts';
import { useCountries } from '../../lib/countries.ts';
import type { ComponentCheckoutQuery } from '../checkout/use-component-data.ts';
import { billedOrder, useLinkAccount, useLinkProvider } from './link-data.ts';
import { useQuickPay } from './quick-pay.ts';

/** Returns the same data for a provider's own fields, with the order's outstanding amount. */
export function useLinkComponentData(): ComponentCheckoutQuery {
  const quickPay = useQuickPay();
  const { order, owner } = quickPay;
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const { provider, ...offered } = useLinkProvider(quickPay, 'components');
  const { account, isPending } = useLinkAccount(quickPay);
  const kept = useKeptCardsOf(order.account.guid, owner !== null && order.siteId === order.account.siteId);
  const isLoaded = countries && !offered.isPending && !isPending && !kept.isLoading;
  return {
    facts:
      isLoaded && provider && canBePaid(order, true)
        ? {
            account,
            provider,
            orders: billedOrder(order),
            countries: addressCountries(countries, provider.config.supportedCountries),
            keptCards: provider.config.allowVaultPortal ? (kept.data?.cards ?? []) : [],
          }
        : undefined,
    isMissing: Boolean(isLoaded) && !(provider && canBePaid(order, true)),
    keptError: kept.error,
    retryKept: kept.refetch,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}
