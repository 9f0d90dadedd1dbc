import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

/** Lets an export of a marina be imported as it was: with its times, and with its audit trail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table earlier_audit_entries (
      tenant_id int not null references tenants (id),
      -- 1 is the oldest trail
      trail int not null check (trail > 0),
      sequence int not null,
      -- the number of the marina in the database that wrote the entry: it is part of what is hashed
      written_as int not null,
      content json not null,
      previous_hash bytea not null,
      hash bytea not null,
      event text generated always as (content ->> 'event') stored,
      account_id int generated always as ((content ->> 'accountId')::int) stored,
      primary key (tenant_id, trail, sequence)
    )`.execute(db);
  await sql`create index on earlier_audit_entries (tenant_id, account_id, event)`.execute(db);
  await protectByTenant(db, 'earlier_audit_entries');
  await sql`
    create trigger only_added_to before update or delete or truncate on earlier_audit_entries
      for each statement execute function refuse_audit_change()`.execute(db);
  // Lines that come with an export are as old as their order.
  await sql`
    create or replace function note_changed_lines() returns trigger language plpgsql as $$
      begin
        if current_setting('app.keeps_times', true) = 'yes' then
          return null;
        end if;
        update orders o set updated_at = now() from (select distinct tenant_id, order_id from changed) as c
          where o.tenant_id = c.tenant_id and o.id = c.order_id and o.updated_at < now();
        return null;
      end $$`.execute(db);
}
