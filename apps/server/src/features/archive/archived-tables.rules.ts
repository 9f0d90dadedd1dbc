/** A table whose rows an export contains. Its rows have all stored columns, except `tenant_id` and those named here. */
export interface ArchivedTable {
  name: string;
  /** The columns that stay behind, because they hold or open something secret, or belong to one installation. */
  without?: readonly string[];
  /** The columns among them that can't be empty: an import gives them a new value (SQL). */
  renewed?: Readonly<Record<string, string>>;
}

/** The audit trail is no table of its own: it joins the marina's own chain and those of earlier installations. */
export const auditTrail = 'earlier_audit_entries';

/** The tables of an export. A table comes after those that its rows refer to: an import stores them in this order. */
export const archivedTables: readonly ArchivedTable[] = [
  { name: 'sites' },
  // The tokens open the partners' apps and the page of consents.
  {
    name: 'accounts',
    without: ['opaque_token', 'consent_key'],
    renewed: { opaque_token: 'gen_random_uuid()::text', consent_key: 'gen_random_uuid()' },
  },
  { name: 'logins', without: ['password_hash'] },
  { name: 'login_accounts' },
  { name: 'login_identities' },
  { name: 'boats' },
  { name: 'consent_groups' },
  // The database gives each new row a place of its own.
  { name: 'consents', without: ['place'] },
  { name: 'waiting_lists' },
  { name: 'waiting_list_entries', without: ['place'] },
  { name: 'contact_messages' },
  { name: 'message_answers' },
  { name: 'files' },
  { name: 'document_types' },
  { name: 'account_documents' },
  { name: 'declarations' },
  { name: 'agreements', without: ['pay_link_guid'], renewed: { pay_link_guid: 'gen_random_uuid()' } },
  { name: 'agreement_signatures', without: ['idempotency_key'] },
  { name: 'agreement_files' },
  { name: 'orders' },
  { name: 'order_lines' },
  { name: 'invoice_papers' },
  { name: 'estimates' },
  { name: 'estimate_lines' },
  { name: 'estimate_answers' },
  { name: 'stays' },
  { name: 'payments', without: ['idempotency_key', 'request_hash', 'order_key_hash', 'redirect_url'] },
  { name: 'payment_orders' },
  { name: 'payment_allocations' },
  { name: 'payment_refunds' },
  { name: 'payment_events' },
  { name: 'payment_alerts' },
  {
    name: 'three_d_secure_lookups',
    without: ['payment_token_hash'],
    renewed: { payment_token_hash: "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))" },
  },
  { name: 'provider_events' },
  { name: 'ineligible_cards' },
  { name: 'mails', without: ['unsubscribe_token', 'link_hash'] },
  { name: 'events' },
  { name: 'seal_certificates', without: ['private_key'] },
  { name: 'look_files' },
  { name: 'counters' },
  { name: auditTrail },
];

/** The tables that no export contains, with the reason. Each table of the schema is here or above; a test compares. */
export const tablesLeftBehind: Readonly<Record<string, string>> = {
  tenants: 'the settings are in export.json',
  tenant_hosts: 'a host belongs to one installation',
  audit_entries: 'it comes with the earlier trails',
  audit_heads: 'the number and the hash of the last entry are in the trail',
  agreement_totals: 'the database counts the agreements again',
  stay_totals: 'the database counts the stays again',

  sessions: 'a session opens an account',
  known_devices: 'a device is known by a secret in its browser',
  renewal_codes: 'a registration code opens an account',
  password_resets: 'a link opens a login',
  address_confirmations: 'a link changes a login',
  sign_ons: 'a sign-in that is under way',
  sign_on_confirmations: 'a sign-in that is under way',
  staff_links: 'a link opens an account',
  calendar_links: 'a link opens a calendar',
  order_keys: 'a key opens an order',
  bank_keys: 'a key opens a payment that is under way',
  agreement_keys: 'a key opens an agreement',
  agreement_email_codes: 'a code opens an agreement',
  integration_keys: 'a key opens the integration API',
  integration_answers: 'answers to requests with a key',
  told_credentials: 'notices about keys and certificates of one installation',
  imports: 'the progress of imports, which belong to a key',
  import_problems: 'the progress of imports, which belong to a key',
  webhook_endpoints: 'an endpoint has a secret',
  webhook_deliveries: 'deliveries to an endpoint',
  payment_providers: 'the settings of a provider are secret',
  sign_on_providers: 'the settings of a provider are secret',
  card_vault_profiles: 'stored cards stay with their provider',
  component_cards: 'stored cards stay with their provider',

  rate_limits: 'counts the requests of the last hours',
  sign_in_locks: 'counts wrong passwords of the last hours',
  file_uploads: 'files that are on their way',
  kysely_migration: 'belongs to the installation',
  kysely_migration_lock: 'belongs to the installation',
  leases: 'belongs to the installation',
  live_workers: 'belongs to the installation',
  secret_keys: 'belongs to the installation',
};
