import { largestMinor } from '@quayside/contract/shared/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';
import type { Column, ImportTenant } from './columns.ts';
import { type Finding, type ImportKind, type StoreOptions, waitingTable } from './kind.ts';

/** The most findings that one check lists. It only counts the others. */
const mostListed = 1_000;

/** Returns the rows that a check found. @param found a query that selects `line`, `column` and `message` */
export async function find(trx: TenantDb, found: RawBuilder<unknown>): Promise<Finding[]> {
  const { rows } = await sql<Omit<Finding, 'unlisted'> & { total: number }>`
    select line, "column", message, (count(*) over ())::int as total
    from (${found}) as found order by line limit ${sql.lit(mostListed)}`.execute(trx);
  return rows.map(({ total, ...row }, index) => ({ ...row, unlisted: index === 0 ? total - rows.length : 0 }));
}

/** Finds rows that repeat the key of an earlier row. */
export function findDuplicates(trx: TenantDb, { name, key }: Pick<ImportKind, 'name' | 'key'>, tenantId: number) {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const given = sql.join(
    key.map((column) => sql`${sql.ref(column)} <> ''`),
    sql` and `,
  );
  return find(
    trx,
    sql`
      select source_line as line, ${key.at(-1) ?? ''}::text as "column", 'is the same as in line ' || first_line
        as message
      from (
        select source_line, first_value(source_line) over same as first_line, row_number() over same as place
        from ${sql.table(waitingTable(name))} where tenant_id = ${tenantId} and ${given}
        window same as (partition by ${columns} order by source_line)
      ) as numbered
      where place > 1`,
  );
}

/** One thing that can be wrong with a waiting row `s`, seen beside the stored row `t`. */
export interface Check {
  column: string;
  message: RawBuilder<unknown>;
  when: RawBuilder<unknown>;
  /** True if no stored row could make it right. */
  isWrongAlone?: boolean;
}

/**
 * Runs checks and returns their findings.
 * @param rows the rows to check: a query from `from` on, with a `where` that each check narrows
 */
export async function findWrong(
  trx: TenantDb,
  rows: RawBuilder<unknown>,
  checks: readonly Check[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { column, message, when, isWrongAlone = false } of checks) {
    const findings = await find(
      trx,
      sql`select s.source_line as line, ${column}::text as "column", ${message} as message from ${rows} and ${when}`,
    );
    found.push(...findings.map((finding) => ({ ...finding, isWrongAlone })));
  }
  return found;
}

/** Tells if a row names another account than the stored row has. */
export const namesAnotherAccount = (tenantId: number) => sql`t.account_id <> (
  select id from accounts a where a.tenant_id = ${tenantId} and a.reference = s.account)`;

/** Finds lines whose amounts, or a part of them, add up to more than the largest amount. */
export const linesBeyondLargest = (tenant: ImportTenant): Check => ({
  column: 'reference',
  message: sql`'has lines that come to more than ' || ${moneyText(tenant)(sql`${sql.lit(largestMinor)}`)}`,
  when: sql`sums.size_minor > ${sql.lit(largestMinor)}`,
  isWrongAlone: true,
});

/** Returns SQL that writes minor units as messages show them. */
export function moneyText({ settings }: ImportTenant) {
  const places = settings.culture.currencyDecimalPlaces;
  return (minor: RawBuilder<unknown>) => sql`round(${minor} / 10::numeric ^ ${places}::int, ${places}::int)::text`;
}

/**
 * Checks the waiting rows of a kind: references to objects that don't exist, and what the kind itself checks.
 */
export async function findProblems(
  trx: TenantDb,
  kind: ImportKind,
  tenant: ImportTenant,
  options: StoreOptions,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, { refersTo }] of Object.entries(kind.columns))
    if (refersTo) {
      found.push(...(await findBrokenLinks(trx, kind, { column: name, ...refersTo }, tenant.id)));
      if (refersTo.to === 'accounts') found.push(...(await findOfErased(trx, kind, name, tenant.id)));
    }
  return [...found, ...((await kind.check?.(trx, tenant, options)) ?? [])];
}

type Link = { column: string } & NonNullable<Column['refersTo']>;

/**
 * Finds rows that refer to something which neither the files nor the database hold. A wrong row waits with its right
 * references (`waitingRow`).
 */
function findBrokenLinks(
  trx: TenantDb,
  { name }: Pick<ImportKind, 'name'>,
  { column, to, inFiles }: Link,
  tenantId: number,
) {
  const wanted = sql.ref(`s.${column}`);
  const itsOwn = to === 'sites' ? 'number' : 'reference';
  const noun = to.replace(/s$/, '').replaceAll('-', ' ');
  return find(
    trx,
    sql`
      select s.source_line as line, ${column}::text as "column",
        'there is no ' || ${noun}::text || ' "' || ${wanted} || '"' as message
      from ${sql.table(waitingTable(name))} s
      where s.tenant_id = ${tenantId} and ${wanted} <> ''
        ${inFiles ? sql`` : sql`and not ${isStored(to, wanted, tenantId)}`}
        and not exists (
          select from ${sql.table(waitingTable(to))} o
          where o.tenant_id = ${tenantId} and o.${sql.ref(itsOwn)} = ${wanted})`,
  );
}

/** Finds rows of accounts whose personal data was erased: a file must not bring any back. */
function findOfErased(
  trx: TenantDb,
  { name, outlivesAccount }: Pick<ImportKind, 'name' | 'outlivesAccount'>,
  column: string,
  tenantId: number,
) {
  const isStoredRow = outlivesAccount
    ? sql`exists (
        select from ${sql.table(name)} t
        where t.tenant_id = ${tenantId} and ${sql.ref(`t.${outlivesAccount}`)} = s.reference)`
    : sql`false`;
  return find(
    trx,
    sql`
      select s.source_line as line, ${column}::text as "column",
        '"' || ${sql.ref(`s.${column}`)} || '" was erased on ' || (a.erased_at at time zone 'UTC')::date
          || ': leave this row out' as message
      from ${sql.table(waitingTable(name))} s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = ${sql.ref(`s.${column}`)}
      where s.tenant_id = ${tenantId} and a.erased_at is not null and not ${isStoredRow}`,
  );
}

/** Tells if a stored object has this name. Files name sites by their numbers. */
const isStored = (to: Link['to'], wanted: RawBuilder<unknown>, tenantId: number) => sql`exists (
  select from ${sql.table(to.replaceAll('-', '_'))} t
  where t.tenant_id = ${tenantId} and ${to === 'sites' ? sql`t.id::text` : sql.ref('t.reference')} = ${wanted})`;
