import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { addressCountries } from '../../../features/cards/billing-address.ts';
import { useCardVaultProfile } from '../../../features/cards/use-vault.ts';
import { keepsCards, usePaymentProviders } from '../../../features/payments/use-payment-providers.ts';
import { useCountries } from '../../../lib/queries/countries.ts';
import { useAccount } from '../../../lib/account/account.ts';

/** The profile before the first card or address is stored. */
const noProfile: CardVaultProfile = { id: '', cards: [], addresses: [] };

/** Returns the data of the page with stored cards. `data` is undefined while any of it loads. */
export function useMyCards() {
  const account = useAccount();
  const countryList = useCountries();
  const profile = useCardVaultProfile();
  const offered = usePaymentProviders();
  const provider = offered.providers.find(keepsCards);
  const countries = countryList.data?.countries;
  const isReady = account && countries && provider && profile.data;
  return {
    data: isReady
      ? {
          account,
          provider,
          countries: addressCountries(countries, provider.config.supportedCountries),
          profile: profile.data.profile ?? noProfile,
        }
      : undefined,
    error: profile.error ?? offered.error ?? countryList.error,
    retry: () => (profile.error ? profile.refetch() : offered.error ? offered.retry() : countryList.refetch()),
  };
}

export type MyCardsData = NonNullable<ReturnType<typeof useMyCards>['data']>;
