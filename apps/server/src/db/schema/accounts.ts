import type { ColumnType } from 'kysely';
import type { Day, Json, NotedTime, Place, Reference, WithDefault } from '../columns.ts';

/** The tables of accounts and their belongings. */
export interface AccountTables {
  accounts: AccountsTable;
  boats: BoatsTable;
  waiting_lists: {
    tenant_id: number;
    id: number;
    reference: Reference;
    title: string;
    type: string;
    updated_at: NotedTime;
  };
  waiting_list_entries: {
    tenant_id: number;
    waiting_list_id: number;
    account_id: number;
    position: number | null;
    joined_on: Day | null;
    added_on: Day;
    moved_at: WithDefault<Date | null>;
    moved_up: WithDefault<boolean | null>;
    move_reason: WithDefault<string>;
    updated_at: NotedTime;
    place: Place;
  };
  consent_groups: {
    tenant_id: number;
    id: number;
    reference: Reference;
    position: number;
    descriptions: Json;
    retired_at: WithDefault<Date | null>;
    updated_at: NotedTime;
  };
  consents: {
    tenant_id: number;
    account_id: number;
    consent_group_id: number;
    sequence: number;
    granted: boolean;
    source: string;
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
  guid: string;
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
  opaque_token: string;
  created_at: Date;
  closed_at: Date | null;
  /** The personal data was erased then. */
  erased_at: WithDefault<Date | null>;
  version: WithDefault<number>;
  reference: Reference;
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
  /** numeric(6,2): text when read */
  length: ColumnType<string, number | string, number | string>;
  beam: ColumnType<string, number | string, number | string>;
  draft: ColumnType<string, number | string, number | string>;
  relationship: string;
  current_sticker_number: string | null;
  retired_at: WithDefault<Date | null>;
  reference: Reference;
  updated_at: NotedTime;
  made_at: NotedTime;
}
