import { z } from 'zod';
import { call } from './call.ts';
import { Done, RunningNumber } from './common.ts';

const Link = z.object({
  /** The number of the mail that brought it. */
  id: RunningNumber,
  token: z.string().min(1).max(100),
});

/** The things that the office asks of a customer by a short link. */
const MailLinkTarget = z.enum(['order', 'agreement', 'documents']);
export type MailLinkTarget = z.output<typeof MailLinkTarget>;

/**
 * Spends the short link of a mail, within seven days and once (decision C2.10). It signs nobody in: the page that it leads
 * to asks for that where it has to. Errors: INVALID_TOKEN for a link that is unknown, used or too old alike;
 * TOO_MANY_REQUESTS for who guesses.
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
    /** The guid of the order or agreement; null for the documents, which are those of whoever signs in. */
    guid: z.string().nullable(),
  }),
});

/**
 * Mails a new link in place of one that was used or is too old: to the account's address on file, and to no other. The
 * answer is the same for a link that nobody was sent. Error: TOO_MANY_REQUESTS, three an hour for a link.
 */
export const sendNewMailLink = call({
  name: 'sendNewMailLink',
  summary: 'Mail a new short link in place of one that works no more',
  method: 'POST',
  path: 'redirect/:id/:token/new-link',
  access: 'public',
  params: Link,
  answer: Done,
});
