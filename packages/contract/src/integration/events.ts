import { z } from 'zod';
import { call } from '../call.ts';
import { Guid, Instant } from '../common.ts';
import { accountEvents } from './accounts.ts';
import { agreementEvents } from './agreements.ts';
import { boatEvents } from './boats.ts';
import { consentEvents } from './consents.ts';
import { documentEvents } from './documents.ts';
import { loginEvents } from './logins.ts';
import { messageEvents } from './messages.ts';
import { orderEvents } from './orders.ts';
import { paymentEvents } from './payments.ts';
import { siteEvents } from './sites.ts';

/** Every type of event. Each noun's file declares its own. */
export const eventKinds = {
  ...siteEvents,
  ...accountEvents,
  ...boatEvents,
  ...orderEvents,
  ...paymentEvents,
  ...agreementEvents,
  ...documentEvents,
  ...consentEvents,
  ...loginEvents,
  ...messageEvents,
};

export type EventType = keyof typeof eventKinds;
export type EventObject<Type extends EventType> = z.input<(typeof eventKinds)[Type]['object']>;

export const eventTypes = Object.keys(eventKinds) as EventType[];
export const EventTypeName = z.enum(eventTypes);

/** Something that happened to the marina's business. */
export const IntegrationEvent = z.object({
  id: Guid,
  /** Counts the marina's events in the order of their commits, without a gap. */
  sequence: z.number().int(),
  type: EventTypeName,
  occurredAt: Instant,
  /** The marina's own name of the object, or the number of a payment; null if it has none. */
  reference: z.string().nullable(),
  /** The version that the object had then: the ETag of its own call. */
  version: z.string(),
  /** The object as it was then. `eventKinds` has its shape, by type. */
  object: z.record(z.string(), z.unknown()),
});

/** Several types, with commas between them. */
const EventTypeNames = z
  .string()
  .max(1_000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(EventTypeName));

export const listEvents = call({
  name: 'events.list',
  summary: 'What happened, in the order of the commits, after the last event that you have read',
  method: 'GET',
  path: 'integration/v1/events',
  access: 'integration',
  scopes: ['events:read'],
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** The `next` of your last reading; 0: from the oldest event that is kept. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    /** Only events of these types, with commas between them. */
    types: EventTypeNames.optional(),
  }),
  answer: z.object({
    items: z.array(IntegrationEvent),
    /** Pass it as `after` the next time, also if there are no items. */
    next: z.number().int(),
    hasMore: z.boolean(),
    /** How many events between `after` and the first that is kept are older than 90 days and gone. Read all objects. */
    expired: z.number().int(),
  }),
});
