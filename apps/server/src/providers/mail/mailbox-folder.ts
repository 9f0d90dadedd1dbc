import { randomUUID } from 'node:crypto';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '@quayside/embedded-postgres/make-folders.ts';
import { MailFailure, type MailProvider, type OutgoingMail } from './mail-provider.ts';
import { composeMail } from './rfc5322.ts';

const suffix = '.eml';
const unfinished = '.part';

/**
 * Stores mails in a folder, one file each, named by the Message-ID: the same mail twice is one file. A file exists
 * whole or not at all, even after a power failure.
 */
export class MailboxFolder implements MailProvider {
  readonly #folder: string;
  readonly #ready: Promise<void>;

  /** @param folder is made if it is missing */
  constructor(folder: string) {
    this.#folder = folder;
    this.#ready = this.#prepare();
    // An error goes to those who send, and does not end the process before.
    this.#ready.catch(() => {});
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.#ready;
      await this.#write(mail);
    } catch (error) {
      throw new MailFailure((error as NodeJS.ErrnoException).code ?? 'the mailbox folder failed', false);
    }
  }

  close(): void {}

  async #prepare(): Promise<void> {
    makeFolders(this.#folder, 0o700);
    const leftovers = (await readdir(this.#folder)).filter((name) => name.endsWith(unfinished));
    await Promise.all(leftovers.map((name) => unlink(join(this.#folder, name)).catch(() => {})));
  }

  async #write(mail: OutgoingMail): Promise<void> {
    const path = join(this.#folder, fileNameOf(mail.messageId));
    const temporary = `${path}.${randomUUID()}${unfinished}`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(await composeMail(mail));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(this.#folder);
  }
}

/** Returns the file name of a mail in a mailbox folder. */
export function fileNameOf(messageId: string): string {
  return messageId.replace(/[^\w.@-]/g, '_') + suffix;
}

/** Syncs a folder: a renamed file is durable only after that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
