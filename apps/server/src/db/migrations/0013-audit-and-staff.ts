import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await makeAuditTables(db);
  await protectByTenant(db, 'audit_entries', 'audit_heads');
  await makeAppending(db);
  await refuseChanges(db);
  await makeStaffLinks(db);
}

async function makeAuditTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      tenant_id int not null references tenants (id),
      sequence int not null,
      -- the very text that is hashed: unlike jsonb, json keeps it as it came
      content json not null,
      previous_hash bytea not null,
      hash bytea not null,
      event text generated always as (content ->> 'event') stored,
      account_id int generated always as ((content ->> 'accountId')::int) stored,
      primary key (tenant_id, sequence),
      -- a chain, never a tree
      unique (tenant_id, previous_hash)
    )`.execute(db);
  await sql`create index on audit_entries (tenant_id, account_id, sequence)`.execute(db);
  // The end of each chain. Its lock puts a tenant's entries in sequence, and it shows if a chain lost its last
  // entries.
  await sql`
    create table audit_heads (
      tenant_id int not null references tenants (id),
      sequence int not null,
      hash bytea not null,
      primary key (tenant_id)
    )`.execute(db);
}

/**
 * Makes the only way to write the trail. It runs as the owner, because the role that serves may write neither
 * table. Row security still holds for it.
 */
async function makeAppending(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function append_audit(for_tenant int, entry text) returns int
      language plpgsql security definer set search_path = pg_catalog, public
      as $$
      declare
        head audit_heads;
        next_sequence int;
        next_hash bytea;
      begin
        insert into audit_heads values (for_tenant, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
        select * into strict head from audit_heads where tenant_id = for_tenant for update;
        next_sequence := head.sequence + 1;
        next_hash := sha256(head.hash || convert_to(for_tenant || ':' || next_sequence || ':' || entry, 'UTF8'));
        insert into audit_entries (tenant_id, sequence, content, previous_hash, hash)
          values (for_tenant, next_sequence, entry::json, head.hash, next_hash);
        update audit_heads set sequence = next_sequence, hash = next_hash where tenant_id = for_tenant;
        return next_sequence;
      end $$`.execute(db);
}

/** Stops changes by roles with more rights than the one that serves, unless they drop the triggers first. */
async function refuseChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
      end $$`.execute(db);
  await sql`
    create trigger only_added_to before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger never_lost before delete or truncate on audit_heads
      for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger only_moves_on before update on audit_heads
      for each row when (new.sequence <> old.sequence + 1 or new.tenant_id <> old.tenant_id)
      execute function refuse_audit_change()`.execute(db);
}

async function makeStaffLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_links (
      tenant_id int not null,
      -- sha-256 of the link's token, which is stored nowhere
      token_hash bytea not null,
      account_id int not null,
      staff_name text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on staff_links (tenant_id, account_id)`.execute(db);
  await protectByTenant(db, 'staff_links');
  // The name of the staff who view a customer's portal; null in a customer's own session.
  await sql`alter table sessions add column staff_name text`.execute(db);
}
