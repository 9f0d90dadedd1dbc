import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A row is written before its file is stored, and deleted with the row that names the file. A row that stays
  // marks a file that was given up.
  await sql`
    create table file_uploads (
      tenant_id int not null,
      storage_name text not null,
      account_id int not null,
      begun_at timestamptz not null,
      primary key (tenant_id, storage_name),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on file_uploads (tenant_id, begun_at)`.execute(db);
  await protectByTenant(db, 'file_uploads');

  // A document gets its version when its file is complete. Until then it waits, and each type and boat has one that
  // waits.
  await sql`
    alter table account_documents drop constraint
    account_documents_tenant_id_account_id_document_type_id_boa_key`.execute(db);
  await sql`alter table account_documents alter column version drop not null`.execute(db);
  await sql`
    create unique index account_documents_version on account_documents
      (tenant_id, account_id, document_type_id, boat_id, version) nulls not distinct where version is not null`.execute(
    db,
  );
  await sql`
    create unique index account_documents_waiting on account_documents
      (tenant_id, account_id, document_type_id, boat_id) nulls not distinct where ready_at is null`.execute(db);

  // The marina's own names, by which its files find rows again. Null: the row is not from a file.
  for (const table of ['document_types', 'account_documents']) {
    await sql`alter table ${sql.table(table)} add column reference text`.execute(db);
    await sql`
      create unique index ${sql.id(`${table}_reference`)} on ${sql.table(table)} (tenant_id, reference)
        where reference is not null`.execute(db);
  }
}
