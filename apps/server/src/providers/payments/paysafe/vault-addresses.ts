import type { BillingAddressInput } from '@quayside/contract/cards/cards.ts';
import type { AddressToKeep, CardToKeep } from '../card-vault.ts';
import { ProviderFault } from '../payment-attempt.ts';
import { vaultAddress, wireAddress } from './address.ts';
import type { PaysafeSettings } from './settings.ts';
import { profiles, refused, sendToVault } from './vault-call.ts';
import { readProfile } from './vault-profiles.ts';
import { Created } from './wire.ts';

const addressesOf = (profileId: string) => `${profiles}/${encodeURIComponent(profileId)}/addresses`;
const addressPath = (profileId: string, id: string) => `${addressesOf(profileId)}/${encodeURIComponent(id)}`;

/** Finds or adds an address. The same one is not stored twice, even after a lost answer. */
export async function ensureAddress(
  settings: PaysafeSettings,
  profileId: string,
  { billing, nickName }: CardToKeep,
): Promise<string | null> {
  if (!billing) return null;
  const sameAddress = await findSame(settings, profileId, billing);
  const named = { ...billing, nickName: billing.nickName || nickName, isDefault: false };
  return sameAddress ?? create(settings, profileId, named);
}

export async function addAddress(
  settings: PaysafeSettings,
  profileId: string,
  address: AddressToKeep,
): Promise<string> {
  try {
    return await create(settings, profileId, address);
  } catch (error) {
    if (!(error instanceof ProviderFault) || error.refusal) throw error;
    const stored = await findSame(settings, profileId, address);
    if (stored === null) throw error;
    return stored;
  }
}

export async function changeAddress(
  settings: PaysafeSettings,
  profileId: string,
  addressId: string,
  address: AddressToKeep,
): Promise<void> {
  const path = addressPath(profileId, addressId);
  const { status, body } = await sendToVault(settings, { method: 'PUT', path, body: vaultAddress(address) });
  if (status >= 400) throw refused('change address', status, body);
}

export async function removeAddress(settings: PaysafeSettings, profileId: string, addressId: string): Promise<void> {
  const { status, body } = await sendToVault(settings, { method: 'DELETE', path: addressPath(profileId, addressId) });
  if (status >= 400 && status !== 404) throw refused('delete address', status, body);
}

async function create(settings: PaysafeSettings, profileId: string, address: AddressToKeep): Promise<string> {
  const call = { method: 'POST', path: addressesOf(profileId), body: vaultAddress(address) } as const;
  const { status, body } = await sendToVault(settings, call);
  if (status >= 400) throw refused('create address', status, body);
  return Created.parse(body).id;
}

async function findSame(settings: PaysafeSettings, profileId: string, address: BillingAddressInput) {
  const wireText = JSON.stringify(wireAddress(address));
  const profile = await readProfile(settings, profileId);
  return profile?.addresses.find((other) => JSON.stringify(wireAddress(other)) === wireText)?.id ?? null;
}
