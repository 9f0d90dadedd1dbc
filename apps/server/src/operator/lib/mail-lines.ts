import type { MailAtDesk } from '../../features/mail/mail.exports.ts';
import { deskTime } from '../../features/payments/payments.exports.ts';

/** Writes a mail as the office reads it: when, what, to whom, and if it left the server. */
export function mailLine({ created_at, kind, recipient, ...mail }: MailAtDesk, timeZone: string): string {
  const opened = mail.link_used_at === null ? '' : `; its link was used at ${deskTime(mail.link_used_at, timeZone)}`;
  return `${deskTime(created_at, timeZone)}  ${kind} to ${recipient}: ${fateOf(mail, timeZone)}${opened}`;
}

function fateOf({ sent_at, failed_at, failure }: Pick<MailAtDesk, 'sent_at' | 'failed_at' | 'failure'>, zone: string) {
  if (sent_at !== null) return `the mail server took it at ${deskTime(sent_at, zone)}`;
  return failed_at === null ? 'waits, and is tried again' : `refused for good: ${failure}`;
}
