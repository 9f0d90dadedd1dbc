import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the provider's reference for the attempt, before any money moved
      add column provider_reference text,
      -- the provider's page on which the customer pays or agrees
      add column redirect_url text`.execute(db);
  await sql`
    create unique index payments_provider_reference on payments (tenant_id, provider_key, provider_reference)
      where provider_reference is not null`.execute(db);
  // The events that providers sent on their own. They only tell us that it is worth asking, so little is kept.
  await sql`
    create table provider_events (
      tenant_id int not null,
      id int not null,
      provider_key text not null,
      -- the provider's, so that what it sends twice counts once
      event_id text not null,
      kind text not null,
      merchant_ref_number text,
      received_at timestamptz not null,
      -- the time at which the provider was asked about it
      handled_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, provider_key, event_id)
    )`.execute(db);
  await sql`create index on provider_events (tenant_id, received_at)`.execute(db);
  await protectByTenant(db, 'provider_events');
}
