import { faultsOf } from '../hosted/answer.ts';
import { demoMarinas, hookOf } from '../hosted/demo.ts';
import type { Wire } from '../sandbox.ts';
import { routePaypalControl } from './control.routes.ts';
import { registerPaypalMerchant } from './merchants.ts';
import { createPaypal } from './paypal.ts';

const tables = `
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

const operations = [
  'token',
  'create',
  'read',
  'capture',
  'read-capture',
  'refund',
  'read-refund',
  'verify',
  'disputes',
  'read-dispute',
  'accept-claim',
  'adjudicate',
  'read-event',
  'resend-event',
];

/** PayPal: customers agree on its pages. */
export const paypal: Wire = {
  services: { paypal: { title: 'PayPal', create: createPaypal } },
  tables,
  storeDemo: ({ database, environment }) => {
    for (const { tenant, name } of demoMarinas)
      registerPaypalMerchant(database, {
        clientId: `${tenant}-paypal`,
        clientSecret: 'sandbox-paypal-secret',
        webhookId: `${tenant}-webhook`,
        webhookUrl: hookOf(environment, 'paypal', tenant),
        name,
      });
  },
  faults: faultsOf('paypal', operations),
  routeSwitches: routePaypalControl,
};
