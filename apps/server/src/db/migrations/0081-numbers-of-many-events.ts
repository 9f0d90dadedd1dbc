import { type Kysely, sql } from 'kysely';

/**
 * Numbers the events of a large transaction in time that grows with their number. The statement named each event by
 * its id. Where the planner's figures told of no events of the marina yet, as before a first import, it compared each
 * event with each other one. A row's place in the table (`ctid`) leads to it without an index and without a guess.
 * Nothing moves the rows meanwhile: only this transaction sees them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function number_events() returns trigger language plpgsql as $$
      declare
        entered text := current_setting('app.tenant_id', true);
        -- the last of the marina's events that this transaction has numbered
        noted text := 'app.events_numbered_' || new.tenant_id;
        number bigint;
        numbered bigint;
        newest bigint;
      begin
        -- No query for each row: an import commits a million of them.
        if new.ordinal <= coalesce(nullif(current_setting(noted, true), ''), '0')::bigint then
          return null;
        end if;
        -- An import commits rows of several marinas at once. The row passed the tenant's wall when it was written.
        perform set_config('app.tenant_id', new.tenant_id::text, true);
        insert into counters as c (tenant_id, name, last) values (new.tenant_id, 'event', 0)
          on conflict (tenant_id, name) do update set last = c.last
          returning last into number;
        with own as (
          select ctid as spot, ordinal, row_number() over (order by ordinal) as place from events
          where tenant_id = new.tenant_id and sequence is null
        ), given as (
          update events e set sequence = number + own.place from own
            where e.tenant_id = new.tenant_id and e.ctid = own.spot
            returning own.ordinal
        )
        select count(*), max(ordinal) into numbered, newest from given;
        perform set_config(noted, newest::text, true);
        update counters set last = number + numbered where tenant_id = new.tenant_id and name = 'event';
        perform set_config('app.tenant_id', coalesce(entered, ''), true);
        return null;
      end $$`.execute(db);
}
