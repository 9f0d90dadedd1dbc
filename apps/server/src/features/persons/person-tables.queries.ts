import { type RawBuilder, sql } from 'kysely';

/** A customer, with what names them in rows that have no column for the account. */
export interface Person {
  accountId: number;
  /** The marina's own name of the account. */
  reference: string | null;
  /** The logins that open the account. */
  logins: readonly number[];
  /** The logins among them that open no other account. */
  ownLogins: readonly number[];
  /** The account's address and those of its logins, in lower case. */
  emails: readonly string[];
  /** The texts of agreements that go, by their hashes in hexadecimal digits. */
  textsOfGoing: readonly string[];
}

/** Says how an erasure treats a person's rows of a table. */
type Fate = 'goes' | 'changes' | 'stays';

export interface PersonTable {
  name: string;
  /** The person's rows `t`. */
  whose: (person: Person) => RawBuilder<unknown>;
  fate: Fate;
  /** The rows that go, if not all of the person's do. */
  goes?: (person: Person) => RawBuilder<unknown>;
  /** The reason, as the operator reads it. */
  why: string;
  /** The columns that no archive has, because they open something. */
  without?: readonly string[];
}

const numbers = (ids: readonly number[]) => sql`any(${sql.lit(`{${ids.join(',')}}`)}::int[])`;
const text = (value: string) => sql.lit(value);
const texts = (values: readonly string[]) => sql`any(array[${sql.join(['', ...values].map(text))}])`;

const ofAccount = ({ accountId }: Person) => sql`t.account_id = ${sql.lit(accountId)}`;
const ofLogins = ({ logins }: Person) => sql`t.login_id = ${numbers(logins)}`;
const ofOwnLogins = ({ ownLogins }: Person) => sql`t.login_id = ${numbers(ownLogins)}`;

/** Finds rows by a column that names a row of another table, which has the account. */
const through =
  (column: string, table: string) =>
  ({ accountId }: Person) =>
    sql`t.${sql.ref(column)} in (
    select o.id from ${sql.table(table)} o where o.tenant_id = t.tenant_id and o.account_id = ${sql.lit(accountId)})`;

/** Tells if agreement `a` goes: nobody signed it, and nothing that stays names it. */
const isUnsigned = sql`a.signed_at is null
  and not exists (select from orders o where o.tenant_id = a.tenant_id and o.agreement_id = a.id)
  and not exists (select from estimate_answers e where e.tenant_id = a.tenant_id and e.agreement_id = a.id)`;

const ofUnsigned = ({ accountId }: Person) => sql`t.agreement_id in (
  select a.id from agreements a
  where a.tenant_id = t.tenant_id and a.account_id = ${sql.lit(accountId)} and ${isUnsigned})`;

/** The keys of a mail's payload that name a row, and the table of the row. */
const inMails = {
  paymentId: 'payments',
  orderId: 'orders',
  agreementId: 'agreements',
  estimateId: 'estimates',
  documentId: 'account_documents',
  contactMessageId: 'contact_messages',
};

const ofMails = (person: Person) => sql`
  (lower(t.recipient) = ${texts(person.emails)} and t.recipient <> '' or t.account_id = ${sql.lit(person.accountId)}
    or t.payload ->> 'accountId' = ${text(String(person.accountId))}
    or t.payload ->> 'loginId' = any(${sql.lit(`{${person.logins.join(',')}}`)}::text[])
    or t.payload ->> 'answerId' in (
      select r.id::text from message_answers r
      join contact_messages m on m.tenant_id = r.tenant_id and m.id = r.contact_message_id
      where r.tenant_id = t.tenant_id and m.account_id = ${sql.lit(person.accountId)})
    or ${sql.join(
      Object.entries(inMails).map(
        ([key, table]) => sql`t.payload ->> ${text(key)} in (
          select o.id::text from ${sql.table(table)} o
          where o.tenant_id = t.tenant_id and o.account_id = ${sql.lit(person.accountId)})`,
      ),
      sql` or `,
    )})`;

const ofEvents = ({ accountId }: Person) => sql`
  (t.object ->> 'accountNumber' = ${text(String(accountId))}
    or t.type like 'account.%' and t.object ->> 'number' = ${text(String(accountId))}
    or t.object ->> 'account' = (
      select a.reference from accounts a where a.tenant_id = t.tenant_id and a.id = ${sql.lit(accountId)}))`;

/** Row level security shows only events of the tenant. */
const ofDeliveries = (person: Person) => sql`t.event_id in (select t.id from events t where ${ofEvents(person)})`;

/** Problems quote what is wrong, such as an address or a reference. */
const ofProblems = ({ emails, reference }: Person) => {
  const words = ['', ...emails, ...(reference === null ? [] : [`"${reference.toLowerCase()}"`])];
  return sql`exists (
    select from unnest(array[${sql.join(words.map(text))}]) as word
    where word <> '' and strpos(lower(t.message), word) > 0)`;
};

const law = 'the books and the law need them';
const proof = 'they prove what was agreed';
const opens = 'they open something';
const payments = { fate: 'stays', why: law } as const;

