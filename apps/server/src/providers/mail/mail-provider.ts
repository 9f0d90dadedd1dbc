/** One mail to one reader. */
export interface OutgoingMail {
  /** Without angle brackets. The same mail has the same id however often it is handed over. */
  messageId: string;
  date: Date;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** Where one click of the reader's program withdraws the consent to such mails (RFC 8058). */
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
}

/** What carries mails away. Knows no tenant, no template and no database. */
export interface MailProvider {
  /**
   * Settles when the mail is in somebody's safe keeping. Handing the same mail over again after a crash makes no second
   * one where the receiver goes by the Message-ID, as the mailbox folder and the readers' programs do.
   * @throws MailFailure
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail that could not be handed over. Holds no address and no text of the mail, so it may be logged and stored. */
export class MailFailure extends Error {
  override name = 'MailFailure';
  /** Trying again makes no sense, such as for an address that doesn't exist. */
  readonly isFinal: boolean;

  /** @param reason codes only, such as `550 EENVELOPE` */
  constructor(reason: string, isFinal: boolean) {
    super(`the mail was not accepted: ${reason}`);
    this.isFinal = isFinal;
  }
}
