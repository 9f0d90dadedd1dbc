import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Instant } from '../shared/common.ts';
import type { FileErrors } from '../shared/shared-errors.ts';
import { eventsOf } from './event.ts';
import {
  byReference,
  DayField,
  documented,
  ListQuery,
  NumberField,
  OwnReference,
  pageOf,
  resourceCalls,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

/** Maximum number of characters. */
export const moveLimits = { reason: 1_000 } as const;

const Position = z.number().int().min(1).max(999_999_999);

/** A customer's place on a waiting list, with the last move of the office. */
const Entry = z.object({
  list: z.string().nullable(),
  title: z.string(),
  type: z.string(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  position: z.number().int().nullable(),
  joinedOn: Day.nullable(),
  addedOn: Day,
  movedAt: Instant.nullable(),
  movedUp: z.boolean().nullable(),
  reason: z.string(),
});

const entry: z.input<typeof Entry> = {
  list: 'WL-12',
  title: 'Annual berth, up to 12 m',
  type: 'Berth',
  account: 'C-1001',
  accountNumber: 7,
  position: 3,
  joinedOn: '2024-03-09',
  addedOn: '2024-03-11',
  movedAt: '2026-05-16T09:00:00.000Z',
  movedUp: true,
  reason: 'Two customers before you wait for longer boats.',
};

const moved = { ...entry, mailedTo: 'jo.sailor@example.com', movedFrom: 5 };

const about = {
  list: [entry.list, 'Your own name of the list.'],
  title: [entry.title, 'The name of the list, as the customer reads it.'],
  type: [entry.type],
  account: [entry.account],
  accountNumber: [entry.accountNumber, 'The number of the customer in the portal.'],
  position: [entry.position, '1 is next. Null: the entry is not ranked.'],
  joinedOn: [entry.joinedOn, 'The day on which the customer joined, if it is known.'],
  addedOn: [entry.addedOn],
  movedAt: [entry.movedAt, 'The time of the last move by this API. Null: it was never moved.'],
  movedUp: [entry.movedUp, 'The direction of that move.'],
  reason: [entry.reason, 'The reason of that move, as the customer reads it.'],
  mailedTo: [moved.mailedTo, 'The address on file. Null if the account has none or is closed: no mail.'],
  movedFrom: [moved.movedFrom, 'The position before the move. Null: the entry was not ranked.'],
} as const;

export const WaitingListEntryResource = documented(Entry.extend(Tracked), { ...about, updatedAt: [entry.movedAt] });

/** An entry that the office moved. */
export const MovedEntry = documented(Entry.extend({ mailedTo: z.string().nullable() }), about);

/** A move as it happened. `position` is the new one. */
export const EntryMove = documented(MovedEntry.extend({ movedFrom: z.number().int().nullable() }), about);

export const waitingListEvents = eventsOf(EntryMove, moved, {
  'waiting-list-entry.moved':
    'The office moved an entry of a waiting list, from `movedFrom` to `position`. The entries that it passed have ' +
    'moved by one, without an event',
});

const aboutList = {
  reference: [entry.list, 'Your own name of the list.'],
  number: [12, 'The number of the list in the portal.'],
  title: about.title,
  type: about.type,
} as const;

/** A list of customers who wait for something. */
export const WaitingListResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    title: z.string(),
    type: z.string(),
    ...Tracked,
  }),
  aboutList,
);

export const WaitingListRow = documented(z.strictObject({ title: TextField, type: TextField }), aboutList);

export const WholeWaitingList = withDemanded(WaitingListRow, ['title', 'type']);

export const {
  list: listWaitingLists,
  get: getWaitingList,
  put: putWaitingList,
  patch: patchWaitingList,
} = resourceCalls({
  noun: 'waitingLists',
  one: 'waiting list',
  many: 'waiting lists with a reference of yours',
  file: 'waiting-lists.csv',
  path: 'waiting-lists',
  name: ':reference',
  scopes: { read: 'waiting-lists:read', write: 'waiting-lists:write' },
  params: byReference('WL-12'),
  query: ListQuery,
  resource: WaitingListResource,
  row: WaitingListRow,
  whole: WholeWaitingList,
  bodyExample: { title: 'Annual berth, up to 14 m' },
});

const ofEntry = z.strictObject({
  list: OwnReference.meta({ description: 'Your own name of the list.', examples: ['WL-12'] }),
  account: OwnReference.meta({ description: 'The reference of the customer.', examples: ['C-1001'] }),
});

const entryOf = {
  path: 'integration/v1/waiting-lists/:list/entries/:account',
  access: 'integration',
  params: ofEntry,
  versioned: true,
  answer: WaitingListEntryResource,
} as const;

export const getWaitingListEntry = call({
  ...entryOf,
  name: 'waitingListEntries.get',
  summary: 'The place of one customer on a waiting list',
  method: 'GET',
  scopes: ['waiting-lists:read'],
});

export const listWaitingListEntries = call({
  name: 'waitingListEntries.list',
  summary: 'The customers on a waiting list, in the order in which they were put on it. New ones come last',
  method: 'GET',
  path: 'integration/v1/waiting-lists/:reference/entries',
  access: 'integration',
  scopes: ['waiting-lists:read'],
  params: byReference('WL-12'),
  query: ListQuery,
  answer: pageOf(WaitingListEntryResource),
});

export const putWaitingListEntry = call({
  ...entryOf,
  name: 'waitingListEntries.put',
  summary:
    'Put a customer on a waiting list, or replace the entry, as a row of waiting-list-entries.csv does. ' +
    'The customer is not told: move the entry if they should be',
  method: 'PUT',
  scopes: ['waiting-lists:write'],
  creates: true,
  body: withDemanded(
    documented(z.strictObject({ position: NumberField, joinedOn: DayField, addedOn: DayField }), {
      ...about,
      position: [4, 'Null: not ranked. Left out: the stored position stays.'],
    }),
    ['addedOn'],
  ),
});

export const deleteWaitingListEntry = call({
  ...entryOf,
  name: 'waitingListEntries.delete',
  summary: 'Take a customer off a waiting list. Those behind move up by one. The answer is the entry as it was',
  method: 'DELETE',
  scopes: ['waiting-lists:write'],
});

export const moveWaitingListEntry = call({
  name: 'waitingListEntries.move',
  summary: 'Move a customer up or down on a waiting list. The customer is told by e-mail, with the reason',
  method: 'POST',
  path: 'integration/v1/waiting-lists/:list/entries/:account/move',
  access: 'integration',
  scopes: ['waiting-lists:write'],
  // The customer could not see the place that the mail tells of.
  permissions: ['showWaitingLists'],
  idempotent: true,
  params: ofEntry,
  body: documented(
    z.strictObject({ position: Position, reason: z.string().trim().regex(/\S/).max(moveLimits.reason) }),
    {
      position: [
        3,
        'The new position. Those that the entry passes move by one. At most the last position of the list.',
      ],
      reason: [entry.reason, 'The reason, as the customer reads it.'],
    },
  ),
  answer: MovedEntry,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: { 'waitingListEntries.move': ['ROW_REFUSED'] },
} as const satisfies FileErrors;
