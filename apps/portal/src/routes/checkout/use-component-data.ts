import type { KeptCard } from '@quayside/contract/cards/card-components.ts';
import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { addressCountries, type CheckoutAccount } from '../../features/cards/billing-address.ts';
import { useKeptCards } from '../../features/cards/use-kept-cards.ts';
import { useOutstandingOrders } from '../../features/orders/use-outstanding-orders.ts';
import { readBasket } from '../../features/payments/basket.ts';
import type { BilledOrder } from '../../features/payments/checkout/checkout.exports.ts';
import { useCheckoutProvider, usePaymentProviders } from '../../features/payments/use-payment-providers.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useAccount } from '../../lib/account/account.ts';

/** The data of a checkout with the provider's own fields. */
export interface ComponentCheckoutData {
  /** The account that pays, with the start values of the form and the details for the provider. */
  account: CheckoutAccount & { email: string; phone: string; mobile: string };
  provider: PaymentProvider;
  orders: readonly BilledOrder[];
  /** The countries that the provider accepts. */
  countries: Country[];
  keptCards: readonly KeptCard[];
}

/**
 * `data` is undefined until all of it has loaded. It then stays while any of it is read again, and if an order of the
 * basket isn't owed any more: the server prices them once more before it charges. `isMissing` is true if the data can
 * never load, for example because an order isn't owed any more when the page opens. If the kept cards can't be read,
 * the checkout works without them: the customer can still pay by a new card.
 */
export interface ComponentCheckoutQuery {
  data: ComponentCheckoutData | undefined;
  isMissing: boolean;
  keptError: unknown;
  retryKept: () => unknown;
  error: unknown;
  retry: () => unknown;
}

/** Returns the data of the signed-in account's checkout. */
export function useComponentCheckoutData(): ComponentCheckoutQuery {
  const account = useAccount();
  const countryList = useCountries();
  const kept = useKeptCards();
  const owed = useOutstandingOrders();
  const basket = readBasket();
  const offered = usePaymentProviders(basket?.siteId);
  const provider = useCheckoutProvider(offered.providers, 'components');
  const areOwed = basket && owed.data && areAllOwed(basket.orderIds, owed.data.orders);
  // A payment that is running may just have paid them.
  const known = useLastKnown(areOwed ? owed.data?.orders : undefined);
  const orders = basket && known?.filter(({ id }) => basket.orderIds.includes(id));
  const isLoaded = account && countryList.data && owed.data && !offered.isPending && kept.isFetched;
  const isMissing = isLoaded !== undefined && isLoaded && (!provider || !orders);
  return {
    data:
      isLoaded && provider && orders
        ? {
            account,
            provider,
            orders,
            countries: addressCountries(countryList.data.countries, provider.config.supportedCountries),
            // The provider of the account's own site keeps the cards.
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

/** Checks if all orders of a basket are still owed. */
export function areAllOwed(ids: readonly number[], owed: readonly OutstandingOrder[]): boolean {
  return ids.every((id) => owed.some((order) => order.id === id));
}
