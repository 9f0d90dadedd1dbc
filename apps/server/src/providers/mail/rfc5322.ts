import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox, OutgoingMail } from './mail-provider.ts';

/** Returns the mail as bytes. The same mail always gives the same bytes. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  const message = new MailComposer({
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    from: addressOf(mail.from),
    to: addressOf(mail.to),
    ...(mail.replyTo ? { replyTo: addressOf(mail.replyTo) } : {}),
    subject: mail.subject,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments.map(({ fileName, contentType, content, contentId }) => ({
      filename: fileName,
      contentType,
      content,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    baseBoundary: createHash('sha256').update(mail.messageId).digest('hex').slice(0, 24),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return message.build();
}

const addressOf = ({ name, address }: Mailbox) => (name === '' ? address : { name, address });

const listHeaders = ({ unsubscribeUrl }: OutgoingMail): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
