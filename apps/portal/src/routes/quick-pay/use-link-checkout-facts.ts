import { getAccount } from '@quayside/contract/account.ts';
import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { getCardVaultProfileByOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressCountries, type CheckoutAccount } from '../../features/cards/billing-address.ts';
import { offeredProfile } from '../../features/cards/first-values.ts';
import { profileFromAccount } from '../../features/payments/contact-details.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { callQuery } from '../../lib/call-query.ts';
import { useCountries } from '../../lib/countries.ts';
import { useTenant } from '../../lib/tenant.ts';
import type { AskedFacts } from '../secure/use-checkout-facts.ts';
import { type QuickPay, useQuickPay } from './quick-pay.ts';

/**
 * What a card checkout by an order's link stands on. Stored cards and the account's details are for its owner alone;
 * whoever else pays begins with an empty form, and keeps no card (decisions S2, P2.47).
 */
export function useLinkCheckoutFacts(): AskedFacts {
  const quickPay = useQuickPay();
  const { order } = quickPay;
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const offered = useQuickPayProviders(order);
  const provider = useCardProvider(offered.providers, quickPay.owner !== null);
  const owner = useOwner(quickPay);
  const nobody = useBlankAccount(order.account.guid);
  const isReady = countries && provider && !owner.isPending;
  return {
    facts: isReady
      ? {
          account: owner.account ?? nobody,
          // The server knows how the account is reached, which a link doesn't tell.
          contact: owner.account ? profileFromAccount(owner.account) : order.account.hasContact ? {} : null,
          provider,
          countries: addressCountries(countries, provider.config.supportedCountries),
          profile: offeredProfile(owner.profile, provider),
        }
      : undefined,
    profileError: owner.profileError,
    retryProfile: owner.retryProfile,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}

/** The same object as long as nothing changes: its fields are set up once. */
function useCardProvider(providers: readonly PaymentProvider[], isOwner: boolean): PaymentProvider | undefined {
  const found = providers.find(({ key }) => key.toLowerCase() === 'paysafe');
  return useMemo(
    () => found && (isOwner ? found : { ...found, config: { ...found.config, allowVaultPortal: false } }),
    [found, isOwner],
  );
}

/** Of a session of the account: what it has stored. Cards are kept by the provider of the account's own site. */
function useOwner({ order, owner }: QuickPay) {
  const account = useQuery({
    ...callQuery(getAccount, { params: { accountGuid: order.account.guid } }),
    enabled: owner !== null,
    meta: { showsFailure: true },
  });
  const profile = useQuery({
    ...callQuery(getCardVaultProfileByOrder, { params: { guid: order.guid } }),
    enabled: owner !== null && order.siteId === order.account.siteId,
    meta: { showsFailure: true },
  });
  return {
    isPending: account.isLoading || profile.isLoading,
    account: account.data?.account,
    profile: profile.data?.profile,
    profileError: profile.error,
    retryProfile: profile.refetch,
  };
}

function useBlankAccount(guid: string): CheckoutAccount {
  const { twoDigitCountryCode } = useTenant().culture;
  const address = { address1: '', address2: '', town: '', county: '', countyCode: '', postcode: '' };
  return { guid, firstname: '', lastname: '', ...address, countryCode: twoDigitCountryCode };
}
