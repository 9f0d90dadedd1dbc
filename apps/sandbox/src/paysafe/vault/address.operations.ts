import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { unknownId } from '../provider-error.ts';
import { BillingAddress } from '../../cards/schemas.ts';
import {
  type Address,
  deleteAddress,
  findAddress,
  insertAddress,
  presentAddress,
  replaceAddress,
} from './addresses.ts';
import { profileOf } from './profile.operations.ts';

const AddressInput = BillingAddress.extend({
  nickName: z.string().max(50).optional(),
  recipientName: z.string().max(255).optional(),
  defaultShippingAddressIndicator: z.boolean().optional(),
});

const base = '/customervault/v1/profiles/:profile/addresses';

export const addressOperations: readonly Operation[] = [
  { name: 'addresses.create', method: 'POST', path: base, keys: ['server'], handle: create },
  { name: 'addresses.read', method: 'GET', path: `${base}/:address`, keys: ['server'], handle: read },
  { name: 'addresses.update', method: 'PUT', path: `${base}/:address`, keys: ['server'], handle: update },
  { name: 'addresses.delete', method: 'DELETE', path: `${base}/:address`, keys: ['server'], handle: remove },
];

function addressOf(call: Call): Address {
  const id = call.params['address'] ?? '';
  const address = findAddress(call.sandbox.database, profileOf(call).id, id);
  if (address === undefined) throw unknownId(id);
  return address;
}

function create(call: Call): Answer {
  const profile = profileOf(call);
  const address = insertAddress(call.sandbox.database, profile.id, readBody(AddressInput, call), call.now);
  return { status: 201, body: presentAddress(address) };
}

function read(call: Call): Answer {
  return { status: 200, body: presentAddress(addressOf(call)) };
}

function update(call: Call): Answer {
  const { id } = addressOf(call);
  const address = replaceAddress(call.sandbox.database, profileOf(call).id, id, readBody(AddressInput, call));
  return { status: 200, body: presentAddress(address) };
}

function remove(call: Call): Answer {
  deleteAddress(call.sandbox.database, addressOf(call).id);
  return { status: 200 };
}
