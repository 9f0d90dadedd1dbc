import { z } from 'zod';
import { call } from './call.ts';
import { Done, Guid } from './common.ts';
import { type FileErrors, limited } from './shared-errors.ts';

/** Maximum number of characters (decision C5.11). */
export const contactLimits = { subject: 120, message: 5_000 } as const;

/** Returns the text that is sent: 'Subject: {subject}', a line break, then the message. */
export const contactMessageText = (subject: string, message: string): string => `Subject: ${subject}\n${message}`;

/** Stores a message and mails it to the marina's office. Errors: INVALID_REQUEST, TOO_MANY_REQUESTS (10 an hour). */
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

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    contactUs: limited,
  },
} as const satisfies FileErrors;
