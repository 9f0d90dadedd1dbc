import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day } from '../shared/common.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  resourceCalls,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const about = {
  reference: ['S-2026-7', 'Your own name of the stay.'],
  number: [7, 'The number of the stay in the portal.'],
  account: ['C-1001', 'The reference of the customer.'],
  boat: ['Tern', 'The name of the boat, as the customer reads it.'],
  boatReference: [null, 'Your own name of the boat. Left out: the customer’s only boat of that name, if there is one.'],
  arrivesOn: ['2026-06-01'],
  departsOn: ['2026-06-14', 'The last day. Null: the stay is open.'],
  place: ['Berth A 14'],
  type: ['Visitor', 'Any word of yours. Lists can be filtered by it.'],
} as const;

/** A place where a boat lies, with its days. */
export const StayResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    account: z.string().nullable(),
    boat: z.string(),
    boatReference: z.string().nullable(),
    arrivesOn: Day,
    departsOn: Day.nullable(),
    place: z.string(),
    type: z.string(),
    ...Tracked,
  }),
  about,
);

export const StayRow = documented(
  z.strictObject({
    account: TextField,
    boat: TextField,
    boatReference: TextField,
    arrivesOn: DayField,
    departsOn: DayField,
    place: TextField,
    type: TextField,
  }),
  about,
);

export const WholeStay = withDemanded(StayRow, ['account', 'arrivesOn', 'place', 'type']);

export const {
  list: listStayResources,
  get: getStayResource,
  put: putStay,
  patch: patchStay,
} = resourceCalls({
  noun: 'stays',
  one: 'stay',
  many: 'stays of the customers’ boats',
  file: 'stays.csv',
  path: 'stays',
  name: ':reference',
  scopes: { read: 'stays:read', write: 'stays:write' },
  params: byReference('S-2026-7'),
  query: ListQuery.extend({ account: Filters.account, type: Filters.type }),
  resource: StayResource,
  row: StayRow,
  whole: WholeStay,
  bodyExample: { departsOn: '2026-06-20' },
});

export const deleteStay = call({
  name: 'stays.delete',
  summary: 'Remove a stay. The answer is the stay as it was',
  method: 'DELETE',
  path: 'integration/v1/stays/:reference',
  access: 'integration',
  scopes: ['stays:write'],
  params: byReference('S-2026-7'),
  versioned: true,
  answer: StayResource,
});
