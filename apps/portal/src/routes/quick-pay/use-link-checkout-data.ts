import { canBePaid } from '@quayside/contract/orders/orders.ts';
import { getCardVaultProfileByOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { addressCountries } from '../../features/cards/billing-address.ts';
import { offeredProfile } from '../../features/cards/initial-values.ts';
import { profileFromAccount } from '../../features/payments/checkout/checkout.exports.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import type { CheckoutDataQuery } from '../checkout/use-checkout-data.ts';
import { billedOrder, useLinkAccount, useLinkProvider } from './link-data.ts';
import { useQuickPay } from './quick-pay.ts';

/**
 * Returns the data of a card checkout by link. Stored cards and the account's details are only for its owner. Every
 * other payer starts with an empty form and keeps no card (decisions S2, P2.47).
 */
export function useLinkCheckoutData(): CheckoutDataQuery {
  const quickPay = useQuickPay();
  const { order, owner } = quickPay;
  // A payment that is running may just have paid it.
  const payable = useLastKnown(canBePaid(order) ? order : undefined);
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const { provider, ...offered } = useLinkProvider(quickPay, 'vault');
  const { own, account, isPending } = useLinkAccount(quickPay);
  const profile = useQuery({
    ...callQuery(getCardVaultProfileByOrder, { params: { guid: order.guid } }),
    // The provider of the account's own site keeps the cards.
    enabled: owner !== null && order.siteId === order.account.siteId,
    meta: { showsFailure: true },
  });
  const isReady = countries && provider && !isPending && (profile.isFetched || !profile.isLoading);
  return {
    data: isReady
      ? {
          account,
          // The server knows how to reach the account, but the link must not reveal it.
          contact: own ? profileFromAccount(own) : order.account.hasContact ? {} : null,
          provider,
          countries: addressCountries(countries, provider.config.supportedCountries),
          orders: billedOrder(payable ?? order),
          areGone: payable === undefined,
          profile: offeredProfile(offered.isKeeper ? profile.data?.profile : null, provider),
        }
      : undefined,
    profileError: profile.error,
    retryProfile: profile.refetch,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}
