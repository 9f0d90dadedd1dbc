import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_documents
      -- the decision of the office; null: it has not looked at the document. A rejected document is superseded too
      add column review text check (review in ('accepted', 'rejected')),
      -- shown to the customer
      add column review_reason text not null default '',
      add column reviewed_at timestamptz,
      -- true from the upload until a mail tells the office of it
      add column is_news boolean not null default false,
      add constraint account_documents_review check ((review is null) = (reviewed_at is null)),
      add constraint account_documents_rejected check (review <> 'rejected' or superseded_at is not null)`.execute(db);
  await sql`create index account_documents_news on account_documents (tenant_id, account_id) where is_news`.execute(db);
  await sql`
    create table message_answers (
      tenant_id int not null,
      id int not null,
      contact_message_id int not null,
      answer text not null,
      answered_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, contact_message_id) references contact_messages (tenant_id, id)
    )`.execute(db);
  await sql`create index on message_answers (tenant_id, contact_message_id)`.execute(db);
  await protectByTenant(db, 'message_answers');
  await sql`
    alter table waiting_list_entries
      -- the office's last move of the entry; null: it never moved the entry
      add column moved_at timestamptz,
      add column moved_up boolean,
      -- shown to the customer
      add column move_reason text not null default '',
      add constraint waiting_list_entries_move check ((moved_at is null) = (moved_up is null))`.execute(db);
}
