/** One mail to one reader. */
export interface OutgoingMail {
  /** Without angle brackets. The same mail has the same id each time it is sent. */
  messageId: string;
  date: Date;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** The address where one click in the reader's program withdraws the consent to such mails (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  /** Such as `fr-FR`. */
  language: string;
  html: string;
  text: string;
  attachments: readonly Attachment[];
}

export interface Mailbox {
  /** Empty: the address alone. */
  name: string;
  address: string;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  content: Buffer;
  /** The name by which the HTML shows it (`cid:logo`). Default: it is a file for the reader. */
  contentId?: string;
}

/** Sends mails. It knows no tenant, no template and no database. */
export interface MailProvider {
  /**
   * Resolves when somebody else keeps the mail safely. After a crash the same mail may be sent again. It
   * has the same Message-ID, by which the mailbox folder and mail programs show it once.
   * @throws MailFailure
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail that could not be sent. It holds no address and no text of the mail, so it may be logged and stored. */
export class MailFailure extends Error {
  override name = 'MailFailure';
  /** True if another try is useless, such as for an address that does not exist. */
  readonly isFinal: boolean;

  /** @param reason codes only, such as `550 EENVELOPE` */
  constructor(reason: string, isFinal: boolean) {
    super(`the mail was not accepted: ${reason}`);
    this.isFinal = isFinal;
  }
}
