import type { ColumnType, GeneratedAlways } from 'kysely';

/** The tables as migrations/ makes them. `Day` columns are `YYYY-MM-DD`. */
export interface Database {
  tenants: { id: GeneratedAlways<number>; key: string; name: string; settings: Json; created_at: Date };
  tenant_hosts: { host: string; tenant_id: number };
  sites: {
    tenant_id: number;
    id: number;
    name: string;
    address: string;
    telephone: string;
    email: string;
    time_zone: string;
  };
  counters: { tenant_id: number; name: string; last: number };
  accounts: AccountsTable;
  boats: BoatsTable;
  waiting_lists: { tenant_id: number; id: number; title: string; type: string };
  waiting_list_entries: {
    tenant_id: number;
    waiting_list_id: number;
    account_id: number;
    position: number | null;
    joined_on: Day | null;
    added_on: Day;
  };
  logins: { tenant_id: number; id: number; email: string; password_hash: string; created_at: Date };
  login_accounts: { tenant_id: number; login_id: number; account_id: number };
  sessions: SessionsTable;
  sign_in_locks: {
    tenant_id: number;
    name_hash: Buffer;
    failures: number;
    window_started_at: Date;
    locked_until: Date | null;
    locks: WithDefault<number>;
  };
  renewal_codes: {
    tenant_id: number;
    code_hash: Buffer;
    account_id: number;
    created_at: Date;
    expires_at: Date;
    spent_at: WithDefault<Date | null>;
    tries: WithDefault<number>;
  };
  password_resets: { tenant_id: number; login_id: number; token_hash: Buffer; created_at: Date; expires_at: Date };
  staff_links: {
    tenant_id: number;
    token_hash: Buffer;
    account_id: number;
    staff_name: string;
    created_at: Date;
    expires_at: Date;
    used_at: WithDefault<Date | null>;
  };
  audit_entries: AuditEntriesTable;
  audit_heads: Readable<{ tenant_id: number; sequence: number; hash: Buffer }>;
  rate_limits: { tenant_id: number; bucket: string; window_started_at: Date; hits: number };
  declarations: { tenant_id: number; hash: Buffer; html: string; created_at: Date };
  agreements: AgreementsTable;
  agreement_signatures: {
    tenant_id: number;
    agreement_id: number;
    declaration_hash: Buffer | null;
    full_name: string;
    email: string;
    method: string;
    image: string;
    ip_address: string;
    browser: string;
    os: string;
    user_agent: string;
  };
  files: {
    tenant_id: number;
    id: number;
    guid: string;
    account_id: number;
    name: string;
    content_type: string;
    size: number;
    sha256: Buffer;
    created_at: Date;
  };
  document_types: {
    tenant_id: number;
    id: number;
    position: number;
    names: Json;
    guidance: Json;
    attachment_level: 'Account' | 'Boat';
    site_id: WithDefault<number | null>;
    is_expiry_required: boolean;
    prompt_in_portal: boolean;
    retired_at: WithDefault<Date | null>;
  };
  account_documents: AccountDocumentsTable;
  ineligible_cards: {
    tenant_id: number;
    id: number;
    account_id: number;
    provider_key: string;
    card_type: string;
    last_digits: string;
    expiry_month: number;
    expiry_year: number;
    holder_name: string;
    nick_name: WithDefault<string>;
    reason: 'expired' | 'no-sca' | 'migrated';
    created_at: Date;
  };
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  payment_providers: { tenant_id: number; site_id: number; key: string; position: number; settings: Json };
  payments: PaymentsTable;
  payment_orders: { tenant_id: number; payment_id: number; order_id: number; amount_minor: number; live: boolean };
  payment_allocations: {
    tenant_id: number;
    id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    created_at: Date;
  };
  payment_events: {
    tenant_id: number;
    payment_id: number;
    sequence: number;
    event: string;
    from_state: string;
    to_state: string;
    detail: Json;
    created_at: Date;
  };
  three_d_secure_lookups: ThreeDSecureLookupsTable;
  card_vault_profiles: {
    tenant_id: number;
    account_id: number;
    provider_key: string;
    provider_account: string;
    profile_id: string;
  };
  payment_alerts: {
    tenant_id: number;
    id: number;
    payment_id: number;
    kind: string;
    detail: Json;
    created_at: Date;
  };
  mails: MailsTable;
  consent_groups: { tenant_id: number; id: number; position: number; descriptions: Json };
  consents: {
    tenant_id: number;
    account_id: number;
    consent_group_id: number;
    sequence: number;
    granted: boolean;
    source: string;
    email_message_id: string | null;
    recorded_at: Date;
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
  };
}

