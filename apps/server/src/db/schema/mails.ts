import type { Json, WithDefault } from '../columns.ts';

/** The table of mails. */
export interface MailTables {
  mails: MailsTable;
}

interface MailsTable {
  tenant_id: number;
  id: number;
  message_id: string;
  kind: string;
  recipient: string;
  language: string;
  /** The payload of its kind, as its feature declares it. */
  payload: Json;
  /** The account whose consent it is sent under. */
  account_id: WithDefault<number | null>;
  consent_group_id: WithDefault<number | null>;
  unsubscribe_token: WithDefault<string | null>;
  /** The hash of the token in its link. Only the mail holds the token. */
  link_hash: WithDefault<Buffer | null>;
  link_used_at: WithDefault<Date | null>;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  /** The time when the office was told that it did not arrive. */
  office_told_at: WithDefault<Date | null>;
}
