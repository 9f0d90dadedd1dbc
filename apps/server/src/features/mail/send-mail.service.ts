import { apiBase } from '@quayside/contract/shared/call.ts';
import { unsubscribe } from '@quayside/contract/account/consent.ts';
import type { JobContext } from '../../jobs/context.ts';
import { inSpan } from '../../lib/telemetry/spans.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { type Attachment, type Mailbox, MailFailure, type MailProvider } from '../../providers/mail/mail-provider.ts';
import { letterHtml, letterText, logoId, type Sender } from '../letters/letters.exports.ts';
import { portalUrl } from '../tenant/tenant.exports.ts';
import { endMail, findMail, forgetMail, hasEnded } from './mail.queries.ts';
import type { MailKind, MailKindName, MailKinds } from './mail-kind.types.ts';

export interface MailServices {
  provider: MailProvider;
  /** The sender's address. */
  senderAddress: string;
  kinds: MailKinds;
  files: FileStorage;
  /** Returns the portal's origin at a host, for a tenant without a fixed `rootUrl`. */
  originOf: (host: string) => string;
}

/**
 * Sends a stored mail, unless it was sent already. After a crash between sending and noting, it is sent again with
 * the same Message-ID. The bytes are the same too, except for a link that is made again each time.
 */
export async function sendMail(ctx: JobContext, { mailId }: { mailId: number }, services: MailServices): Promise<void> {
  const { tenant, db, clock, log } = ctx;
  const mail = await findMail(db, tenant.id, mailId);
  if (!mail || mail.sent_at || mail.failed_at) return;
  const { language } = mail;
  const url = await portalUrl(db, tenant, services.originOf);
  // The name decides the payload. The compiler can't follow that.
  const kind = services.kinds[mail.kind as MailKindName] as MailKind<object>;
  const payload = kind.payload.parse(mail.payload);
  const content = await kind.write(
    { ...ctx, files: services.files, originOf: services.originOf },
    { ...payload, id: mailId, recipient: mail.recipient, language, portalUrl: url },
  );
  if (!content) {
    await forgetMail(db, tenant.id, mailId);
    return;
  }
  // If this worker hung meanwhile, another one has taken its jobs over.
  if (await hasEnded(db, tenant.id, mailId)) return;
  const { letter, sender, attachments, recipient = mail.recipient } = content;
  const own = tenant.settings.sender;
  const replyTo = content.replyTo ?? officeOf(tenant.name, sender);
  try {
    const sent = {
      messageId: mail.message_id,
      date: mail.created_at,
      from: { name: own.name ?? tenant.name, address: own.address ?? services.senderAddress },
      to: { name: '', address: recipient },
      ...(replyTo ? { replyTo } : {}),
      ...(url && mail.consent_group_id !== null && mail.unsubscribe_token
        ? { unsubscribeUrl: unsubscribeUrl(url, mail.unsubscribe_token) }
        : {}),
      subject: letter.subject,
      language,
      html: letterHtml(letter, sender),
      text: letterText(letter, sender),
      attachments: [...attachments, ...logoOf(sender)],
    };
    await inSpan(
      () => ({ name: 'send mail', kind: 'client' }),
      () => services.provider.send(sent),
    );
  } catch (error) {
    if (!(error instanceof MailFailure && error.isFinal)) throw error;
    log.warn({ mailId, reason: error.message }, 'mail refused for good');
    await endMail(db, tenant.id, mailId, { recipient, failed_at: clock.now(), failure: error.message });
    return;
  }
  await endMail(db, tenant.id, mailId, { recipient, sent_at: clock.now() });
}

/** Returns the logo as a part of the mail, so that the reader's program has to load nothing. */
const logoOf = ({ logoPicture }: Sender): Attachment[] =>
  logoPicture === null
    ? []
    : [{ fileName: 'logo.png', contentType: 'image/png', content: logoPicture, contentId: logoId }];

const officeOf = (name: string, { office }: Sender): Mailbox | undefined =>
  office.email === '' ? undefined : { name, address: office.email };

const unsubscribeUrl = (portal: string, token: string) =>
  portal + apiBase + unsubscribe.path.replace(':token', encodeURIComponent(token));
