import { z } from 'zod';
import { Instant } from '../common.ts';
import { eventsOf } from './event.ts';

/** A customer's message to the office. */
export const MessageObject = z.object({
  /** The number of the message. */
  number: z.number().int(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  subject: z.string(),
  message: z.string(),
  language: z.string(),
  sentAt: Instant,
});

const example: z.input<typeof MessageObject> = {
  number: 4,
  account: 'C-1001',
  accountNumber: 7,
  subject: 'Berths',
  message: 'Is there a berth for a 12 m boat in August?',
  language: 'en-GB',
  sentAt: '2026-05-16T09:00:00.000Z',
};

export const messageEvents = eventsOf(MessageObject, example, {
  'message.received': 'A customer wrote to the office',
});
