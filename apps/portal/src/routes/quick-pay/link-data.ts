import { getAccount } from '@quayside/contract/account/account.ts';
import type { ProviderKind } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import type { CheckoutAccount } from '../../features/cards/billing-address.ts';
import type { BilledOrder } from '../../features/payments/checkout/checkout.exports.ts';
import { isKeeper, useCheckoutProvider } from '../../features/payments/use-payment-providers.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useTenant } from '../../lib/tenant.ts';
import type { QuickPay } from './quick-pay.ts';

/** Returns the order of a pay link as the checkout names it. */
export const billedOrder = ({ id, description, outstandingAmount }: QuickPay['order']): BilledOrder[] => [
  { id, description, outstandingAmount },
];

/** Returns the provider of a checkout by link. Without its signed-in owner it keeps no card (decision P2.47). */
export function useLinkProvider({ order, owner }: QuickPay, kind: ProviderKind) {
  const { providers, ...query } = useQuickPayProviders(order);
  const provider = useCheckoutProvider(providers, kind, owner !== null);
  return { provider, isKeeper: provider !== undefined && isKeeper(provider, providers), ...query };
}

/**
 * Returns the account of an order. Its owner gets the details; every other payer gets an empty form (decision
 * P2.12).
 */
export function useLinkAccount({ order, owner }: QuickPay) {
  const { twoDigitCountryCode } = useTenant().culture;
  const { data, isLoading, isFetched } = useQuery({
    ...callQuery(getAccount, { params: { accountGuid: order.account.guid } }),
    enabled: owner !== null,
    meta: { showsFailure: true },
  });
  const own = data?.account;
  return { own, account: own ?? nobody(order.account.guid, twoDigitCountryCode), isPending: isLoading && !isFetched };
}

const nobody = (guid: string, countryCode: string): CheckoutAccount & Record<'email' | 'phone' | 'mobile', string> => ({
  guid,
  firstname: '',
  lastname: '',
  email: '',
  phone: '',
  mobile: '',
  address1: '',
  address2: '',
  town: '',
  county: '',
  countyCode: '',
  postcode: '',
  countryCode,
});
