import { faultKinds } from '../faults.ts';
import type { Wire } from '../sandbox.ts';
import { clearAcceptChallenges } from './bank-challenges.ts';
import { createClearAccept } from './clear-accept.ts';
import { routeClearAcceptControl } from './control.routes.ts';
import { registerClearAcceptDemo } from './demo.ts';
import { fieldOperations } from './fields.routes.ts';
import { findMerchantByAccount } from './merchants.ts';
import { clearAcceptOperations } from './payment-request.operations.ts';

const tables = `
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
`;

/** The second card provider. */
export const clearAccept: Wire = {
  services: { clearAccept: { title: 'second card provider', create: createClearAccept } },
  tables,
  storeDemo: registerClearAcceptDemo,
  faults: {
    ...Object.fromEntries(clearAcceptOperations.map(({ name }) => [name, faultKinds])),
    ...Object.fromEntries(fieldOperations.map((name) => [name, ['status'] as const])),
  },
  routeSwitches: routeClearAcceptControl,
  clockOf: (database, accountId) => findMerchantByAccount(database, accountId)?.merchantAccountId,
  challenges: clearAcceptChallenges,
};
