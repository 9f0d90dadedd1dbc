import { z } from 'zod';
import { call } from '../call.ts';
import { ByReference, ListQuery, NumberField, OwnReference, pageOf, TextField, Tracked } from './resource.ts';

/** A boat of a customer. Lengths are in the marina's unit, metres or feet. */
export const BoatResource = z.object({
  reference: z.string(),
  account: z.string().nullable(),
  name: z.string(),
  type: z.string(),
  length: z.number(),
  beam: z.number(),
  draft: z.number(),
  relationship: z.string(),
  sticker: z.string().nullable(),
  ...Tracked,
});

export const BoatRow = z.strictObject({
  account: TextField,
  name: TextField,
  type: TextField,
  length: NumberField,
  beam: NumberField,
  draft: NumberField,
  relationship: TextField,
  sticker: TextField,
});

const boat = {
  path: 'integration/v1/boats/:reference',
  access: 'integration',
  params: ByReference,
  versioned: true,
} as const;

export const listBoatResources = call({
  name: 'boats.list',
  summary: 'The boats with a reference of yours',
  method: 'GET',
  path: 'integration/v1/boats',
  access: 'integration',
  scopes: ['boats:read'],
  query: ListQuery.extend({ account: OwnReference.optional() }),
  answer: pageOf(BoatResource),
});

export const getBoat = call({
  ...boat,
  name: 'boats.get',
  summary: 'One boat',
  method: 'GET',
  scopes: ['boats:read'],
  answer: BoatResource,
});

export const putBoat = call({
  ...boat,
  name: 'boats.put',
  summary: 'Create or replace a boat, as a row of boats.csv does',
  method: 'PUT',
  scopes: ['boats:write'],
  creates: true,
  body: BoatRow,
  answer: BoatResource,
});

export const patchBoat = call({
  ...boat,
  name: 'boats.patch',
  summary: 'Change some fields of a boat (RFC 7396)',
  method: 'PATCH',
  scopes: ['boats:write'],
  body: BoatRow,
  answer: BoatResource,
});
