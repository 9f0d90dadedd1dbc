import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, RunningNumber } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

const Link = z.object({
  /** The number of the mail that contains the link. */
  id: RunningNumber,
  token: z.string().min(1).max(100),
});

/** The pages that a short link can lead to. */
const MailLinkTarget = z.enum(['order', 'agreement', 'documents']);
export type MailLinkTarget = z.output<typeof MailLinkTarget>;

/**
 * Uses up the short link of a mail. It works once within seven days (decision C2.10). It signs nobody in; the page
 * that it leads to asks for a sign-in if it needs one.
 * Errors: INVALID_TOKEN for an unknown, used or expired link alike; TOO_MANY_REQUESTS for somebody who guesses.
 */
export const openMailLink = call({
  name: 'openMailLink',
  summary: 'Open the short link of a mail, once',
  method: 'POST',
  path: 'redirect/:id/:token',
  access: 'key:mail-link',
  params: Link,
  answer: z.object({
    target: MailLinkTarget,
    /** The guid of the order or agreement. Null for the documents, which belong to the account that signs in. */
    guid: z.string().nullable(),
  }),
});

/**
 * Mails a new link in place of a used or expired one, to the address on file and to no other. The answer is the
 * same for a link that was never sent.
 * Error: TOO_MANY_REQUESTS for the holder of a link after three an hour, and for a network after sixty.
 */
export const sendNewMailLink = call({
  name: 'sendNewMailLink',
  summary: 'Mail a new short link in place of one that no longer works',
  method: 'POST',
  path: 'redirect/:id/:token/new-link',
  access: 'public',
  params: Link,
  answer: Done,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    openMailLink: ['INVALID_TOKEN', ...limited],
    sendNewMailLink: limited,
  },
} as const satisfies FileErrors;
