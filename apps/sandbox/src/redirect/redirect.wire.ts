import { faultsOf } from '../hosted/answer.ts';
import { demoMarinas, hookOf } from '../hosted/demo.ts';
import type { Wire } from '../sandbox.ts';
import { routeRedirectControl } from './control.routes.ts';
import { registerRedirectMerchant } from './merchants.ts';
import { createRedirect } from './redirect.ts';

const tables = `
create table if not exists redirect_refund (
  id text primary key, payment_id text not null, amount integer not null, at integer not null
) strict;
create table if not exists redirect_refund_reference (refund_id text primary key, reference text not null) strict;
create table if not exists redirect_merchant (
  merchant_id text primary key, secret_key text not null, webhook_secret text not null, webhook_url text,
  name text not null
) strict;
create table if not exists redirect_payment (
  id text primary key, merchant_id text not null references redirect_merchant, reference text not null,
  request text not null, status text not null, code text, message text, created_at integer not null,
  unique (merchant_id, reference)
) strict;
`;

/** The redirect provider: customers pay on its page. */
export const redirect: Wire = {
  services: { redirect: { title: 'redirect provider', create: createRedirect } },
  tables,
  storeDemo: ({ database, environment }) => {
    for (const { tenant, name } of demoMarinas)
      registerRedirectMerchant(database, {
        merchantId: tenant,
        secretKey: 'sandbox-redirect-secret',
        webhookSecret: 'sandbox-webhook-secret',
        webhookUrl: hookOf(environment, 'redirect', tenant),
        name,
      });
  },
  faults: faultsOf('redirect', ['create', 'search', 'read', 'cancel', 'refund']),
  routeSwitches: routeRedirectControl,
};
