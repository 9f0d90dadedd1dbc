import type { Json, WithDefault } from '../sql/columns.ts';

/** The table of mails. */
export interface MailTables {
  mails: MailsTable;
}

interface MailsTable {
  tenant_id: number;
  id: number;
  /** The Message-ID. It never changes, so a mail that is sent twice is one mail to its reader. */
  message_id: string;
  kind: string;
  recipient: string;
  language: string;
  /** The payload of its kind, as its feature declares it. */
  payload: Json;
  /** The account whose consent it is sent under. */
  account_id: WithDefault<number | null>;
  consent_group_id: WithDefault<number | null>;
  /** The key by which the reader withdraws the consent with one click. */
  unsubscribe_token: WithDefault<string | null>;
  /** The hash of the token in its link. Only the mail holds the token. */
  link_hash: WithDefault<Buffer | null>;
  link_used_at: WithDefault<Date | null>;
  created_at: Date;
  sent_at: Date | null;
  /** The time at which it was refused for good. `failure` has the codes. */
  failed_at: Date | null;
  failure: string | null;
  /** The time when the office was told that it did not arrive. */
  office_told_at: WithDefault<Date | null>;
}
