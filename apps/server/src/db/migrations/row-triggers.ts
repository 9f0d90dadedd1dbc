import { type Kysely, sql } from 'kysely';

/**
 * The triggers that a node of a cluster can't run, because they read all rows of a statement, the queue or a sequence
 * of the coordinator. `replaceTriggers` makes others in their place.
 */
export const replacedTriggers: Readonly<Record<string, readonly string[]>> = {
  stays: ['stays_counted_on_insert', 'stays_counted_on_update', 'stays_counted_on_delete'],
  order_lines: ['note_insert', 'note_update', 'note_delete'],
  estimate_lines: ['note_insert', 'note_update', 'note_delete'],
  message_answers: ['note_insert', 'note_update', 'note_delete'],
  consents: ['place_at_commit'],
  waiting_list_entries: ['place_at_commit'],
  files: ['place_at_commit'],
  events: ['wake_webhooks'],
};

/** The triggers in their place. A later distribution makes them again. */
export const rowTriggers: readonly string[] = ['stay_counted', 'note_row', 'place_row_at_commit'];

/**
 * Makes triggers that do the same for each row. Nothing replaces `wake_webhooks`: the minute's look after the webhooks
 * finds new events.
 */
export async function makeRowTriggers(db: Kysely<unknown>): Promise<void> {
  await countStays(db);
  await noteParts(db, { part: 'order_lines', key: 'order_id', whole: 'orders' });
  await noteParts(db, { part: 'estimate_lines', key: 'estimate_id', whole: 'estimates' });
  await noteParts(db, { part: 'message_answers', key: 'contact_message_id', whole: 'contact_messages' });
  await placeAtCommit(db);
}

async function countStays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_stay() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          update stay_totals set stays = stays - 1
            where tenant_id = old.tenant_id and account_id = old.account_id;
        end if;
        if tg_op <> 'DELETE' then
          insert into stay_totals as t (tenant_id, account_id, stays) values (new.tenant_id, new.account_id, 1)
            on conflict (tenant_id, account_id) do update set stays = t.stays + 1;
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger stay_counted after insert or delete or update of account_id on stays
      for each row execute function count_stay()`.execute(db);
}

async function noteParts(db: Kysely<unknown>, names: { part: string; key: string; whole: string }): Promise<void> {
  const note = sql.id(`note_changed_row_of_${names.part}`);
  const [part, key, whole] = [sql.table(names.part), sql.ref(names.key), sql.table(names.whole)];
  await sql`
    create or replace function ${note}() returns trigger language plpgsql as $$
      declare
        changed ${part};
      begin
        if current_setting('app.keeps_times', true) = 'yes' then
          return null;
        end if;
        if tg_op = 'DELETE' then changed := old; else changed := new; end if;
        update ${whole} set updated_at = now()
          where tenant_id = changed.tenant_id and id = changed.${key} and updated_at < now();
        return null;
      end $$`.execute(db);
  await sql`
    create trigger note_row after insert or update or delete on ${part}
      for each row execute function ${note}()`.execute(db);
}

/**
 * Numbers rows as `0091-places-in-lists.ts` does, with a counter of the marina in place of the sequence. The counter
 * begins after the places that the sequence gave.
 */
async function placeAtCommit(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: number }>`select last_value::int as last from list_places`.execute(db);
  const first = sql.lit((rows[0]?.last ?? 0) + 1);
  await sql`
    create or replace function place_row_at_commit() returns trigger language plpgsql as $$
      declare
        entered text := current_setting('app.tenant_id', true);
        number int;
      begin
        if new.place is not null then
          return null;
        end if;
        perform set_config('app.tenant_id', new.tenant_id::text, true);
        -- This lock puts the commits of a marina in order, as for its events.
        insert into counters as c (tenant_id, name, last) values (new.tenant_id, 'event', 0)
          on conflict (tenant_id, name) do update set last = c.last;
        insert into counters as c (tenant_id, name, last) values (new.tenant_id, 'place', ${first})
          on conflict (tenant_id, name) do update set last = c.last + 1
          returning last into number;
        -- The row's key has other columns in each table.
        if tg_argv[0] = 'consents' then
          update consents set place = 0
            where tenant_id = new.tenant_id and account_id = new.account_id
              and consent_group_id = new.consent_group_id and place > 0
              and (recorded_at, sequence) < (new.recorded_at, new.sequence);
          if exists (select from consents
            where tenant_id = new.tenant_id and account_id = new.account_id
              and consent_group_id = new.consent_group_id
              and (recorded_at, sequence) > (new.recorded_at, new.sequence)) then number := 0; end if;
          update consents set place = number
            where tenant_id = new.tenant_id and account_id = new.account_id
              and consent_group_id = new.consent_group_id and sequence = new.sequence and place is null;
        elsif tg_argv[0] = 'files' then
          update files set place = number where tenant_id = new.tenant_id and id = new.id and place is null;
        else
          update waiting_list_entries set place = number
            where tenant_id = new.tenant_id and waiting_list_id = new.waiting_list_id
              and account_id = new.account_id and place is null;
        end if;
        perform set_config('app.tenant_id', coalesce(entered, ''), true);
        return null;
      end $$`.execute(db);
  for (const table of ['consents', 'waiting_list_entries', 'files'])
    await sql`
      create constraint trigger place_row_at_commit after insert on ${sql.table(table)} deferrable initially deferred
        for each row execute function place_row_at_commit(${sql.lit(table)})`.execute(db);
}
