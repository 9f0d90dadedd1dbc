import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { find } from '../../import/checks.queries.ts';
import type { Counts, Finding, StoreOptions } from '../../import/kind.ts';
import { isToCome } from '../../import/site-clocks.queries.ts';
import { orNull, storeRows } from '../../import/store-rows.queries.ts';

/** A detail that customers can change themselves: its column in the file, and in the table. */
interface Detail {
  given: string;
  stored: string;
}

/** Finds accounts that the file closes on a day to come at their site. */
export const findFutureCloses = (trx: TenantDb, tenantId: number, now: Date): Promise<Finding[]> =>
  find(
    trx,
    sql`
      select s.source_line as line, 'closed_on' as "column", '"' || s.closed_on || '" is a day to come' as message
      from import_accounts s
      where s.tenant_id = ${tenantId} and not s.wrong
        and ${isToCome(tenantId, now, sql`${orNull('closed_on')}::date`, sql`s.site`)}`,
  );

/** Finds accounts whose personal data was erased: a file must not bring it back. */
export const findErased = (trx: TenantDb, tenantId: number): Promise<Finding[]> =>
  find(
    trx,
    sql`
      select s.source_line as line, 'reference' as "column",
        '"' || s.reference || '" was erased on ' || (t.erased_at at time zone 'UTC')::date || ': leave this row out'
          as message
      from import_accounts s
      join accounts t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId} and not s.wrong and t.erased_at is not null`,
  );

/** Finds accounts that may be of one person: they have the name and the e-mail address of an earlier row. */
export const findTwins = (trx: TenantDb, tenantId: number): Promise<Finding[]> =>
  find(
    trx,
    sql`
      select source_line as line, 'reference' as "column",
        '"' || reference || '" has the name and the e-mail address of line ' || first_line || ': is it one customer?'
          as message
      from (
        select source_line, reference, first_value(source_line) over same as first_line, row_number() over same as place
        from import_accounts
        where tenant_id = ${tenantId} and not wrong and email <> '' and coalesce(closed_on, '') = ''
        window same as (
          partition by lower(email), lower(last_name), lower(coalesce(first_name, '')) order by source_line)
      ) as numbered
      where place > 1`,
  );

/** Stores the waiting accounts. Details that their customers wrote stay, unless the office wins. */
export const storeAccounts = (
  trx: TenantDb,
  tenantId: number,
  details: readonly Detail[],
  { now, officeWins }: Pick<StoreOptions, 'now' | 'officeWins'>,
): Promise<Counts> =>
  storeRows(trx, tenantId, {
    table: 'accounts',
    rows: sql`
      select n.*, ${nextVersion(details)} as version
      from (
        select s.source_line, t.id, s.reference, s.site::int as site_id, ${mergedDetails(details, officeWins)},
          case when s.closed_on is null then t.closed_at
            else ${orNull('closed_on')}::date::timestamp at time zone site.time_zone end as closed_at,
          coalesce(t.imported_details, '{}') || ${givenDetails(details)} as imported_details
        from import_accounts s
        join sites site on site.tenant_id = ${tenantId} and site.id = s.site::int
        left join accounts t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId}
      ) as n
      left join accounts t on t.tenant_id = ${tenantId} and t.id = n.id`,
    counter: 'account',
    key: ['id'],
    columns: [
      'reference',
      'site_id',
      'closed_at',
      'imported_details',
      'version',
      ...details.map(({ stored: name }) => name),
    ],
    inserted: {
      guid: sql`gen_random_uuid()`,
      opaque_token: sql`gen_random_uuid()::text`,
      created_at: sql`${now}::timestamptz`,
    },
  });

/**
 * Counts up if a detail changes, so that a customer's open form learns of it, as it does of another window's
 * change.
 */
function nextVersion(details: readonly Detail[]) {
  const of = (alias: 'n' | 't') => sql.join(details.map(({ stored: name }) => sql.ref(`${alias}.${name}`)));
  return sql`
    case when t.id is null then 1
      when row(${of('n')}) is distinct from row(${of('t')}) then t.version + 1 else t.version end`;
}

/**
 * The value of a detail in the last file. A missing one counts as empty, because an account starts with empty
 * details.
 */
const givenBefore = (detail: Detail) => sql`coalesce(t.imported_details ->> ${sql.lit(detail.stored)}, '')`;
const given = (detail: Detail) => sql.ref(`s.${detail.given}`);
const stored = (detail: Detail) => sql.ref(`t.${detail.stored}`);

/**
 * Merges one detail. The office's change is taken if the customer changed nothing since the last file. Otherwise
 * the customer's value stays, unless the office wins.
 */
function merge(detail: Detail, officeWins: boolean): RawBuilder<unknown> {
  const fromFile = officeWins
    ? sql`true`
    : sql`${given(detail)} <> ${givenBefore(detail)} and ${stored(detail)} = ${givenBefore(detail)}`;
  return sql`
    case when t.id is null then coalesce(${given(detail)}, '') when ${given(detail)} is null then ${stored(detail)}
      when ${fromFile} then ${given(detail)} else ${stored(detail)} end as ${sql.ref(detail.stored)}`;
}

/** The merged columns of an account's details: `s` is the waiting row, `t` the stored one. */
const mergedDetails = (details: readonly Detail[], officeWins: boolean) =>
  sql.join(details.map((detail) => merge(detail, officeWins)));

/** The details in the file, kept to compare them with the next file. */
const givenDetails = (details: readonly Detail[]) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    details.map((detail) => sql`${sql.lit(detail.stored)}::text, ${given(detail)}`),
  )}))`;

/** Finds details that both the office and the customer changed since the last file. */
export async function findKeptDetails(trx: TenantDb, tenantId: number, details: readonly Detail[]): Promise<Finding[]> {
  const each = sql.join(
    details.map(
      (detail) => sql`(${sql.lit(detail.given)}, ${given(detail)}, ${stored(detail)}, ${givenBefore(detail)})`,
    ),
  );
  const { rows } = await sql<{ line: number; column: string; total: number }>`
    select s.source_line as line, d.name as column, (count(*) over ())::int as total
    from import_accounts s
    join accounts t on t.tenant_id = ${tenantId} and t.reference = s.reference
    cross join lateral (values ${each}) as d (name, given, stored, before)
    where s.tenant_id = ${tenantId} and d.given <> d.before and d.stored <> d.before and d.given <> d.stored
    order by s.source_line, d.name limit 50`.execute(trx);
  const message = 'stays as the customer wrote it in the portal';
  return rows.map(({ total, ...row }, index) => ({ ...row, message, unlisted: index === 0 ? total - rows.length : 0 }));
}
