import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await noteFilesOfImports(db);
  await tellBoatsOfStays(db);
}

/**
 * Lets every marina's sweep read notes of marinas that don't exist. An import notes its files outside of its
 * transaction, and may be creating their account and even their marina. If it is killed before the marina exists,
 * nobody else would delete the files. The notes name no person.
 */
async function noteFilesOfImports(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_uploads drop column account_id`.execute(db);
  await sql`drop policy tenant on file_uploads`.execute(db);
  await sql`
    create policy tenant on file_uploads
      using (
        tenant_id = nullif(current_setting('app.tenant_id', true), '')::int
        or nullif(current_setting('app.tenant_id', true), '') is not null
          and tenant_id not in (select unsafe_tenant_ids())
      )
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`.execute(db);
}

/** Gives stored stays their boat, by its name, if the account has exactly one boat of that name. */
async function tellBoatsOfStays(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stays
      -- null: no known boat; its name is kept as it was written
      add column boat_id int,
      add foreign key (tenant_id, boat_id) references boats (tenant_id, id)`.execute(db);
  await sql`create index on stays (tenant_id, boat_id) where boat_id is not null`.execute(db);
  await sql`
    do $$
    declare tenant int;
    begin
      for tenant in select id from tenants loop
        perform set_config('app.tenant_id', tenant::text, true);
        update stays s set boat_id = b.id
        from (
          select account_id, name, min(id) as id from boats where tenant_id = tenant
          group by account_id, name having count(*) = 1
        ) as b
        where s.tenant_id = tenant and s.account_id = b.account_id and s.boat_name = b.name;
      end loop;
      perform set_config('app.tenant_id', '', true);
    end $$`.execute(db);
}
