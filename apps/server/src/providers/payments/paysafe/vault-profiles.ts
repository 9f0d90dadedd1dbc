import type { VaultCustomer, VaultProfile } from '../card-vault.ts';
import { wireEmail } from '../wire-email.ts';
import { readAddress } from './address.ts';
import { wireName, wirePhone, withoutEmpty } from './payer.ts';
import type { PaysafeSettings } from './settings.ts';
import { existingId, profiles, refused, sendToVault } from './vault-call.ts';
import { Created, Profile } from './wire.ts';

/** Creates the customer’s profile in the vault, or finds it if it is there. @returns the provider’s id */
export async function ensureProfile(settings: PaysafeSettings, customer: VaultCustomer): Promise<string> {
  const answer = await sendToVault(settings, { method: 'POST', path: profiles, body: profileOf(customer) });
  const knownId = existingId(answer);
  if (knownId !== null) return knownId;
  if (answer.status >= 400) throw refused('create profile', answer.status, answer.body);
  return Created.parse(answer.body).id;
}

/** Reads a profile with its active cards and addresses. Null if the provider does not know it. */
export async function readProfile(settings: PaysafeSettings, profileId: string): Promise<VaultProfile | null> {
  const path = `${profiles}/${encodeURIComponent(profileId)}?fields=cards,addresses`;
  const { status, body } = await sendToVault(settings, { method: 'GET', path });
  if (status === 404) return null;
  if (status >= 400) throw refused('read profile', status, body);
  const { id, cards, addresses } = Profile.parse(body);
  return {
    id,
    cards: cards.filter(isActive).map(({ status: _, ...card }) => card),
    addresses: addresses.filter(isActive).map(readAddress),
  };
}

function profileOf(customer: VaultCustomer): Record<string, string> {
  const { customerId, language, firstName, lastName, email, phone, cellPhone } = customer;
  return withoutEmpty({
    merchantCustomerId: customerId,
    // The provider supports only four languages.
    locale: language.startsWith('fr') ? 'fr_CA' : 'en_GB',
    firstName: wireName(firstName),
    lastName: wireName(lastName),
    email: wireEmail(email),
    phone: wirePhone(phone),
    cellPhone: wirePhone(cellPhone),
  });
}

const isActive = ({ status }: { status: string }) => status === 'ACTIVE' || status === 'INITIAL';
