import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

const isForReader = ({ disposition }: Email['attachments'][number]) => disposition !== 'inline';

/** A mailbox folder: a test's own, or a server's. */
export class TestMailbox {
  readonly folder: string;

  constructor(folder = mkdtempSync(join(tmpdir(), 'quayside-test-mailbox-'))) {
    this.folder = folder;
  }

  /**
   * Returns all mails that are in it now. Their attachments are the reader's files, without the pictures of the HTML.
   */
  async read(): Promise<Email[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(this.folder, name)))),
    );
    return mails.map((mail) => ({ ...mail, attachments: mail.attachments.filter(isForReader) }));
  }

  /** Waits for the first mail to an address. @param subject for an address that gets several mails in any order */
  mailTo(address: string, subject?: string): Promise<Email> {
    const isWanted = (mail: Email) => subject === undefined || mail.subject === subject;
    return this.#wait((mail) => isWanted(mail) && mail.to?.some((reader) => reader.address === address) === true);
  }

  /** Waits for the first mail with a text in one of its headers. @param key in lower case */
  mailWith(key: string, text: string): Promise<Email> {
    return this.#wait(({ headers }) => headers.some((header) => header.key === key && header.value.includes(text)));
  }

  async #wait(isIt: (mail: Email) => boolean): Promise<Email> {
    for (;;) {
      const mail = (await this.read()).find(isIt);
      if (mail) return mail;
      await pause(20);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
