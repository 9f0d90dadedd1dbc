import { faultKinds } from '../faults.ts';
import type { Wire } from '../sandbox.ts';
import { routePaysafeControl } from './control.routes.ts';
import { demoMerchants, findAccount, registerMerchant } from './merchants.ts';
import { createProvider, operations } from './provider.ts';
import { paysafeChallenges } from './threeds/bank-challenges.ts';
import { storeDemoCards } from './vault/demo-cards.ts';

declare module '../faults.ts' {
  interface OwnFaultKinds {
    /** The tokens of a customer's cards come under ids of their own. */
    'other-ids': true;
    /** The card is in as many profiles as the provider allows. */
    'card-limit': true;
  }
}

// Card numbers are never stored. An instrument holds the BIN, the last digits and a keyed fingerprint.
const tables = `
create table if not exists merchant (
  server_key text primary key, server_secret text not null,
  token_key text not null unique, token_secret text not null
) strict;
create table if not exists account (
  account_id text primary key, server_key text not null references merchant, currency text not null
) strict;
create table if not exists available_to_refund (
  account_id text primary key references account, mode text not null
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
  id text primary key, account_id text not null, merchant_ref_num text not null,
  acs_transaction_id text not null unique, created_at integer not null, status text not null,
  card_fingerprint text not null, card_payment_token text, body text not null, unique (account_id, merchant_ref_num)
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
`;

/** The card vault provider, in the generation of its Cards API. */
export const paysafe: Wire = {
  services: { provider: { title: 'card vault provider', create: createProvider } },
  tables,
  storeDemo: (sandbox) => {
    for (const merchant of demoMerchants) registerMerchant(sandbox.database, merchant);
    storeDemoCards(sandbox);
  },
  faults: {
    ...Object.fromEntries(operations.map(({ name }) => [name, faultKinds])),
    'customertokens.create': [...faultKinds, 'other-ids'],
    'cards.create': [...faultKinds, 'card-limit'],
  },
  routeSwitches: routePaysafeControl,
  clockOf: (database, accountId) => findAccount(database, accountId)?.serverKey,
  challenges: paysafeChallenges,
};
