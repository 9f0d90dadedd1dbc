/** The parts of mail that others may use, beside its service. */
export type { MailContent, MailContext, MailKinds, MailWriter } from './mail-kind.ts';
export type { MailServices } from './send-mail.ts';
