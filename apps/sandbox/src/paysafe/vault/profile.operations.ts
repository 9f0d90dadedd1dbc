import { z } from 'zod';
import { text } from '../../http/text.ts';
import { type Answer, type Call, type Operation, readBody, readQuery } from '../operation.ts';
import { ProviderError, unknownId } from '../provider-error.ts';
import { Country } from '../../cards/schemas.ts';
import { listAddresses, presentAddress } from './addresses.ts';
import { CardInput, storeCard } from './card-vaulting.ts';
import { listCards, presentCard } from './cards.ts';
import {
  deleteProfile,
  findProfile,
  findProfileByCustomer,
  insertProfile,
  type Profile,
  replaceProfile,
} from './profiles.ts';

const ProfileFields = z.strictObject({
  merchantCustomerId: z.string().min(1).max(100),
  locale: z.enum(['en_US', 'en_GB', 'en_CA', 'fr_CA']),
  firstName: text(80).optional(),
  middleName: text(80).optional(),
  lastName: text(80).optional(),
  email: z.email('Invalid e-mail').max(255).optional(),
  phone: text(40).optional(),
  cellPhone: text(40).optional(),
  dateOfBirth: z.strictObject({ year: z.number().int(), month: z.number().int(), day: z.number().int() }).optional(),
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  gender: z.enum(['M', 'F']).optional(),
  nationality: Country.optional(),
});

const NewProfile = ProfileFields.extend({ card: CardInput.optional() });

const ProfileQuery = z.strictObject({
  fields: z
    .string()
    .regex(/^(?:cards|addresses)(?:,(?:cards|addresses))*$/)
    .optional(),
});

const CustomerQuery = z.strictObject({ merchantCustomerId: z.string().min(1).max(100) });

const base = '/customervault/v1/profiles';

export const profileOperations: readonly Operation[] = [
  { name: 'profiles.create', method: 'POST', path: base, keys: ['server'], handle: create },
  { name: 'profiles.find', method: 'GET', path: base, keys: ['server'], handle: findByCustomer },
  { name: 'profiles.read', method: 'GET', path: `${base}/:profile`, keys: ['server'], handle: read },
  { name: 'profiles.update', method: 'PUT', path: `${base}/:profile`, keys: ['server'], handle: update },
  { name: 'profiles.delete', method: 'DELETE', path: `${base}/:profile`, keys: ['server'], handle: remove },
];

/** Returns the profile in the path of a call. Throws a 5269 if the merchant has none with that id. */
export function profileOf(call: Call): Profile {
  const id = call.params['profile'] ?? '';
  const profile = findProfile(call.sandbox.database, call.merchant.serverKey, id);
  if (profile === undefined) throw unknownId(id);
  return profile;
}

function create(call: Call): Answer {
  const { merchantCustomerId, card, ...fields } = readBody(NewProfile, call);
  refuseOtherOwner(call, merchantCustomerId, undefined);
  const { database } = call.sandbox;
  const profile = insertProfile(database, call.merchant.serverKey, { merchantCustomerId, fields }, call.now);
  if (card === undefined) return { status: 201, body: present(call, profile, []) };
  storeCard(call, profile.id, card);
  return { status: 201, body: present(call, profile, ['addresses', 'cards']) };
}

function findByCustomer(call: Call): Answer {
  const { merchantCustomerId } = readQuery(CustomerQuery, call);
  const profile = findProfileByCustomer(call.sandbox.database, call.merchant.serverKey, merchantCustomerId);
  if (profile === undefined) throw unknownId(merchantCustomerId);
  return { status: 200, body: present(call, profile, []) };
}

function read(call: Call): Answer {
  const { fields } = readQuery(ProfileQuery, call);
  return { status: 200, body: present(call, profileOf(call), fields?.split(',') ?? []) };
}

function update(call: Call): Answer {
  const profile = profileOf(call);
  const { merchantCustomerId, ...fields } = readBody(ProfileFields, call);
  refuseOtherOwner(call, merchantCustomerId, profile.id);
  replaceProfile(call.sandbox.database, profile.id, { merchantCustomerId, fields });
  return { status: 200, body: present(call, { ...profile, merchantCustomerId, fields }, []) };
}

function remove(call: Call): Answer {
  deleteProfile(call.sandbox.database, profileOf(call).id);
  return { status: 200 };
}

function refuseOtherOwner(call: Call, merchantCustomerId: string, own: string | undefined): void {
  const other = findProfileByCustomer(call.sandbox.database, call.merchant.serverKey, merchantCustomerId);
  if (other === undefined || other.id === own) return;
  const href = `${call.sandbox.origins.provider}${base}/${other.id}`;
  throw new ProviderError('7505', { suffix: ` - ${other.id}`, links: [{ rel: 'existing_entity', href }] });
}

function present(call: Call, profile: Profile, parts: readonly string[]) {
  const { database } = call.sandbox;
  return {
    id: profile.id,
    status: 'ACTIVE',
    merchantCustomerId: profile.merchantCustomerId,
    ...profile.fields,
    paymentToken: profile.paymentToken,
    ...(parts.includes('addresses') ? { addresses: listAddresses(database, profile.id).map(presentAddress) } : {}),
    ...(parts.includes('cards') ? { cards: listCards(database, profile.id).map((card) => presentCard(card)) } : {}),
  };
}
