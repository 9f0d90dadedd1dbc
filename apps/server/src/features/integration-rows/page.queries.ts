import { type RawBuilder, sql } from 'kysely';
import type { Page } from './page.rules.ts';

/**
 * Returns the condition for the rows of a page and later ones, and their order: by id, or by the time of change if
 * the reader asked for changes. New rows come last in both, so no page shifts.
 * @param table the alias of the table, with the columns `updated_at` and `id`, which grows in the order of the commits
 */
export function rowsOfPage(
  table: string,
  { place, since }: Page,
): { where: RawBuilder<boolean>; order: RawBuilder<unknown> } {
  const id = sql.ref(`${table}.id`);
  if (since === null) return { where: place === null ? sql`true` : sql`${id} > ${place.id}::bigint`, order: id };
  const changed = sql.ref(`${table}.updated_at`);
  const from = sql`${changed} >= ${since}::timestamptz`;
  const after =
    place === null ? sql`true` : sql`(${changed}, ${id}) > (${place.changedAt}::timestamptz, ${place.id}::bigint)`;
  return { where: sql`${from} and ${after}`, order: sql`${changed}, ${id}` };
}
