import { EmailAddress } from '@quayside/contract/common.ts';
import {
  type CardToKeep,
  type CardVault,
  ProviderFault,
  type VaultCustomer,
  type VaultProfile,
} from '../payment-provider.ts';
import { readAddress, wireAddress } from './address.ts';
import { callPaysafe, type WireCall } from './http-client.ts';
import type { PaysafeSettings } from './settings.ts';
import { Created, ExistingEntity, Profile, readRefusal } from './wire.ts';

const profiles = '/customervault/v1/profiles';
const vaultDeadlineMs = 8_000;

/** The provider's customer vault. */
export function openVault(settings: PaysafeSettings): CardVault {
  return {
    ensureProfile: (customer) => ensureProfile(settings, customer),
    readProfile: (profileId) => readProfile(settings, profileId),
    keepCard: (profileId, card) => keepCard(settings, profileId, card),
  };
}

async function ensureProfile(settings: PaysafeSettings, customer: VaultCustomer): Promise<string> {
  const { status, body } = await send(settings, { method: 'POST', path: profiles, body: profileOf(customer) });
  if (status === 409) return adoptedId(body, 'profiles');
  if (status >= 400) throw refused('create profile', status, body);
  return Created.parse(body).id;
}

async function readProfile(settings: PaysafeSettings, profileId: string): Promise<VaultProfile | null> {
  const path = `${profiles}/${encodeURIComponent(profileId)}?fields=cards,addresses`;
  const { status, body } = await send(settings, { method: 'GET', path });
  if (status === 404) return null;
  if (status >= 400) throw refused('read profile', status, body);
  const { id, cards, addresses } = Profile.parse(body);
  return {
    id,
    cards: cards.filter(isActive).map(({ status: _, ...card }) => card),
    addresses: addresses.filter(isActive).map(readAddress),
  };
}

async function keepCard(settings: PaysafeSettings, profileId: string, card: CardToKeep): Promise<void> {
  const billingAddressId = card.billingAddressId ?? (await ensureAddress(settings, profileId, card));
  const { status, body } = await send(settings, {
    method: 'POST',
    path: `${profiles}/${encodeURIComponent(profileId)}/cards`,
    body: {
      singleUseToken: card.singleUseToken,
      holderName: card.holderName,
      ...(card.nickName ? { nickName: card.nickName } : {}),
      ...(billingAddressId === null ? {} : { billingAddressId }),
    },
  });
  // 409: the number is kept already, which is what was asked for.
  if (status >= 400 && status !== 409) throw refused('create card', status, body);
}

/** The same address is not stored twice, also where an earlier answer was lost. */
async function ensureAddress(
  settings: PaysafeSettings,
  profileId: string,
  { billing, nickName }: CardToKeep,
): Promise<string | null> {
  if (!billing) return null;
  const wanted = JSON.stringify(wireAddress(billing));
  const profile = await readProfile(settings, profileId);
  const same = profile?.addresses.find((address) => JSON.stringify(wireAddress(address)) === wanted);
  if (same) return same.id;
  const { status, body } = await send(settings, {
    method: 'POST',
    path: `${profiles}/${encodeURIComponent(profileId)}/addresses`,
    body: {
      ...wireAddress(billing),
      ...(billing.nickName || nickName ? { nickName: billing.nickName || nickName } : {}),
    },
  });
  if (status >= 400) throw refused('create address', status, body);
  return Created.parse(body).id;
}

function profileOf(customer: VaultCustomer): Record<string, string> {
  const { customerId, language, firstName, lastName, email, phone, cellPhone } = customer;
  const fields = {
    merchantCustomerId: customerId,
    // The provider speaks these four and no others.
    locale: language.startsWith('fr') ? 'fr_CA' : 'en_GB',
    firstName: firstName.slice(0, 80),
    lastName: lastName.slice(0, 80),
    email: EmailAddress.safeParse(email).success ? email : '',
    phone: phone.slice(0, 40),
    cellPhone: cellPhone.slice(0, 40),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The id of what stood in the way, from the link to it. */
function adoptedId(body: unknown, what: string): string {
  const parsed = ExistingEntity.safeParse(body);
  const href = parsed.data?.links.find(({ rel }) => rel === 'existing_entity')?.href;
  const id = href?.split('/').at(-1);
  if (!id) throw new ProviderFault(`paysafe: a duplicate in ${what} without a link to it`);
  return decodeURIComponent(id);
}

const isActive = ({ status }: { status: string }) => status === 'ACTIVE' || status === 'INITIAL';

async function send(settings: PaysafeSettings, call: WireCall): Promise<{ status: number; body: unknown }> {
  const answer = await callPaysafe(settings, { ...call, deadlineMs: vaultDeadlineMs });
  if (answer.kind !== 'answered') throw new ProviderFault(`paysafe: ${answer.reason}`);
  return answer;
}

const refused = (what: string, status: number, body: unknown) =>
  new ProviderFault(`paysafe: ${what}: HTTP ${status}, code ${readRefusal(status, body).code}`);
