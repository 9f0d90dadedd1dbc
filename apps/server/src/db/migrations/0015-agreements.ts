import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The key is the text's own hash: the text that was shown is the one that is stored, hashed and signed. It never
  // changes; agreements share it.
  await sql`
    create table declarations (
      tenant_id int not null references tenants (id),
      -- sha-256 of the text's bytes in UTF-8
      hash bytea not null,
      -- cleaned HTML
      html text not null,
      created_at timestamptz not null,
      primary key (tenant_id, hash)
    )`.execute(db);
  await sql`
    alter table agreements
      add column site_id int,
      -- null: nothing to read
      add column declaration_hash bytea,
      -- the last day on which it can be signed, at its site; null: any day
      add column sign_by date,
      -- withdrawn by the marina, before it was signed
      add column withdrawn_at timestamptz,
      add foreign key (tenant_id, site_id) references sites (tenant_id, id),
      add foreign key (tenant_id, declaration_hash) references declarations (tenant_id, hash),
      add check (withdrawn_at is null or signed_at is null)`.execute(db);
  await giveSites(db);
  await sql`alter table agreements alter column site_id set not null`.execute(db);
  // The order of the list: agreements that wait for a signature first, then the newest.
  await sql`
    create index agreements_listed on agreements
      (tenant_id, account_id, (signed_at is not null or not signature_required), created_at desc, id desc)`.execute(db);
  await sql`drop index agreements_tenant_id_account_id_idx`.execute(db);
  await sql`create index on orders (tenant_id, agreement_id) where agreement_id is not null`.execute(db);
  // An agreement has one signature, even if two people submit at once. The time is agreements.signed_at; a paper
  // copy has no row.
  await sql`
    create table agreement_signatures (
      tenant_id int not null,
      agreement_id int not null,
      -- the signed text; null: there was nothing to read
      declaration_hash bytea,
      full_name text not null,
      email text not null,
      method text not null check (method in ('drawn', 'typed')),
      -- a data URL, as it was submitted
      image text not null,
      -- the address and the browser that the server saw
      ip_address text not null,
      browser text not null,
      os text not null,
      user_agent text not null,
      primary key (tenant_id, agreement_id),
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id),
      foreign key (tenant_id, declaration_hash) references declarations (tenant_id, hash)
    )`.execute(db);
  await protectByTenant(db, 'declarations', 'agreement_signatures');
}

/**
 * Gives existing agreements the site of their account. Row security is lifted meanwhile, because it binds the owner
 * too.
 */
async function giveSites(db: Kysely<unknown>): Promise<void> {
  const tables = ['agreements', 'accounts'];
  for (const table of tables) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`
    update agreements g set site_id = a.site_id
    from accounts a where a.tenant_id = g.tenant_id and a.id = g.account_id`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
}
