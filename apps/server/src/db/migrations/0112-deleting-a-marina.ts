import { type Kysely, sql } from 'kysely';

/**
 * Lets `tenant delete` delete the audit trail of a marina together with all its rows. Any other statement that deletes
 * entries is refused as before. The role that serves has no right to delete them in any case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('app.deletes_marina', true) = 'yes' then
          return null;
        end if;
        raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
      end $$`.execute(db);
}
