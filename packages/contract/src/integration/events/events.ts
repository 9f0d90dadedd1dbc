import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { addressNumber, Guid, Instant } from '../../shared/common.ts';
import { accountEvents } from '../accounts.ts';
import { agreementEvents } from '../agreements.ts';
import { boatEvents } from '../boats.ts';
import { consentEvents } from '../consents.ts';
import { documentEvents } from '../documents.ts';
import { loginEvents } from '../logins.ts';
import { messageEvents } from '../messages.ts';
import { orderEvents } from '../orders.ts';
import { paymentEvents } from '../payments/payments.ts';
import { refundEvents } from '../payments/refunds.ts';
import { documented, PageLimit } from '../resource.ts';
import { siteEvents } from '../sites.ts';
import { waitingListEvents } from '../waiting-lists.ts';
import { webhookEvents } from './webhook-test.ts';

/** Every type of event. Each noun's file declares its own. */
export const eventKinds = {
  ...siteEvents,
  ...accountEvents,
  ...boatEvents,
  ...orderEvents,
  ...paymentEvents,
  ...refundEvents,
  ...agreementEvents,
  ...documentEvents,
  ...consentEvents,
  ...loginEvents,
  ...messageEvents,
  ...waitingListEvents,
  ...webhookEvents,
};

export type EventType = keyof typeof eventKinds;
export type EventObject<Type extends EventType> = z.input<(typeof eventKinds)[Type]['object']>;

export const eventTypes = Object.keys(eventKinds) as EventType[];
export const EventTypeName = z.enum(eventTypes);

/** Something that happened to the marina's business. */
export const IntegrationEvent = documented(
  z.object({
    id: Guid,
    sequence: z.number().int(),
    type: EventTypeName,
    occurredAt: Instant,
    reference: z.string().nullable(),
    version: z.string(),
    object: z.record(z.string(), z.unknown()),
  }),
  {
    id: ['5b1f7a3f-90a0-4a8e-8d2c-6fb4c1de20b1'],
    sequence: [1042, 'Counts your events in the order of their commits, without a gap.'],
    type: ['order.paid'],
    occurredAt: ['2026-05-16T09:30:00.000Z'],
    reference: ['O-5001', 'Your own name of the object, or the number of a payment. Null if it has none.'],
    version: ['h3Yx0m1dX9qkq7Jm0b2s9A', 'The version that the object had then: the ETag of its own call.'],
    object: [eventKinds['order.paid'].example, 'The object as it was then. Its shape depends on the type.'],
  },
);

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
    limit: PageLimit.meta({ description: 'The most events of one page.' }),
    after: addressNumber(z.int().min(0)).default(0).meta({
      description: 'The `next` of your last reading. 0: from the oldest event that is kept, 90 days ago.',
    }),
    types: EventTypeNames.optional().meta({
      description: 'Only events of these types, with commas between them.',
      examples: ['order.paid,payment.completed'],
    }),
  }),
  answer: z.object({
    items: z.array(IntegrationEvent),
    next: z
      .number()
      .int()
      .meta({
        description: 'Pass it as `after` the next time, also if there are no items.',
        examples: [1042],
      }),
    hasMore: z.boolean(),
    expired: z
      .number()
      .int()
      .meta({
        description:
          'How many events after `after` are gone: older than 90 days or lost by a restore. If any: read all objects.',
        examples: [0],
      }),
  }),
});
