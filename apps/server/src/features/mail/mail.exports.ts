/** The parts of mail that others may use, beside its service. */
export type { MailContent, MailContext, MailKinds, MailWriter } from './mail-kind.rules.ts';
export { findNewestMail, spendMailLink, storeMailLink } from './mail.queries.ts';
export type { MailServices } from './send-mail.service.ts';
