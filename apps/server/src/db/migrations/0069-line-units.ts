import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The unit of the quantity, as the marina writes it, such as "m" or "kWh". Null: the quantity counts pieces.
  await sql`
    alter table order_lines
      add column unit text,
      add constraint order_lines_unit check (length(unit) between 1 and 20)`.execute(db);
}
