import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** A mail in the mailbox folder. Its id is the file's name without `.eml`. */
export interface StoredMail {
  readonly id: string;
  /** The time at which the file was written, in ISO form. */
  readonly receivedAt: string;
  readonly raw: Buffer;
  readonly email: Email;
}

const idPattern = /^[\w@+,=.-]{1,200}$/;

/** Returns all mails, newest first. A missing folder is an empty mailbox. */
export async function listMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  const mails = await Promise.all(ids.map((id) => findMail(folder, id)));
  return mails
    .filter((mail) => mail !== undefined)
    .toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt) || b.id.localeCompare(a.id));
}

/** Returns one mail; undefined if there is no file of that name. */
export async function findMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!idPattern.test(id) || id.startsWith('.')) return undefined;
  const file = join(folder, `${id}.eml`);
  try {
    const [raw, { mtime }] = await Promise.all([readFile(file), stat(file)]);
    return { id, receivedAt: mtime.toISOString(), raw, email: await PostalMime.parse(raw) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export interface MailSummary {
  readonly id: string;
  readonly receivedAt: string;
  readonly date: string | null;
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly attachments: readonly AttachmentSummary[];
}

export interface AttachmentSummary {
  readonly index: number;
  readonly filename: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
  /** The path of the download, on this server. */
  readonly href: string;
}

/** Returns a mail as the list shows it. */
export function summarise({ id, receivedAt, email }: StoredMail): MailSummary {
  return {
    id,
    receivedAt,
    date: email.date ?? null,
    subject: email.subject ?? '',
    from: email.from === undefined ? '' : writeAddress(email.from),
    to: (email.to ?? []).map(writeAddress),
    attachments: email.attachments.flatMap((attachment, index) => {
      // A picture of the HTML is no file for the reader.
      if (attachment.disposition === 'inline') return [];
      const href = `/messages/${encodeURIComponent(id)}/attachments/${index}`;
      const filename = attachment.filename ?? `part-${index + 1}`;
      return [{ index, filename, mimeType: attachment.mimeType, size: contentOf(attachment).byteLength, href }];
    }),
  };
}

/** Returns the bytes of an attachment. */
export function contentOf({ content, encoding }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
  return Buffer.from(content as Uint8Array);
}

function writeAddress(address: Address): string {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(writeAddress).join(', ')}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
