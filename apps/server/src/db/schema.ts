import type { GeneratedAlways } from 'kysely';
import type { Json, NotedTime, Readable, WithDefault } from './columns.ts';
import type { AccountTables } from './schema-accounts.ts';
import type { AgreementTables } from './schema-agreements.ts';
import type { DocumentTables } from './schema-documents.ts';
import type {
  EstimateAnswersTable,
  EstimateLinesTable,
  EstimatesTable,
  StaysTable,
  StayTotalsTable,
} from './schema-estimates.ts';
import type { IdentityTables } from './schema-identity.ts';
import type { IntegrationTables } from './schema-integration.ts';
import type {
  BankKeysTable,
  ComponentCardsTable,
  OrderLinesTable,
  OrdersTable,
  PaymentRefundsTable,
  PaymentsTable,
  ProviderEventsTable,
  ThreeDSecureLookupsTable,
} from './schema-payments.ts';

/** The tables that migrations/ makes. `Day` columns are `YYYY-MM-DD`. */
export interface Database extends AccountTables, AgreementTables, DocumentTables, IdentityTables, IntegrationTables {
  tenants: { id: GeneratedAlways<number>; key: string; name: string; settings: Json; created_at: Date };
  look_files: {
    tenant_id: number;
    hash: string;
    content_type: string;
    content: Buffer;
    picture: Buffer | null;
    created_at: Date;
  };
  leases: { name: string; holder: string; held_until: Date };
  live_workers: { worker_id: string; seen_until: Date; has_lock: WithDefault<boolean> };
  tenant_hosts: { host: string; tenant_id: number };
  sites: {
    tenant_id: number;
    id: number;
    name: string;
    address: string;
    telephone: string;
    email: string;
    time_zone: string;
    updated_at: NotedTime;
    made_at: NotedTime;
  };
  counters: { tenant_id: number; name: string; last: number };
  audit_entries: Readable<AuditEntry>;
  earlier_audit_entries: Readable<AuditEntry & { trail: number; written_as: number }>;
  audit_heads: Readable<{ tenant_id: number; sequence: number; hash: Buffer }>;
  rate_limits: { tenant_id: number; bucket: string; window_started_at: Date; hits: number };
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
  estimate_answers: EstimateAnswersTable;
  stays: StaysTable;
  stay_totals: StayTotalsTable;
  calendar_links: {
    tenant_id: number;
    account_id: number;
    token_hash: Buffer;
    language: string;
    created_at: Date;
  };
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  secret_keys: { key_id: string; added_at: Date };
  checked_providers: { only_row: WithDefault<boolean>; mark: string };
  payment_providers: { tenant_id: number; site_id: number; key: string; position: number; settings: Json };
  order_keys: {
    tenant_id: number;
    key_hash: Buffer;
    order_id: number;
    expires_at: Date;
    accept_header: WithDefault<string | null>;
  };
  payments: PaymentsTable;
  payment_refunds: PaymentRefundsTable;
  provider_events: ProviderEventsTable;
  payment_orders: {
    tenant_id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    live: boolean;
    /** The order's debt when a part of it was chosen. Null: the attempt pays all of it. */
    due_minor: WithDefault<number | null>;
  };
  payment_allocations: {
    tenant_id: number;
    id: number;
    payment_id: number;
    order_id: number;
    amount_minor: number;
    refunded_minor: WithDefault<number>;
    created_at: Date;
    updated_at: NotedTime;
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
  told_credentials: {
    tenant_id: number;
    kind: string;
    reference: string;
    ends_at: Date;
    days: number;
    told_at: Date;
  };
}

interface AuditEntry {
  tenant_id: number;
  sequence: number;
  content: unknown;
  previous_hash: Buffer;
  hash: Buffer;
  event: string;
  account_id: number | null;
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
