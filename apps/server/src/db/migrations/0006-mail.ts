import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mails (
      tenant_id int not null references tenants (id),
      id int not null,
      -- stable, so that a mail sent twice after a crash is one mail to the reader
      message_id text not null,
      kind text not null,
      recipient text not null,
      language text not null,
      -- the object that it is about
      payment_id int,
      created_at timestamptz not null,
      sent_at timestamptz,
      -- refused for good, with the codes of the refusal
      failed_at timestamptz,
      failure text,
      primary key (tenant_id, id),
      unique (tenant_id, message_id),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id)
    )`.execute(db);
  await sql`create index on mails (tenant_id, payment_id)`.execute(db);
  await protectByTenant(db, 'mails');
}
