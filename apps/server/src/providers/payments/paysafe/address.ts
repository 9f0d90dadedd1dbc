import type { BillingAddress, BillingAddressInput } from '@quayside/contract/cards/cards.ts';
import { asProviderText } from '@quayside/contract/shared/provider-text.ts';
import { withoutEmpty } from './payer.ts';
import type { AddressToKeep } from '../card-vault.ts';
import type { Profile } from './wire.ts';

/** Returns an address with the provider's field names, as the provider takes it. Empty parts are left out. */
export function wireAddress(address: BillingAddressInput): Record<string, string> {
  const { address1, address2, town, state, postcode, country } = address;
  const parts = { street: address1, street2: address2, city: town, state, zip: postcode, country };
  const providerParts = Object.entries(parts).map(([name, value]) => [name, asProviderText(value)] as const);
  return withoutEmpty(Object.fromEntries(providerParts));
}

/** Returns an address for the vault: with its name, and with its flag as the default one. */
export function vaultAddress(address: AddressToKeep): Record<string, string | boolean> {
  const { isDefault } = address;
  const nickName = asProviderText(address.nickName);
  return { ...wireAddress(address), ...(nickName && { nickName }), defaultShippingAddressIndicator: isDefault };
}

export function readAddress(address: Profile['addresses'][number]): BillingAddress {
  return {
    id: address.id,
    nickName: address.nickName,
    address1: address.street,
    address2: address.street2,
    town: address.city,
    state: address.state,
    postcode: address.zip,
    country: address.country,
    isDefault: address.defaultShippingAddressIndicator,
  };
}
