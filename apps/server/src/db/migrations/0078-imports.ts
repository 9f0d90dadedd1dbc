import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

/** Stores the imports that the marina's programs send, and their problems. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imports (
      tenant_id int not null,
      id int not null,
      key_id int not null,
      -- null: each line names its own kind
      kind text,
      dry_run boolean not null,
      office_wins boolean not null,
      state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'refused', 'failed')),
      step text check (step in ('reading', 'checking', 'storing')),
      failure text check (failure in ('body-lost', 'gave-up')),
      -- the body; null after the end
      storage_name text,
      size bigint not null,
      sha256 bytea not null,
      received_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      -- counts the starts, and tells an abandoned run that another one has begun
      attempts int not null default 0,
      rows_read bigint not null default 0,
      result jsonb,
      problem_count int not null default 0,
      primary key (tenant_id, id),
      foreign key (tenant_id, key_id) references integration_keys (tenant_id, id),
      check ((ended_at is null) = (state in ('waiting', 'working')))
    )`.execute(db);
  await sql`create index imports_unfinished on imports (tenant_id, id) where ended_at is null`.execute(db);
  await sql`create index on imports (tenant_id, ended_at)`.execute(db);
  await sql`
    create table import_problems (
      tenant_id int not null,
      import_id int not null,
      number int not null,
      severity text not null check (severity in ('error', 'note')),
      kind text,
      line int not null,
      column_name text,
      message text not null,
      primary key (tenant_id, import_id, number),
      foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
    )`.execute(db);
  await protectByTenant(db, 'imports', 'import_problems');
}
