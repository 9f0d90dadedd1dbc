import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, Guid, Instant } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

/** Maximum number of characters (decision C5.11). */
export const contactLimits = { subject: 120, message: 5_000, answer: 5_000 } as const;

/** Returns the text that is sent: 'Subject: {subject}', a line break, then the message. */
export const contactMessageText = (subject: string, message: string): string => `Subject: ${subject}\n${message}`;

/** Stores a message and mails it to the marina's office. */
export const contactUs = call({
  name: 'contactUs',
  summary: "Send a message to the marina's office",
  method: 'POST',
  path: 'accounts/by-guid/contact-us/:guid',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  body: z.strictObject({
    message: z
      .string()
      .regex(/\S/)
      .max(contactLimits.message + contactLimits.subject + 20),
  }),
  answer: Done,
});

/** A message of the account to the office, with the office's answers. */
export const ContactMessage = z.object({
  id: z.number().int(),
  /** Empty if the customer gave none. */
  subject: z.string(),
  message: z.string(),
  sentAt: Instant,
  /** In the order in which they were given. */
  answers: z.array(z.object({ answer: z.string(), answeredAt: Instant })),
});
export type ContactMessage = z.output<typeof ContactMessage>;

/** Lists the 50 messages that were sent or answered last. */
export const listContactMessages = call({
  name: 'listContactMessages',
  summary: "List the account's messages to the office, with its answers, the latest first",
  method: 'GET',
  path: 'accounts/by-guid/contact-us/:guid',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  answer: z.object({ items: z.array(ContactMessage) }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    contactUs: limited,
  },
} as const satisfies FileErrors;