/** A jsonb column: an object when read, its JSON text when written. */
type Json = ColumnType<unknown, string, string>;
type Day = string;
type WithDefault<T> = ColumnType<T, T | undefined, T>;

interface AccountsTable {
  tenant_id: number;
  id: number;
  guid: string;
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
  version: WithDefault<number>;
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
}

interface SessionsTable {
  tenant_id: number;
  token_hash: Buffer;
  name: string;
  login_id: number | null;
  account_id: number;
  staff_name: WithDefault<string | null>;
  is_account_user: boolean;
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** Only `append_audit` writes these. */
type Readable<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

type AuditEntriesTable = Readable<{
  tenant_id: number;
  sequence: number;
  content: unknown;
  previous_hash: Buffer;
  hash: Buffer;
  event: string;
  account_id: number | null;
}>;

interface AgreementsTable {
  tenant_id: number;
  id: number;
  guid: string;
  account_id: number;
  type: string;
  optional: WithDefault<boolean>;
  signature_required: WithDefault<boolean>;
  signed_at: Date | null;
  start_date: Day | null;
  end_date: Day | null;
  created_at: Date;
  site_id: number;
  declaration_hash: WithDefault<Buffer | null>;
  sign_by: WithDefault<Day | null>;
  withdrawn_at: WithDefault<Date | null>;
}

interface AccountDocumentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  document_type_id: number;
  boat_id: number | null;
  version: number;
  name: string;
  notes: WithDefault<string>;
  expires_on: Day | null;
  file_id: WithDefault<number | null>;
  created_at: Date;
  ready_at: Date | null;
  superseded_at: WithDefault<Date | null>;
  downloads: WithDefault<number>;
  downloaded_at: WithDefault<Date | null>;
}

interface OrdersTable {
  tenant_id: number;
  id: number;
  guid: string;
  account_id: number;
  site_id: number;
  order_type: string;
  description: string;
  boat_name: string | null;
  agreement_id: number | null;
  created_at: Date;
  tax_point_date: Day;
  currency: string;
  gross_minor: number;
  allocated_minor: WithDefault<number>;
  cancelled_at: Date | null;
}

interface OrderLinesTable {
  tenant_id: number;
  order_id: number;
  line: number;
  name: string;
  quantity: ColumnType<string, number | string, number | string>;
  gross_unit_minor: number;
  gross_minor: number;
  net_minor: number;
  vat_minor: number;
  start_date: Day | null;
  departure_date: Day | null;
  location: string | null;
  boat_name: string | null;
}

interface PaymentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  site_id: number;
  merchant_ref_number: string;
  provider_key: string;
  provider_account: WithDefault<string>;
  channel: string;
  state: string;
  currency: string;
  amount_minor: number;
  allocated_minor: WithDefault<number>;
  is_test: boolean;
  language: string | null;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  provider_payment_id: string | null;
  masked_card_number: string | null;
  card_type: string | null;
  remember_card: WithDefault<boolean>;
  card_saved: boolean | null;
  error_code: string | null;
  error_description: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  sent_at: Date | null;
  transaction_at: Date | null;
  checked_at: Date | null;
  check_at: Date | null;
}

interface ThreeDSecureLookupsTable {
  tenant_id: number;
  payment_id: number;
  attempt: number;
  authentication_id: string | null;
  payment_token_hash: Buffer;
  status: string | null;
  version: number | null;
  enrollment: string | null;
  result: string | null;
  outcome: string | null;
  authentication: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
}

interface MailsTable {
  tenant_id: number;
  id: number;
  message_id: string;
  kind: string;
  recipient: string;
  language: string;
  payment_id: number | null;
  account_id: WithDefault<number | null>;
  contact_message_id: WithDefault<number | null>;
  consent_group_id: WithDefault<number | null>;
  unsubscribe_token: WithDefault<string | null>;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
}
