import { z } from 'zod';
import { eventsOf } from './event.ts';
import {
  byReference,
  documented,
  Filters,
  ListQuery,
  NumberField,
  resourceCalls,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const about = {
  reference: ['B-2001', 'Your own name of the boat.'],
  account: ['C-1001', 'The reference of the customer.'],
  name: ['Kittiwake'],
  type: ['Yacht'],
  length: [10.5, 'In the marina’s unit, metres or feet.'],
  beam: [3.4, 'In the marina’s unit, metres or feet.'],
  draft: [1.6, 'In the marina’s unit, metres or feet.'],
  relationship: ['Owner', 'What the customer is to the boat.'],
  sticker: [null, 'The number of the sticker on the boat.'],
  retired: [false, 'True: the boat is here no more. The portal does not show it, and keeps its documents and stays.'],
} as const;

/** A boat of a customer. */
export const BoatResource = documented(
  z.object({
    reference: z.string(),
    account: z.string().nullable(),
    name: z.string(),
    type: z.string(),
    length: z.number(),
    beam: z.number(),
    draft: z.number(),
    relationship: z.string(),
    sticker: z.string().nullable(),
    retired: z.boolean(),
    ...Tracked,
  }),
  about,
);

export const BoatRow = documented(
  z.strictObject({
    account: TextField,
    name: TextField,
    type: TextField,
    length: NumberField,
    beam: NumberField,
    draft: NumberField,
    relationship: TextField,
    sticker: TextField,
    retired: z.boolean().nullable().optional(),
  }),
  about,
);

export const WholeBoat = withDemanded(BoatRow, ['account', 'name', 'type', 'length', 'beam', 'draft', 'relationship']);

export const {
  list: listBoatResources,
  get: getBoat,
  put: putBoat,
  patch: patchBoat,
} = resourceCalls({
  noun: 'boats',
  one: 'boat',
  many: 'boats with a reference of yours',
  file: 'boats.csv',
  path: 'boats',
  name: ':reference',
  scopes: { read: 'boats:read', write: 'boats:write' },
  params: byReference('B-2001'),
  query: ListQuery.extend({ account: Filters.account, type: Filters.type }),
  resource: BoatResource,
  row: BoatRow,
  whole: WholeBoat,
  bodyExample: { name: 'Arctic tern' },
});

/** A boat in an event. One without a reference of the marina's is known by its name and account. */
const BoatObject = BoatResource.extend({ reference: z.string().nullable() });

const example: z.input<typeof BoatObject> = {
  reference: 'B-17',
  account: 'C-1001',
  name: 'Tern',
  type: 'Yacht',
  length: 9.5,
  beam: 3,
  draft: 1.5,
  relationship: 'Owner',
  sticker: null,
  retired: false,
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const boatEvents = eventsOf(BoatObject, example, {
  'boat.created': 'A boat was added',
  'boat.changed': 'A boat was changed',
});
