import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Day, Json, Readable, Reference, WithDefault } from './columns.ts';
import type { EstimateLinesTable, EstimatesTable, StaysTable, StayTotalsTable } from './schema-estimates.ts';
import type {
  BankKeysTable,
  ComponentCardsTable,
  OrderLinesTable,
  OrdersTable,
  PaymentsTable,
  ProviderEventsTable,
  ThreeDSecureLookupsTable,
} from './schema-payments.ts';

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
  logins: {
    tenant_id: number;
    id: number;
    email: string | null;
    password_hash: string | null;
    created_at: Date;
    email_confirmed_at: Date | null;
    language: WithDefault<string | null>;
  };
  address_confirmations: {
    tenant_id: number;
    login_id: number;
    email: string;
    token_hash: Buffer | null;
    created_at: Date;
    expires_at: Date;
  };
  waiting_lists: { tenant_id: number; id: number; reference: Reference; title: string; type: string };
  waiting_list_entries: {
    tenant_id: number;
    waiting_list_id: number;
    account_id: number;
    position: number | null;
    joined_on: Day | null;
    added_on: Day;
  };
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
  sign_on_providers: { tenant_id: number; key: string; settings: Json };
  login_identities: { tenant_id: number; issuer: string; subject: string; login_id: number; linked_at: Date };
  sign_ons: {
    tenant_id: number;
    token_hash: Buffer;
    provider_key: string;
    auth_type: 'login' | 'register';
    code_hash: Buffer | null;
    expires_at: Date;
  };
  sign_on_confirmations: {
    tenant_id: number;
    token_hash: Buffer;
    provider_key: string;
    issuer: string;
    subject: string;
    login_id: number;
    expires_at: Date;
  };
  seal_certificates: {
    tenant_id: number;
    id: number;
    certificates: string;
    private_key: Buffer | null;
    installed: boolean;
    created_at: Date;
  };
  rate_limits: { tenant_id: number; bucket: string; window_started_at: Date; hits: number };
  declarations: { tenant_id: number; hash: Buffer; html: string; created_at: Date };
  agreements: AgreementsTable;
  agreement_totals: { tenant_id: number; account_id: number; agreements: number; signed: number };
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
    idempotency_key: WithDefault<string | null>;
    language: string;
  };
  invoice_papers: { tenant_id: number; order_id: number; file_id: number };
  agreement_files: { tenant_id: number; agreement_id: number; kind: AgreementFileKind; file_id: number };
  agreement_keys: { tenant_id: number; key_hash: Buffer; agreement_id: number; expires_at: Date };
  agreement_email_codes: {
    tenant_id: number;
    agreement_id: number;
    email: string;
    code_hash: Buffer;
    expires_at: Date;
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
    storage_name: WithDefault<string | null>;
    created_at: Date;
  };
  file_uploads: { tenant_id: number; storage_name: string; begun_at: Date };
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
    reference: Reference;
    keep_months: WithDefault<number | null>;
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
  component_cards: ComponentCardsTable;
  estimates: EstimatesTable;
  estimate_lines: EstimateLinesTable;
  stays: StaysTable;
  stay_totals: StayTotalsTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  payment_providers: { tenant_id: number; site_id: number; key: string; position: number; settings: Json };
  order_keys: { tenant_id: number; key_hash: Buffer; order_id: number; expires_at: Date };
  payments: PaymentsTable;
  provider_events: ProviderEventsTable;
  payment_orders: { tenant_id: number; payment_id: number; order_id: number; amount_minor: number; live: boolean };
  payment_allocations: {
    tenant_id: number;
    id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    refunded_minor: WithDefault<number>;
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
  bank_keys: BankKeysTable;
  card_vault_profiles: {
    tenant_id: number;
    account_id: number;
    provider_key: string;
    provider_account: string;
    profile_id: string;
    keeping_until: WithDefault<Date | null>;
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
  consent_groups: { tenant_id: number; id: number; reference: Reference; position: number; descriptions: Json };
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
  reference: Reference;
  imported_details: ColumnType<unknown, string | null | undefined, string | null>;
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
  reference: Reference;
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
  authenticated_at: Date;
}

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
  first_viewed_at: WithDefault<Date | null>;
  reference: WithDefault<string | null>;
}

/** What a file is to an agreement. */
export type AgreementFileKind = 'reading' | 'sealed' | 'hard-copy';

interface AccountDocumentsTable {
  tenant_id: number;
  id: number;
  account_id: number;
  document_type_id: number;
  boat_id: number | null;
  version: number | null;
  name: string;
  notes: WithDefault<string>;
  expires_on: Day | null;
  file_id: WithDefault<number | null>;
  created_at: Date;
  ready_at: Date | null;
  superseded_at: WithDefault<Date | null>;
  downloads: WithDefault<number>;
  downloaded_at: WithDefault<Date | null>;
  reference: Reference;
  erased_sha256: WithDefault<Buffer | null>;
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
  login_id: WithDefault<number | null>;
  payment_alert_id: WithDefault<number | null>;
  agreement_id: WithDefault<number | null>;
  estimate_id: WithDefault<number | null>;
  order_id: WithDefault<number | null>;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
}
