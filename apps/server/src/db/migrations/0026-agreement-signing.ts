import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The file's name in the storage. Null: it has none there, like the demo's first documents.
  await sql`alter table files add column if not exists storage_name text`.execute(db);
  await sql`create unique index if not exists files_storage_name on files (tenant_id, storage_name)`.execute(db);
  await sql`
    alter table agreements
      -- the first view, by its customer or a holder of its guid
      add column first_viewed_at timestamptz,
      -- the marina's own name, by which its files find it again
      add column reference text`.execute(db);
  await sql`
    create unique index agreements_reference on agreements (tenant_id, reference) where reference is not null`.execute(
    db,
  );
  await sql`
    alter table agreement_signatures
      -- the submit that signed: sent again, it gets the same answer
      add column idempotency_key text,
      -- the signer's language, for the paper and the mail
      add column language text not null`.execute(db);
  await makeFiles(db);
  await makeKeys(db);
  await sql`alter table mails add column agreement_id int`.execute(db);
  await sql`alter table mails add foreign key (tenant_id, agreement_id) references agreements (tenant_id, id)`.execute(
    db,
  );
  await sql`create index on mails (tenant_id, agreement_id) where agreement_id is not null`.execute(db);
  // Finds the agreement of a paper by the bytes that somebody hands in.
  await sql`create index on files (tenant_id, sha256)`.execute(db);
}

async function makeFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_files (
      tenant_id int not null,
      agreement_id int not null,
      -- to read before signing; sealed after signing; the scan of a paper copy
      kind text not null check (kind in ('reading', 'sealed', 'hard-copy')),
      file_id int not null,
      primary key (tenant_id, agreement_id, kind),
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id),
      foreign key (tenant_id, file_id) references files (tenant_id, id)
    )`.execute(db);
  await sql`create index on agreement_files (tenant_id, file_id)`.execute(db);
  await protectByTenant(db, 'agreement_files');
}

async function makeKeys(db: Kysely<unknown>): Promise<void> {
  // The keys of mails' links, and of browsers that signed by a link. Each opens the paper of one agreement for a
  // while.
  await sql`
    create table agreement_keys (
      tenant_id int not null,
      -- sha-256 of the key, which is stored nowhere
      key_hash bytea not null,
      agreement_id int not null,
      expires_at timestamptz not null,
      primary key (tenant_id, key_hash),
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id)
    )`.execute(db);
  await sql`create index on agreement_keys (tenant_id, agreement_id)`.execute(db);
  // Codes that prove that an address is the signer's own, if the marina has none on file.
  await sql`
    create table agreement_email_codes (
      tenant_id int not null,
      agreement_id int not null,
      -- in small letters
      email text not null,
      code_hash bytea not null,
      expires_at timestamptz not null,
      primary key (tenant_id, agreement_id, email),
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'agreement_keys', 'agreement_email_codes');
}
