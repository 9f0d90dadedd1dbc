import { type Kysely, sql } from 'kysely';

/** The lists of programs whose rows have no number of their own, and the column that names the list. */
const lists = { consents: 'consent_group_id', waiting_list_entries: 'waiting_list_id' } as const;

/**
 * Gives the rows of two lists a place that grows with the order of the commits, as events have it (`0070-events.ts`).
 * The lists were read by the number of the account. An older account that joined meanwhile came before the cursor, so
 * the reader missed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence list_places`.execute(db);
  await placeAtCommit(db);
  for (const [table, list] of Object.entries(lists)) {
    // The default gives the rows that are stored a place. Later ones get theirs at the commit; null until then.
    await sql`alter table ${sql.table(table)} add column place bigint default nextval('list_places')`.execute(db);
    await sql`alter table ${sql.table(table)} alter column place drop default`.execute(db);
    await sql`create index ${sql.id(`${table}_new`)} on ${sql.table(table)} (tenant_id) where place is null`.execute(
      db,
    );
    await sql`
      create index ${sql.id(`${table}_places`)} on ${sql.table(table)}
        (tenant_id, ${sql.ref(list)}, place) where place > 0`.execute(db);
    await sql`drop index ${sql.id(`${table}_changes`)}`.execute(db);
    await sql`
      create index ${sql.id(`${table}_changes`)} on ${sql.table(table)}
        (tenant_id, ${sql.ref(list)}, updated_at, place) where place > 0`.execute(db);
    // A place that is given is no change. Rows that come with an export keep their times.
    await sql`drop trigger note_change on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger note_change before update on ${sql.table(table)} for each row
        when (old.place is not distinct from new.place and old is distinct from new)
        execute function note_change()`.execute(db);
    if (table === 'consents') await placeChoicesThatHold(db);
    await sql`
      create constraint trigger place_at_commit after insert on ${sql.table(table)} deferrable initially deferred
        for each row execute function place_at_commit()`.execute(db);
  }
}

/** The condition for a choice `c` that holds no more. */
const isReplaced = sql`exists (
  select from consents later
  where later.tenant_id = c.tenant_id and later.consent_group_id = c.consent_group_id
    and later.account_id = c.account_id and (later.recorded_at, later.sequence) > (c.recorded_at, c.sequence))`;

/** A choice that holds no more has the place 0, so that no page has to go through the earlier choices. */
async function placeChoicesThatHold(db: Kysely<unknown>): Promise<void> {
  // The owner is no tenant, and sees no row behind the tenant's wall.
  await sql`alter table consents no force row level security`.execute(db);
  await sql`update consents c set place = 0 where ${isReplaced}`.execute(db);
  await sql`alter table consents force row level security`.execute(db);
}

/**
 * Gives the new rows of a transaction their places when it commits. It holds the lock that orders the marina's events
 * (`number_events`), and no other one: a second lock could be taken in the opposite order. A reader that has seen a
 * place can see all smaller ones, because the lock lasts until the commit is visible.
 */
async function placeAtCommit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function place_at_commit() returns trigger language plpgsql as $$
      declare
        entered text := current_setting('app.tenant_id', true);
        -- set when the transaction has placed the marina's rows of this table
        placed text := 'app.placed_' || tg_table_name || '_' || new.tenant_id;
      begin
        -- No query for each row: an import commits a hundred thousand of them.
        if current_setting(placed, true) = 'yes' then
          return null;
        end if;
        -- An import commits rows of several marinas at once. The row passed the tenant's wall when it was written.
        perform set_config('app.tenant_id', new.tenant_id::text, true);
        insert into counters as c (tenant_id, name, last) values (new.tenant_id, 'event', 0)
          on conflict (tenant_id, name) do update set last = c.last;
        if tg_table_name = 'consents' then
          update consents c set place = 0
            from (select distinct account_id, consent_group_id from consents
              where tenant_id = new.tenant_id and place is null) n
            where c.tenant_id = new.tenant_id and c.account_id = n.account_id
              and c.consent_group_id = n.consent_group_id and c.place > 0 and ${isReplaced};
          update consents c set place = 0 where c.tenant_id = new.tenant_id and c.place is null and ${isReplaced};
        end if;
        execute format(
          'update %I set place = nextval(''list_places'') where tenant_id = $1 and place is null', tg_table_name)
          using new.tenant_id;
        perform set_config(placed, 'yes', true);
        perform set_config('app.tenant_id', coalesce(entered, ''), true);
        return null;
      end $$`.execute(db);
}
