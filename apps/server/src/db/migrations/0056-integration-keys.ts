import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The keys with which a marina's own programs call the integration API.
  await sql`
    create table integration_keys (
      tenant_id int not null,
      id int not null,
      name text not null,
      mode text not null check (mode in ('live', 'test')),
      -- sha-256 of the key, which is stored nowhere
      key_hash bytea not null,
      -- the key's last characters, by which its owner recognises it
      hint text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      created_by text not null,
      -- null: no end
      expires_at timestamptz,
      revoked_at timestamptz,
      -- accurate to a minute
      last_used_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db);
  await sql`create unique index on integration_keys (tenant_id, key_hash)`.execute(db);
  await protectByTenant(db, 'integration_keys');
}
