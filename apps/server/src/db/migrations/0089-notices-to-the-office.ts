import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

/** Notes what the office was told, so that it is told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table told_credentials (
      tenant_id int not null references tenants (id),
      kind text not null,
      reference text not null,
      ends_at timestamptz not null,
      -- how many days before the end
      days int not null,
      told_at timestamptz not null,
      primary key (tenant_id, kind, reference, ends_at, days)
    )`.execute(db);
  await protectByTenant(db, 'told_credentials');
  await sql`alter table mails add column office_told_at timestamptz`.execute(db);
  await sql`create index mails_undelivered on mails (tenant_id, created_at) where sent_at is null`.execute(db);
}
