export type { MailContent, MailContext, MailKinds, MailWriter } from './mail-kind.types.ts';
export { type MailRow, mailsAbout, mailsTo } from './mails-about.queries.ts';
export { findNewestMail, spendMailLink, storeMailLink } from './mail.queries.ts';
export { mailedLinkLifeMs } from './mailed-link.types.ts';
export type { MailServices } from './send-mail.service.ts';
