import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table estimate_answers (
      tenant_id integer not null references tenants,
      estimate_id integer not null,
      answer text not null check (answer in ('accept', 'decline')),
      -- the agreement that says the answer; its signature is the evidence
      agreement_id integer not null,
      primary key (tenant_id, estimate_id),
      unique (tenant_id, agreement_id),
      foreign key (tenant_id, estimate_id) references estimates (tenant_id, id) on delete cascade,
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'estimate_answers');
}
