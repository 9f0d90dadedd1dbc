import type { KeptCard } from '@quayside/contract/card-components.ts';
import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { Country } from '@quayside/contract/tenant.ts';
import { addressCountries, type CheckoutAccount } from '../../features/cards/billing-address.ts';
import { useKeptCards } from '../../features/cards/use-kept-cards.ts';
import { useOutstandingOrders } from '../../features/orders/use-outstanding-orders.ts';
import { readBasket } from '../../features/payments/basket.ts';
import { usePaymentProviders } from '../../features/payments/use-payment-providers.ts';
import { useCountries } from '../../lib/countries.ts';
import { useAccount } from '../../lib/site.ts';

/** What a checkout with the provider's own fields stands on. */
export interface ComponentFacts {
  /** Whose orders are paid, and what of them a form may begin with and the provider is told. */
  account: CheckoutAccount & { email: string; phone: string; mobile: string };
  provider: PaymentProvider;
  orders: readonly Pick<OutstandingOrder, 'id' | 'description' | 'outstandingAmount'>[];
  /** Those that the provider takes. */
  countries: Country[];
  keptCards: readonly KeptCard[];
}

/**
 * `facts` is undefined while something of it loads; `isMissing` where it never comes, such as an order of the basket that
 * isn't owed any more. Kept cards that can't be read are as if there were none: a new card can still be paid with.
 */
export interface AskedComponentFacts {
  facts: ComponentFacts | undefined;
  isMissing: boolean;
  keptError: unknown;
  retryKept: () => unknown;
  error: unknown;
  retry: () => unknown;
}

/** What the signed-in account's checkout stands on. */
export function useComponentFacts(): AskedComponentFacts {
  const account = useAccount();
  const countryList = useCountries();
  const kept = useKeptCards();
  const owed = useOutstandingOrders();
  const basket = readBasket();
  const offered = usePaymentProviders(basket?.siteId);
  const provider = offered.providers.find(({ key }) => key.toLowerCase() === 'clearaccept');
  const orders = basket && owed.data && ordersOf(basket.orderIds, owed.data.orders);
  const isLoaded = account && countryList.data && owed.data && !offered.isPending && !kept.isPending;
  const isMissing = isLoaded !== undefined && isLoaded && (!provider || !orders);
  return {
    facts:
      isLoaded && provider && orders
        ? {
            ...{ account, provider, orders },
            countries: addressCountries(countryList.data.countries, provider.config.supportedCountries),
            // Cards are kept by the provider of the account's own site.
            keptCards:
              basket.siteId === account.siteId && provider.config.allowVaultPortal ? (kept.data?.cards ?? []) : [],
          }
        : undefined,
    isMissing,
    keptError: kept.error,
    retryKept: kept.refetch,
    error: offered.error ?? countryList.error ?? owed.error,
    retry: () => (offered.error ? offered.retry() : countryList.error ? countryList.refetch() : owed.refetch()),
  };
}

/** The basket's orders as they are owed; undefined where one of them isn't. */
function ordersOf(ids: readonly number[], owed: readonly OutstandingOrder[]): OutstandingOrder[] | undefined {
  const found = owed.filter(({ id }) => ids.includes(id));
  return found.length === ids.length ? found : undefined;
}
