import { type RawBuilder, sql } from 'kysely';
import type { Page } from './page.rules.ts';

/** The numbers of rows that a page of a whole list reads. They are few, because each is a statement of its own. */
const literalLimits = [11, 51, 101];

/**
 * Returns the most rows that a page reads. For a limit that is a parameter, PostgreSQL plans to read a tenth of the
 * table. That looks so dear that it plans each page of a long list anew, which takes longer than to read the page. So a
 * whole list has a literal number, and the rows beyond the page are left out. A list with a filter is planned each
 * time, because its best plan depends on the filter's value.
 */
const limitOf = ({ take, isWhole }: Page): RawBuilder<number> =>
  isWhole ? sql.lit(literalLimits.find((rows) => rows >= take) ?? take) : sql`${take}::int`;

/**
 * Returns the condition for the rows of a page and later ones, and their order: by id, or by the time of change if
 * the reader asked for changes. New rows come last in both, so no page shifts. Also returns the most rows to read.
 * @param table the alias of the table, with the columns `updated_at` and `id`, which grows in the order of the commits
 */
export function rowsOfPage(
  table: string,
  page: Page,
): { where: RawBuilder<boolean>; order: RawBuilder<unknown>; limit: RawBuilder<number> } {
  const { place, since } = page;
  const limit = limitOf(page);
  const id = sql.ref(`${table}.id`);
  if (since === null) return { where: place === null ? sql`true` : sql`${id} > ${place.id}::bigint`, order: id, limit };
  const changed = sql.ref(`${table}.updated_at`);
  const from = sql`${changed} >= ${since}::timestamptz`;
  const after =
    place === null ? sql`true` : sql`(${changed}, ${id}) > (${place.changedAt}::timestamptz, ${place.id}::bigint)`;
  return { where: sql`${from} and ${after}`, order: sql`${changed}, ${id}`, limit };
}

/**
 * Returns the condition for the rows of the account with this reference, or of all accounts. The account is looked up
 * first: joined freely, a page of a small account could read the whole table.
 * @param table the alias of the table, with the column `account_id`
 */
export const rowsOfAccount = (table: string, tenantId: number, account: string | undefined): RawBuilder<boolean> =>
  account === undefined
    ? sql`true`
    : sql`${sql.ref(`${table}.account_id`)} = (
        select id from accounts where tenant_id = ${tenantId} and reference = ${account})`;
