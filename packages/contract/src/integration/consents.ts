import { z } from 'zod';
import { Instant } from '../common.ts';
import { eventsOf } from './event.ts';

/** A customer's choice about one kind of mail. */
export const ConsentObject = z.object({
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  /** The marina's own name of the consent group, or its number if it has none. */
  group: z.string(),
  granted: z.boolean(),
  /** Where the customer chose: the portal, the page of a consent link, the link of a mail, or at the office. */
  source: z.enum(['portal', 'consent-page', 'mail', 'office']),
  changedAt: Instant,
});

const example: z.input<typeof ConsentObject> = {
  account: 'C-1001',
  accountNumber: 7,
  group: 'newsletter',
  granted: false,
  source: 'mail',
  changedAt: '2026-05-16T09:00:00.000Z',
};

export const consentEvents = eventsOf(ConsentObject, example, {
  'consent.changed': 'A customer gave or withdrew a consent',
});
