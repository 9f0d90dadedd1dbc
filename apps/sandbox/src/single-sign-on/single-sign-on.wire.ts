import type { Wire } from '../sandbox.ts';
import { demoClients, findClient, registerClient } from './clients.ts';
import { routeSignOnControl } from './control.routes.ts';
import { demoPeople, registerPerson } from './people.ts';
import { signOnOperations } from './sign-on-faults.ts';
import { createSingleSignOn } from './single-sign-on.ts';

const tables = `
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
`;

/** The providers of single sign-on. */
export const singleSignOn: Wire = {
  services: { singleSignOn: { title: 'single sign-on', create: createSingleSignOn, link: 'Single sign-on' } },
  tables,
  storeDemo: ({ database }) => {
    for (const client of demoClients) registerClient(database, client);
    for (const person of demoPeople) registerPerson(database, person);
  },
  faults: signOnOperations,
  routeSwitches: routeSignOnControl,
  clockOf: (database, accountId) => findClient(database, accountId)?.clientId,
};
