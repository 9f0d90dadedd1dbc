import type { z } from 'zod';
import type { JobContext } from '../../jobs/context.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import type { Attachment, Mailbox } from '../../providers/mail/mail-provider.ts';
import type { Letter, Sender } from '../letters/letters.exports.ts';

/**
 * The payload of each kind of mail. Each feature adds its own kinds (`declare module`). A payload holds ids: the mail
 * is written from the rows that they name when it is sent.
 */
export interface MailPayloads {}

export type MailKindName = keyof MailPayloads;

/** The facts that every kind of mail is written from. */
interface AnyMail {
  /** The mail's own id. */
  id: number;
  recipient: string;
  language: string;
  /** The tenant's portal, without a slash at the end; null if it has no address. */
  portalUrl: string | null;
}

/** The content of a mail and its attachments. */
export interface MailContent {
  letter: Letter;
  sender: Sender;
  attachments: readonly Attachment[];
  /** The address that gets it, if it is another one than the mail was queued for. */
  recipient?: string;
  /** The address for replies. Default: the office. */
  replyTo?: Mailbox;
}

/** Holds everything that a mail is written with, and with which attached papers are made. */
export interface MailContext extends JobContext {
  files: FileStorage;
  /** Returns the portal's origin at a host, for a tenant without a fixed `rootUrl`. */
  originOf: (host: string) => string;
}

/** Writes a kind of mail. Returns null if nobody is to get it. */
export type MailWriter<Payload = object> = (ctx: MailContext, mail: AnyMail & Payload) => Promise<MailContent | null>;

/** A kind of mail. */
export interface MailKind<Payload> {
  /** Reads the stored payload. Unknown fields are left out, so that a newer version can drop one. */
  payload: z.ZodType<Payload>;
  write: MailWriter<Payload>;
}

export type MailKinds = { [Name in MailKindName]: MailKind<MailPayloads[Name]> };
