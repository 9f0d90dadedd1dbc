import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seal_certificates (
      tenant_id int not null,
      -- the last one seals
      id int not null,
      -- PEM: the certificate, then those above it. Kept for ever, because it proves what it sealed
      certificates text not null,
      -- PKCS#8; null once another has taken over. It never leaves the server
      private_key bytea,
      -- brought by the operator; otherwise the server made it
      installed boolean not null,
      created_at timestamptz not null,
      primary key (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'seal_certificates');
}
