import type { CardVaultProfile } from '@quayside/contract/cards.ts';
import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { Country } from '@quayside/contract/tenant.ts';
import { addressCountries, type CheckoutAccount } from '../../features/cards/billing-address.ts';
import { offeredProfile } from '../../features/cards/first-values.ts';
import { useCardVaultProfile } from '../../features/cards/use-card-vault-profile.ts';
import { useCountries } from '../../lib/countries.ts';
import { type AuthenticationProfile, profileFromAccount } from '../../features/payments/contact-details.ts';
import { readBasket } from '../../features/payments/basket.ts';
import { usePaymentProviders } from '../../features/payments/use-payment-providers.ts';
import { useAccount } from '../../lib/site.ts';

/** What a card checkout stands on. */
export interface CheckoutFacts {
  /** Whose orders are paid, and what of them a form may begin with. */
  account: CheckoutAccount;
  /** How the bank may reach who pays; null where they have to be asked. */
  contact: AuthenticationProfile | null;
  provider: PaymentProvider;
  /** Those that the provider takes. */
  countries: Country[];
  profile: CardVaultProfile;
}

/** `facts` is undefined while something of it loads. */
export interface AskedFacts {
  facts: CheckoutFacts | undefined;
  profileError: unknown;
  retryProfile: () => unknown;
  error: unknown;
  retry: () => unknown;
}

/**
 * What the signed-in account's card checkout stands on. `facts` is undefined while something of it loads. A profile that can't be read is as
 * if there were none: a new card can still be paid with.
 */
export function useCheckoutFacts(): AskedFacts {
  const account = useAccount();
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const profile = useCardVaultProfile();
  const siteId = readBasket()?.siteId;
  const offered = usePaymentProviders(siteId);
  const provider = offered.providers.find(({ key }) => key.toLowerCase() === 'paysafe');
  const isReady = account && countries && provider && !profile.isPending;
  return {
    facts: isReady
      ? {
          account,
          contact: profileFromAccount(account),
          provider,
          countries: addressCountries(countries, provider.config.supportedCountries),
          // Cards are kept by the provider of the account's own site.
          profile: offeredProfile(siteId === account.siteId ? profile.data?.profile : null, provider),
        }
      : undefined,
    profileError: profile.error,
    retryProfile: profile.refetch,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}
