import type { MailRow } from '../../features/mail/mail.exports.ts';
import { formatSiteTime } from '../../lib/texts/formats.ts';

/** Writes a mail as the office reads it: when, what, to whom, and if it left the server. */
export function mailLine({ created_at, kind, recipient, ...mail }: MailRow, timeZone: string): string {
  const opened =
    mail.link_used_at === null ? '' : `; its link was used at ${formatSiteTime(mail.link_used_at, timeZone)}`;
  return `${formatSiteTime(created_at, timeZone)}  ${kind} to ${recipient}: ${fateOf(mail, timeZone)}${opened}`;
}

function fateOf({ sent_at, failed_at, failure }: Pick<MailRow, 'sent_at' | 'failed_at' | 'failure'>, zone: string) {
  if (sent_at !== null) return `the mail server took it at ${formatSiteTime(sent_at, zone)}`;
  return failed_at === null ? 'waits, and is tried again' : `refused for good: ${failure}`;
}
