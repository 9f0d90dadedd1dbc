import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The counts so far do not say where the tries came from. Locks end within a day in any case.
  await sql`truncate sign_in_locks`.execute(db);
  await sql`
    alter table sign_in_locks
      -- the network or the known device whose tries are counted, as a hash
      add column source_hash bytea not null,
      drop constraint sign_in_locks_pkey,
      add primary key (tenant_id, name_hash, source_hash)`.execute(db);
  // Browsers that signed in with a login before. Other people's wrong passwords do not lock them out.
  await sql`
    create table known_devices (
      tenant_id int not null references tenants (id),
      login_id int not null,
      token_hash bytea not null,
      used_at timestamptz not null,
      primary key (tenant_id, login_id, token_hash),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await sql`create index on known_devices (tenant_id, token_hash)`.execute(db);
  await protectByTenant(db, 'known_devices');
}
