import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The version of the details that the owner edits. With two windows open, the second one learns of the first
  // one's change.
  await sql`alter table accounts add column version int not null default 1`.execute(db);
  await sql`
    create table consent_groups (
      tenant_id int not null references tenants (id),
      id int not null,
      position int not null,
      -- language → text
      descriptions jsonb not null,
      primary key (tenant_id, id)
    )`.execute(db);
  // Rows are only added: they prove who agreed to what, when and where. The highest sequence holds.
  await sql`
    create table consents (
      tenant_id int not null,
      account_id int not null,
      consent_group_id int not null,
      sequence int not null,
      granted boolean not null,
      source text not null,
      -- the mail whose link led to it
      email_message_id text,
      recorded_at timestamptz not null,
      primary key (tenant_id, account_id, consent_group_id, sequence),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, consent_group_id) references consent_groups (tenant_id, id)
    )`.execute(db);
  await sql`create index on consents (tenant_id, consent_group_id)`.execute(db);
  await sql`
    create table contact_messages (
      tenant_id int not null,
      id int not null,
      account_id int not null,
      subject text not null,
      -- the tenant's own name of the subject; null where it was typed
      subject_code text,
      message text not null,
      language text not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on contact_messages (tenant_id, account_id)`.execute(db);
  await sql`
    alter table mails
      add column account_id int,
      add column contact_message_id int,
      -- the consent that it is sent under, and the key with which its reader withdraws it by one click
      add column consent_group_id int,
      add column unsubscribe_token text,
      add foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      add foreign key (tenant_id, contact_message_id) references contact_messages (tenant_id, id),
      add foreign key (tenant_id, consent_group_id) references consent_groups (tenant_id, id),
      add unique (tenant_id, unsubscribe_token)`.execute(db);
  await sql`create index on mails (tenant_id, account_id)`.execute(db);
  await protectByTenant(db, 'consent_groups', 'consents', 'contact_messages');
}
