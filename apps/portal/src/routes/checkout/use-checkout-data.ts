import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { addressCountries, type CheckoutAccount } from '../../features/cards/billing-address.ts';
import { offeredProfile } from '../../features/cards/initial-values.ts';
import { useCardVaultProfile } from '../../features/cards/use-vault.ts';
import { useOutstandingOrders } from '../../features/orders/use-outstanding-orders.ts';
import { readBasket } from '../../features/payments/basket.ts';
import {
  type AuthenticationProfile,
  type BilledOrder,
  profileFromAccount,
} from '../../features/payments/checkout/checkout.exports.ts';
import { isKeeper, useCheckoutProvider, usePaymentProviders } from '../../features/payments/use-payment-providers.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useAccount } from '../../lib/account/account.ts';
import { areAllOwed } from './use-component-data.ts';

/** The data of a card checkout. */
export interface CheckoutData {
  /** The account that pays, with the start values of the form. */
  account: CheckoutAccount;
  /** The payer's contact data for the bank. Null if the payer must be asked for it. */
  contact: AuthenticationProfile | null;
  provider: PaymentProvider;
  /** The countries that the provider accepts. */
  countries: Country[];
  profile: CardVaultProfile;
  /** The orders of the basket. Empty while they load: nothing waits for them. */
  orders: readonly BilledOrder[];
  /** True if one of them was not owed any more when the page opened. Later a payment of this page may have paid it. */
  areGone: boolean;
}

/** `data` is undefined until all of it has loaded. It then stays while any of it is read again. */
export interface CheckoutDataQuery {
  data: CheckoutData | undefined;
  profileError: unknown;
  retryProfile: () => unknown;
  error: unknown;
  retry: () => unknown;
}

/**
 * Returns the data of the signed-in account's card checkout. If the card profile can't be read, the checkout works
 * without it: the customer can still pay by a new card.
 */
export function useCheckoutData(): CheckoutDataQuery {
  const account = useAccount();
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const profile = useCardVaultProfile();
  const basket = readBasket();
  const siteId = basket?.siteId;
  const owed = useOutstandingOrders().data?.orders;
  const known = useLastKnown(owed && areAllOwed(basket?.orderIds ?? [], owed) ? owed : undefined);
  const offered = usePaymentProviders(siteId);
  const provider = useCheckoutProvider(offered.providers, 'vault');
  const isReady = account && countries && provider && profile.isFetched;
  return {
    data: isReady
      ? {
          account,
          contact: profileFromAccount(account),
          provider,
          countries: addressCountries(countries, provider.config.supportedCountries),
          orders: owed?.filter(({ id }) => basket?.orderIds.includes(id)) ?? [],
          areGone: owed !== undefined && known === undefined,
          // One provider of the account's own site keeps the cards.
          profile: offeredProfile(
            siteId === account.siteId && isKeeper(provider, offered.providers) ? profile.data?.profile : null,
            provider,
          ),
        }
      : undefined,
    profileError: profile.error,
    retryProfile: profile.refetch,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}
