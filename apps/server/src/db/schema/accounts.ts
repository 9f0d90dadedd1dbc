import type { ColumnType } from 'kysely';
import type { Day, Json, NotedTime, Place, Reference, WithDefault } from '../sql/columns.ts';

/** The tables of accounts and their belongings. */
export interface AccountTables {
  accounts: AccountsTable;
  boats: BoatsTable;
  waiting_lists: {
    tenant_id: number;
    id: number;
    reference: Reference;
    /** Such as `Annual berth, up to 12 m`. */
    title: string;
    /** The thing that is waited for, such as `Berth`. */
    type: string;
    updated_at: NotedTime;
  };
  /** The places of accounts in waiting lists. */
  waiting_list_entries: {
    tenant_id: number;
    waiting_list_id: number;
    account_id: number;
    /** 1 is next. Null: the marina gives no ranks. */
    position: number | null;
    /** The day on which the customer joined, if the marina knows it. */
    joined_on: Day | null;
    /** The day on which the office wrote it down. */
    added_on: Day;
    /** The office’s last move of the entry. Null: it never moved the entry. */
    moved_at: WithDefault<Date | null>;
    moved_up: WithDefault<boolean | null>;
    /** Shown to the customer. */
    move_reason: WithDefault<string>;
    updated_at: NotedTime;
    place: Place;
  };
  consent_groups: {
    tenant_id: number;
    id: number;
    reference: Reference;
    position: number;
    /** The texts by language. */
    descriptions: Json;
    /** The time since when the office asks for it no more. Null: it asks. */
    retired_at: WithDefault<Date | null>;
    updated_at: NotedTime;
  };
  /** The choices of accounts. Rows are only added: the highest sequence holds. */
  consents: {
    tenant_id: number;
    account_id: number;
    consent_group_id: number;
    sequence: number;
    granted: boolean;
    source: string;
    /** The mail whose link led to the choice. */
    email_message_id: string | null;
    recorded_at: Date;
    updated_at: NotedTime;
    place: Place;
  };
  contact_messages: {
    tenant_id: number;
    id: number;
    account_id: number;
    subject: string;
    /** The tenant’s own name of the subject. Null if the customer typed it. */
    subject_code: string | null;
    message: string;
    language: string;
    created_at: Date;
    updated_at: NotedTime;
  };
  message_answers: { tenant_id: number; id: number; contact_message_id: number; answer: string; answered_at: Date };
}

interface AccountsTable {
  tenant_id: number;
  id: number;
  /** Names the account in the portal’s calls. It opens nothing by itself. */
  guid: string;
  /** Opens the account’s consents. Only the links of mails carry it. */
  consent_key: WithDefault<string>;
  site_id: number;
  title: WithDefault<string>;
  firstname: string;
  lastname: string;
  phone: WithDefault<string>;
  mobile: WithDefault<string>;
  email: WithDefault<string>;
  address1: WithDefault<string>;
  address2: WithDefault<string>;
  town: WithDefault<string>;
  county: WithDefault<string>;
  county_code: WithDefault<string>;
  postcode: WithDefault<string>;
  country_code: WithDefault<string>;
  /** Names the account in the answer about its registration code. It opens nothing. */
  opaque_token: string;
  created_at: Date;
  closed_at: Date | null;
  /** The personal data was erased then. */
  erased_at: WithDefault<Date | null>;
  /** Counts the changes by the owner. With two windows open, the second one learns of the first one’s change. */
  version: WithDefault<number>;
  reference: Reference;
  /** The details of the last file. They tell the office’s changes from the customer’s own. */
  imported_details: ColumnType<unknown, string | null | undefined, string | null>;
  updated_at: NotedTime;
  made_at: NotedTime;
}

interface BoatsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  name: string;
  type: string;
  /** The length in the unit of the marina, as `beam` and `draft`. numeric(6,2): text when read. */
  length: ColumnType<string, number | string, number | string>;
  beam: ColumnType<string, number | string, number | string>;
  draft: ColumnType<string, number | string, number | string>;
  relationship: string;
  current_sticker_number: string | null;
  /** The time since when the boat is here no more. Null: its customer has it. */
  retired_at: WithDefault<Date | null>;
  reference: Reference;
  updated_at: NotedTime;
  made_at: NotedTime;
}
