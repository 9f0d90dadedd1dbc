import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

/** Keeps the number of agreements of each account. Counting a long history costs more than a page of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_totals (
      tenant_id int not null,
      account_id int not null,
      -- the agreements that were not withdrawn
      agreements int not null check (agreements >= 0),
      -- the signed ones among them
      signed int not null check (signed >= 0),
      primary key (tenant_id, account_id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await countWhatIsThere(db);
  await protectByTenant(db, 'agreement_totals');
  await keepCounting(db);
  // Agreements that are past their last day are subtracted from the total. They are few.
  await sql`
    create index agreements_to_sign_by on agreements (tenant_id, account_id, sign_by)
      include (site_id, signature_required)
      where signed_at is null and withdrawn_at is null and sign_by is not null`.execute(db);
  await sql`drop index agreements_counted`.execute(db);
}

/** Counts the existing agreements. Row security is lifted meanwhile, because it binds the owner too. */
async function countWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreements no force row level security`.execute(db);
  await sql`
    insert into agreement_totals (tenant_id, account_id, agreements, signed)
    select tenant_id, account_id, count(*), count(signed_at) from agreements
    where withdrawn_at is null group by 1, 2`.execute(db);
  await sql`alter table agreements force row level security`.execute(db);
}

async function keepCounting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_agreement() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.withdrawn_at is null then
        update agreement_totals
        set agreements = agreements - 1, signed = signed - (old.signed_at is not null)::int
        where tenant_id = old.tenant_id and account_id = old.account_id;
      end if;
      if tg_op <> 'DELETE' and new.withdrawn_at is null then
        insert into agreement_totals as t (tenant_id, account_id, agreements, signed)
        values (new.tenant_id, new.account_id, 1, (new.signed_at is not null)::int)
        on conflict (tenant_id, account_id)
          do update set agreements = t.agreements + 1, signed = t.signed + excluded.signed;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger agreement_counted after insert or delete on agreements
      for each row execute function count_agreement()`.execute(db);
  await sql`
    create trigger agreement_counted_again after update on agreements for each row
      when ((old.account_id, old.signed_at is null, old.withdrawn_at is null)
        is distinct from (new.account_id, new.signed_at is null, new.withdrawn_at is null))
      execute function count_agreement()`.execute(db);
}
