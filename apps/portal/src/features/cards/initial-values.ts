import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';
import { addressFromAccount, type CheckoutAccount, usableAddresses } from './billing-address.ts';
import { type CheckoutValues, somethingNew } from './checkout-values.ts';
import { firstAddress, firstCard } from './first-choice.ts';
import { holderNameOf } from './holder-name.ts';

interface CheckoutInputs {
  account: CheckoutAccount;
  /** The countries that the provider accepts. */
  countries: readonly Country[];
  profile: CardVaultProfile;
  provider: PaymentProvider;
}

/**
 * Returns the start values of the checkout: the default card and address, else the first. A new address starts with
 * the account's.
 */
export function initialValuesOf({ account, countries, profile, provider }: CheckoutInputs): CheckoutValues {
  const { allowVaultPortal, rememberNewCardDefault } = provider.config;
  return {
    ...addressFromAccount(account, countries),
    cardId: firstCard(profile.cards)?.id ?? somethingNew,
    addressId:
      profile.addresses.length === 0
        ? somethingNew
        : (firstAddress(usableAddresses(profile.addresses, countries))?.id ?? ''),
    holderName: holderNameOf(account),
    cardNumber: false,
    expiryDate: false,
    cvv: false,
    rememberCard: allowVaultPortal && (provider.rememberCardByDefault || rememberNewCardDefault),
  };
}

/** Returns the part of a profile that this checkout may offer: no cards if the provider keeps none. */
export function offeredProfile(profile: CardVaultProfile | null | undefined, { config }: PaymentProvider) {
  return {
    id: profile?.id ?? '',
    cards: config.allowVaultPortal ? (profile?.cards ?? []) : [],
    addresses: profile?.addresses ?? [],
  };
}
