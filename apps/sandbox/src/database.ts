import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Card numbers are never stored. An instrument holds the BIN, the last digits and a keyed fingerprint.
const schema = `
create table if not exists secret (name text primary key, value text not null) strict;
create table if not exists merchant (
  server_key text primary key, server_secret text not null,
  token_key text not null unique, token_secret text not null
) strict;
create table if not exists account (
  account_id text primary key, server_key text not null references merchant, currency text not null
) strict;
create table if not exists clock (scope text primary key, offset_ms integer not null) strict;
create table if not exists fault (
  id text primary key, account_id text, operation text not null, kind text not null,
  remaining integer not null, ms integer not null, status integer not null
) strict;
create table if not exists profile (
  id text primary key, server_key text not null, merchant_customer_id text not null,
  payment_token text not null unique, created_at integer not null, body text not null,
  unique (server_key, merchant_customer_id)
) strict;
create table if not exists address (
  id text primary key, profile_id text not null references profile on delete cascade,
  created_at integer not null, body text not null
) strict;
create table if not exists card (
  id text primary key, profile_id text not null references profile on delete cascade, server_key text not null,
  payment_token text not null unique, fingerprint text not null, is_default integer not null,
  created_at integer not null, instrument text not null, body text not null
) strict;
create index if not exists card_of_profile on card (profile_id);
create table if not exists single_use_token (
  id text primary key, server_key text not null, payment_token text not null unique,
  created_at integer not null, expires_at integer not null,
  charged_at integer, vaulted_at integer, instrument text not null
) strict;
create table if not exists single_use_customer_token (
  id text primary key, server_key text not null, profile_id text not null references profile on delete cascade,
  token text not null unique, expires_at integer not null, used_at integer, cards text not null
) strict;
create table if not exists wallet_message (id text primary key, at integer not null) strict;
create table if not exists fingerprint_session (
  id text primary key, server_key text not null, account_id text not null, created_at integer not null
) strict;
create table if not exists authentication (
  id text primary key, account_id text not null, merchant_ref_num text not null, acs_transaction_id text not null unique,
  created_at integer not null, status text not null, card_fingerprint text not null, card_payment_token text,
  body text not null, unique (account_id, merchant_ref_num)
) strict;
create index if not exists authentication_of_token on authentication (card_payment_token);
create table if not exists payment_record (
  kind text not null, id text not null, account_id text not null, merchant_ref_num text not null, parent_id text,
  txn_at integer not null, visible_at integer not null, completes_at integer not null,
  status text not null, amount integer not null, remaining integer not null,
  http_status integer not null, error_code text, details text not null,
  primary key (kind, id)
) strict;
create index if not exists payment_record_by_reference on payment_record (account_id, kind, merchant_ref_num);
create index if not exists payment_record_by_time on payment_record (account_id, kind, txn_at);
create table if not exists refusal (
  id integer primary key, account_id text not null, operation text not null, merchant_ref_num text not null,
  code text not null, at integer not null
) strict;
create table if not exists clear_accept_merchant (
  merchant_account_id text primary key, client_id text not null unique, client_secret text not null,
  platform_id text not null, merchant_id text not null, name text not null, currency text not null
) strict;
create table if not exists clear_accept_three_ds (merchant_account_id text primary key, mode text not null) strict;
create table if not exists clear_accept_request (
  id text primary key, merchant_account_id text not null references clear_accept_merchant,
  acs_transaction_id text unique, created_at integer not null, body text not null
) strict;
create index if not exists clear_accept_request_of_merchant on clear_accept_request (merchant_account_id, created_at);
create table if not exists clear_accept_card (
  token text primary key, merchant_account_id text not null references clear_accept_merchant,
  customer_reference text not null, fingerprint text not null, instrument text not null,
  unique (merchant_account_id, customer_reference, fingerprint)
) strict;
create table if not exists redirect_refund (
  id text primary key, payment_id text not null, amount integer not null, at integer not null
) strict;
create table if not exists redirect_refund_reference (refund_id text primary key, reference text not null) strict;
create table if not exists sso_client (
  client_id text primary key, client_secret text not null, name text not null, redirect_uris text not null
) strict;
create table if not exists sso_apple_key (
  client_id text primary key, team_id text not null, key_id text not null, public_key text not null
) strict;
create table if not exists sso_apple_consent (
  client_id text not null, sub text not null, primary key (client_id, sub)
) strict;
create table if not exists sso_person (
  provider text not null, sub text not null, email text not null, email_verified integer not null,
  given_name text not null, family_name text not null, primary key (provider, sub), unique (provider, email)
) strict;
create table if not exists sso_record (
  provider text not null, model text not null, id text not null, uid text, grant_id text,
  payload text not null, consumed_at integer, expires_at integer not null, primary key (provider, model, id)
) strict;
create table if not exists redirect_merchant (
  merchant_id text primary key, secret_key text not null, webhook_secret text not null, webhook_url text,
  name text not null
) strict;
create table if not exists redirect_payment (
  id text primary key, merchant_id text not null references redirect_merchant, reference text not null,
  request text not null, status text not null, code text, message text, created_at integer not null,
  unique (merchant_id, reference)
) strict;
create table if not exists paypal_merchant (
  client_id text primary key, client_secret text not null, webhook_id text not null, webhook_url text,
  name text not null
) strict;
create table if not exists paypal_token (
  token text primary key, client_id text not null references paypal_merchant, expires_at integer not null
) strict;
create table if not exists paypal_order (
  id text primary key, client_id text not null references paypal_merchant, request_id text not null,
  request text not null, status text not null, payer text, outcome text, created_at integer not null,
  capture_request_id text, capture text, unique (client_id, request_id)
) strict;
create table if not exists paypal_request (
  client_id text not null references paypal_merchant, request_id text not null, asked text not null,
  primary key (client_id, request_id)
) strict;
create table if not exists paypal_event (
  id text primary key, client_id text not null references paypal_merchant, body text not null
) strict;
`;

/**
 * Opens the sandbox's books in `folder`. WAL with NORMAL survives a killed process; a power cut may lose the last
 * commits, but never the file. The lock is exclusive, so a second sandbox on the same folder fails here.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'books.sqlite'), { enableForeignKeyConstraints: true });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
    database.exec(schema);
  } catch (cause) {
    database.close();
    throw new Error(`The sandbox's books in ${folder} cannot be opened; is another sandbox running on them?`, {
      cause,
    });
  }
  return database;
}

/** Runs `work` in one transaction, or in the open one. An exception rolls it back. `work` must be synchronous. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
