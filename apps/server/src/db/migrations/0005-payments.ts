import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_providers (
      tenant_id int not null,
      site_id int not null,
      key text not null,
      -- order in the list
      position int not null,
      -- checked by the provider's own schema; holds its secrets, so it never leaves the server
      settings jsonb not null,
      primary key (tenant_id, site_id, key),
      foreign key (tenant_id, site_id) references sites (tenant_id, id)
    )`.execute(db);
  await sql`
    create table payments (
      tenant_id int not null,
      id int not null,
      account_id int not null,
      site_id int not null,
      -- the attempt's reference on every wire, never reused
      merchant_ref_number text not null,
      provider_key text not null,
      -- the provider's account that the attempt was made with; empty for an office payment
      provider_account text not null default '',
      channel text not null,
      state text not null,
      currency char(3) not null,
      amount_minor bigint not null check (amount_minor > 0),
      allocated_minor bigint not null default 0 check (allocated_minor >= 0 and allocated_minor <= amount_minor),
      is_test boolean not null,
      -- the payer's language, for the automatic receipt
      language text,
      idempotency_key text,
      request_hash bytea,
      -- the provider's name of the transaction, once known
      provider_payment_id text,
      masked_card_number text,
      card_type text,
      -- true if the card is to be kept after the payment; then the result
      remember_card boolean not null default false,
      card_saved boolean,
      error_code text,
      error_description text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz not null,
      sent_at timestamptz,
      transaction_at timestamptz,
      -- the last question to the provider, and the reconciler's next check
      checked_at timestamptz,
      check_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, merchant_ref_number),
      unique (tenant_id, account_id, idempotency_key),
      unique (tenant_id, provider_key, provider_payment_id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, site_id) references sites (tenant_id, id)
    )`.execute(db);
  await sql`create index on payments (tenant_id, account_id, created_at desc)`.execute(db);
  // The reconciler reads only attempts that wait for something, however many are done.
  await sql`create index payments_to_check on payments (tenant_id, check_at) where check_at is not null`.execute(db);
  await sql`
    create table payment_orders (
      tenant_id int not null,
      payment_id int not null,
      order_id int not null,
      amount_minor bigint not null check (amount_minor > 0),
      -- true while the attempt holds the order
      live boolean not null,
      primary key (tenant_id, payment_id, order_id),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id),
      foreign key (tenant_id, order_id) references orders (tenant_id, id)
    )`.execute(db);
  // An order has one live attempt. The index refuses the second of two tabs or two people, even if the code forgets
  // to.
  await sql`create unique index payment_orders_live on payment_orders (tenant_id, order_id) where live`.execute(db);
  await sql`
    create table payment_allocations (
      tenant_id int not null,
      id int not null,
      payment_id int not null,
      order_id int not null,
      amount_minor bigint not null check (amount_minor > 0),
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, payment_id, order_id),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id),
      foreign key (tenant_id, order_id) references orders (tenant_id, id)
    )`.execute(db);
  await sql`create index on payment_allocations (tenant_id, order_id)`.execute(db);
  await sql`
    create table payment_events (
      tenant_id int not null,
      payment_id int not null,
      sequence int not null,
      event text not null,
      from_state text not null,
      to_state text not null,
      -- codes and provider ids; never a secret, a card number or a name
      detail jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, payment_id, sequence),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id)
    )`.execute(db);
  await sql`
    create table three_d_secure_lookups (
      tenant_id int not null,
      payment_id int not null,
      attempt int not null,
      -- the provider's id of the authentication; null while the answer is not known
      authentication_id text,
      payment_token_hash bytea not null,
      status text,
      version int,
      enrollment text,
      result text,
      outcome text,
      -- eci, cavv and the like, sent along with the charge
      authentication jsonb,
      created_at timestamptz not null,
      primary key (tenant_id, payment_id, attempt),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id)
    )`.execute(db);
  await sql`
    create table card_vault_profiles (
      tenant_id int not null,
      account_id int not null,
      provider_key text not null,
      -- the provider's account that holds the profile
      provider_account text not null,
      profile_id text not null,
      primary key (tenant_id, account_id, provider_key, provider_account),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`
    create table payment_alerts (
      tenant_id int not null,
      id int not null,
      payment_id int not null,
      kind text not null,
      detail jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, payment_id, kind),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id)
    )`.execute(db);
  await protectByTenant(
    db,
    'payment_providers',
    'payments',
    'payment_orders',
    'payment_allocations',
    'payment_events',
    'three_d_secure_lookups',
    'card_vault_profiles',
    'payment_alerts',
  );
}
