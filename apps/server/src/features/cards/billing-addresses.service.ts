import type { VaultAddressInput } from '@quayside/contract/cards/stored-cards.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { VaultProfile } from '../../providers/payments/card-vault.ts';
import { countriesIn } from '../tenant/tenant.exports.ts';
import type { OwnProfile } from './own-profile.service.ts';

/** Stores an address. The first one becomes the default. @returns its id */
export async function storeAddress(own: OwnProfile, address: VaultAddressInput): Promise<string> {
  refuseWrongPlace(own, address);
  const { vault, profile } = own;
  return vault.addAddress(profile.id, { ...address, isDefault: address.isDefault || profile.addresses.length === 0 });
}

/** Changes an address. The default one stays the default until another replaces it. */
export async function changeStoredAddress(own: OwnProfile, addressId: string, address: VaultAddressInput) {
  const { vault, profile } = own;
  const storedAddress = refuseUnknownAddress(profile, addressId, notFound());
  refuseWrongPlace(own, address);
  await vault.changeAddress(profile.id, addressId, {
    ...address,
    isDefault: address.isDefault || storedAddress.isDefault,
  });
}

/**
 * Deletes an address. If it was the default, the newest other one becomes it (decision P5.11).
 * @throws CallError ADDRESS_IN_USE with the card that is billed there (decision P5.12)
 */
export async function forgetAddress({ vault, profile }: OwnProfile, addressId: string): Promise<void> {
  const storedAddress = refuseUnknownAddress(profile, addressId, notFound());
  const user = profile.cards.find(({ billingAddressId }) => billingAddressId === addressId);
  if (user) {
    const card = [user.nickName, `**** ${user.lastDigits}`].filter(Boolean).join(' ');
    throw new CallError('ADDRESS_IN_USE', { values: { card }, meta: { cardId: user.id } });
  }
  await vault.removeAddress(profile.id, addressId);
  const next = storedAddress.isDefault ? profile.addresses.findLast(({ id }) => id !== addressId) : undefined;
  if (next) await vault.changeAddress(profile.id, next.id, { ...next, isDefault: true });
}

/** Returns an address of the profile. @throws `refusal` if the profile has no such address */
export function refuseUnknownAddress(profile: VaultProfile, addressId: string, refusal = wrong('billingAddressId')) {
  const address = profile.addresses.find(({ id }) => id === addressId);
  if (!address) throw refusal;
  return address;
}

/** Refuses a country that the provider does not accept, or a state that the country does not have. */
function refuseWrongPlace({ supportedCountries }: OwnProfile, { country, state }: VaultAddressInput): void {
  const found = countriesIn('en-GB').find(({ alpha2 }) => alpha2 === country);
  const isTaken = supportedCountries.length === 0 || supportedCountries.includes(country);
  if (!found || !isTaken) throw wrong('address.country');
  if (Object.keys(found.states).length > 0 && !(state in found.states)) throw wrong('address.state');
}

const wrong = (field: string) =>
  new CallError('INVALID_REQUEST', {
    values: { field },
    fields: [{ errorCode: 'invalid_value', fieldName: field }],
  });