/**
 * Everything that the marina holds about a customer, in the order in which an erasure deletes: a row goes before the
 * rows that it names.
 */
export const personTables: readonly PersonTable[] = [
  { name: 'sessions', whose: ofAccount, fate: 'goes', why: opens, without: ['token_hash'] },
  { name: 'known_devices', whose: ofLogins, goes: ofOwnLogins, fate: 'goes', why: opens, without: ['token_hash'] },
  { name: 'password_resets', whose: ofLogins, goes: ofOwnLogins, fate: 'goes', why: opens, without: ['token_hash'] },
  {
    name: 'address_confirmations',
    whose: ofLogins,
    goes: ofOwnLogins,
    fate: 'goes',
    why: opens,
    without: ['token_hash'],
  },
  {
    name: 'sign_on_confirmations',
    whose: ofLogins,
    goes: ofOwnLogins,
    fate: 'goes',
    why: opens,
    without: ['token_hash'],
  },
  {
    name: 'sign_ons',
    whose: ({ accountId }) => sql`t.code_hash in (
      select r.code_hash from renewal_codes r
      where r.tenant_id = t.tenant_id and r.account_id = ${sql.lit(accountId)})`,
    fate: 'goes',
    why: opens,
    without: ['token_hash', 'state_hash', 'code_hash'],
  },
  { name: 'renewal_codes', whose: ofAccount, fate: 'goes', why: opens, without: ['code_hash'] },
  { name: 'staff_links', whose: ofAccount, fate: 'goes', why: opens, without: ['token_hash'] },
  { name: 'calendar_links', whose: ofAccount, fate: 'goes', why: opens, without: ['token_hash'] },
  { name: 'order_keys', whose: through('order_id', 'orders'), fate: 'goes', why: opens, without: ['key_hash'] },
  { name: 'bank_keys', whose: through('payment_id', 'payments'), fate: 'goes', why: opens, without: ['key_hash'] },
  {
    name: 'agreement_keys',
    whose: through('agreement_id', 'agreements'),
    fate: 'goes',
    why: opens,
    without: ['key_hash'],
  },
  {
    name: 'agreement_email_codes',
    whose: through('agreement_id', 'agreements'),
    fate: 'goes',
    why: opens,
    without: ['code_hash'],
  },
  { name: 'mails', whose: ofMails, fate: 'goes', why: 'they were sent', without: ['unsubscribe_token', 'link_hash'] },
  {
    name: 'webhook_deliveries',
    whose: ofDeliveries,
    goes: (person) => sql`t.state <> 'waiting' and ${ofDeliveries(person)}`,
    fate: 'goes',
    why: 'they were delivered; one that still waits brings its program the event without personal data',
  },
  { name: 'import_problems', whose: ofProblems, fate: 'goes', why: 'they quote the rows of an import' },
  {
    name: 'events',
    whose: ofEvents,
    fate: 'changes',
    why: 'names, addresses and words go; the events stay, because programs count them',
  },
  {
    name: 'message_answers',
    whose: through('contact_message_id', 'contact_messages'),
    fate: 'goes',
    why: 'no law keeps them',
  },
  { name: 'contact_messages', whose: ofAccount, fate: 'goes', why: 'no law keeps them' },
  { name: 'waiting_list_entries', whose: ofAccount, fate: 'goes', why: 'the customer has left' },
  { name: 'account_documents', whose: ofAccount, fate: 'goes', why: 'no law keeps what customers handed in' },
  { name: 'stays', whose: ofAccount, fate: 'goes', why: 'the invoices say what was paid for' },
  { name: 'boats', whose: ofAccount, fate: 'goes', why: 'the invoices name the boat' },
  {
    name: 'estimate_lines',
    whose: through('estimate_id', 'estimates'),
    goes: (person) => sql`${through('estimate_id', 'estimates')(person)} and not exists (
      select from estimate_answers e where e.tenant_id = t.tenant_id and e.estimate_id = t.estimate_id)`,
    fate: 'goes',
    why: 'an estimate that was answered stays with its signature',
  },
  {
    name: 'estimates',
    whose: ofAccount,
    goes: (person) => sql`${ofAccount(person)} and not exists (
      select from estimate_answers e where e.tenant_id = t.tenant_id and e.estimate_id = t.id)`,
    fate: 'goes',
    why: 'an estimate that was answered stays with its signature',
  },
  { name: 'estimate_answers', whose: through('estimate_id', 'estimates'), fate: 'stays', why: proof },
  {
    name: 'agreement_files',
    whose: through('agreement_id', 'agreements'),
    goes: ofUnsigned,
    fate: 'goes',
    why: 'the papers of signed agreements stay',
  },
  {
    name: 'agreements',
    whose: ofAccount,
    goes: ({ accountId }) => sql`t.id in (
      select a.id from agreements a
      where a.tenant_id = t.tenant_id and a.account_id = ${sql.lit(accountId)} and ${isUnsigned})`,
    fate: 'goes',
    why: `signed ones stay: ${proof}`,
  },
  { name: 'agreement_signatures', whose: through('agreement_id', 'agreements'), fate: 'stays', why: proof },
  {
    name: 'declarations',
    whose: ({ accountId }) => sql`t.hash in (
      select a.declaration_hash from agreements a
      where a.tenant_id = t.tenant_id and a.account_id = ${sql.lit(accountId)})`,
    goes: ({ textsOfGoing }) => sql`encode(t.hash, 'hex') = ${texts(textsOfGoing)}
      and not exists (select from agreements a where a.tenant_id = t.tenant_id and a.declaration_hash = t.hash)
      and not exists (
        select from agreement_signatures s where s.tenant_id = t.tenant_id and s.declaration_hash = t.hash)`,
    fate: 'goes',
    why: 'the texts of signed agreements stay',
  },
  {
    name: 'files',
    whose: ofAccount,
    goes: (person) => sql`${ofAccount(person)}
      and not exists (select from agreement_files f where f.tenant_id = t.tenant_id and f.file_id = t.id)
      and not exists (select from invoice_papers p where p.tenant_id = t.tenant_id and p.file_id = t.id)`,
    fate: 'goes',
    why: 'invoices and the papers of signed agreements stay',
  },
  { name: 'invoice_papers', whose: through('order_id', 'orders'), ...payments },
  { name: 'orders', whose: ofAccount, ...payments },
  { name: 'order_lines', whose: through('order_id', 'orders'), ...payments },
  {
    name: 'payments',
    whose: ofAccount,
    ...payments,
    without: ['idempotency_key', 'request_hash', 'order_key_hash', 'redirect_url'],
  },
  { name: 'payment_orders', whose: through('payment_id', 'payments'), ...payments },
  { name: 'payment_allocations', whose: through('payment_id', 'payments'), ...payments },
  { name: 'payment_refunds', whose: through('payment_id', 'payments'), ...payments },
  { name: 'payment_events', whose: through('payment_id', 'payments'), ...payments },
  { name: 'payment_alerts', whose: through('payment_id', 'payments'), ...payments },
  {
    name: 'three_d_secure_lookups',
    whose: through('payment_id', 'payments'),
    ...payments,
    without: ['payment_token_hash'],
  },
  {
    name: 'provider_events',
    whose: ({ accountId }) => sql`t.merchant_ref_number in (
      select p.merchant_ref_number from payments p
      where p.tenant_id = t.tenant_id and p.account_id = ${sql.lit(accountId)})`,
    goes: ({ accountId }) => sql`t.handled_at is not null and t.merchant_ref_number in (
      select p.merchant_ref_number from payments p
      where p.tenant_id = t.tenant_id and p.account_id = ${sql.lit(accountId)})`,
    fate: 'goes',
    why: 'the steps of the payments say the same',
  },
  { name: 'ineligible_cards', whose: ofAccount, fate: 'goes', why: 'a card pays for nothing more' },
  {
    name: 'component_cards',
    whose: ofAccount,
    fate: 'goes',
    why: 'a card pays for nothing more',
    without: ['permanent_token'],
  },
  { name: 'card_vault_profiles', whose: ofAccount, fate: 'goes', why: 'the provider deletes its cards and addresses' },
  { name: 'consents', whose: ofAccount, fate: 'stays', why: 'they prove what the customer allowed' },
  { name: 'login_identities', whose: ofLogins, goes: ofOwnLogins, fate: 'goes', why: opens },
  { name: 'login_accounts', whose: ofAccount, fate: 'goes', why: opens },
  {
    name: 'logins',
    whose: ({ logins }) => sql`t.id = ${numbers(logins)}`,
    goes: ({ ownLogins }) => sql`t.id = ${numbers(ownLogins)}`,
    fate: 'goes',
    why: 'a login that opens another account too stays for that one',
    without: ['password_hash'],
  },
  {
    name: 'accounts',
    whose: ({ accountId }) => sql`t.id = ${sql.lit(accountId)}`,
    fate: 'changes',
    why: 'name, addresses and telephones go; the number and your reference stay, because orders name them',
    without: ['opaque_token', 'consent_key'],
  },
  {
    name: 'earlier_audit_entries',
    whose: ({ accountId }) => sql`t.content::json ->> 'accountId' = ${text(String(accountId))}`,
    fate: 'stays',
    why: 'nobody can change the audit trail',
  },
];

/** The tables that hold nothing of one customer, or only for a day. Each table is here or above; a test compares. */
export const tablesWithoutPersons: readonly string[] = [
  'tenants',
  'tenant_hosts',
  'sites',
  'counters',
  'leases',
  'live_workers',
  'secret_keys',
  'kysely_migration',
  'kysely_migration_lock',
  'payment_providers',
  'sign_on_providers',
  'seal_certificates',
  'file_uploads',
  'consent_groups',
  'waiting_lists',
  'document_types',
  'audit_entries',
  'audit_heads',
  'agreement_totals',
  'stay_totals',
  'integration_keys',
  'webhook_endpoints',
  'look_files',
  'told_credentials',
  'rate_limits',
  'sign_in_locks',
  'integration_answers',
  'imports',
];
