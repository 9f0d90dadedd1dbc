import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // 3-D Secure 1: the bank's page posts this key back from its own site and without cookies, so it is the only way
  // to the attempt.
  await sql`
    create table bank_keys (
      tenant_id int not null,
      payment_id int not null,
      attempt int not null,
      key_hash bytea not null,
      expires_at timestamptz not null,
      -- good for one answer
      used_at timestamptz,
      primary key (tenant_id, payment_id, attempt),
      unique (tenant_id, key_hash),
      foreign key (tenant_id, payment_id, attempt) references three_d_secure_lookups (tenant_id, payment_id, attempt)
    )`.execute(db);
  await protectByTenant(db, 'bank_keys');
}
