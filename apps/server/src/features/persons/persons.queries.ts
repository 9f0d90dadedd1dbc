import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Person } from '../../db/declared-table.ts';
import type { Identifier } from '../../lib/texts/typed-identifier.ts';
import { shapeOf } from '../archive/archive.exports.ts';
import type { PersonTable } from './person-tables.rules.ts';

/** Finds the accounts, also closed ones, that have this reference or this number: two at most. */
export async function findAnyAccounts(db: TenantDb, tenantId: number, { reference, number }: Identifier) {
  const { rows } = await sql<{ id: number; name: string; reference: string | null; erased_at: Date | null }>`
    select id, trim(concat_ws(' ', title, firstname, lastname)) as name, reference, erased_at from accounts
    where tenant_id = ${tenantId} and (reference = ${reference} or id = ${number}::int) order by id`.execute(db);
  return rows;
}

/** Finds what names a person. */
export async function findPerson(db: TenantDb, tenantId: number, accountId: number): Promise<Person> {
  const { rows } = await sql<Omit<Person, 'accountId'>>`
    with own as (
      select l.id, lower(l.email) as email, exists (
        select from login_accounts o
        where o.tenant_id = l.tenant_id and o.login_id = l.id and o.account_id <> ${accountId}
      ) as is_shared
      from logins l join login_accounts la on la.tenant_id = l.tenant_id and la.login_id = l.id
      where l.tenant_id = ${tenantId} and la.account_id = ${accountId}
    )
    select a.reference, array(select id from own) as logins,
      array(select id from own where not is_shared) as "ownLogins",
      array(
        select email from own where email is not null union select lower(a.email) where a.email <> ''
      ) as emails,
      array(
        select encode(g.declaration_hash, 'hex') from agreements g
        where g.tenant_id = a.tenant_id and g.account_id = a.id and g.signed_at is null
          and g.declaration_hash is not null
      ) as "textsOfGoing"
    from accounts a where a.tenant_id = ${tenantId} and a.id = ${accountId}`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`there is no account ${accountId}`);
  return { accountId, ...person };
}

/** Reads a person's rows of a table, as texts of JSON in the order of their key. */
export async function readRowsOf(trx: TenantDb, tenantId: number, person: Person, table: PersonTable) {
  const { columns, key } = await shapeOf(trx, table);
  const source =
    table.name === 'earlier_audit_entries'
      ? sql`(
          select tenant_id, trail, sequence, content::text as content, previous_hash, hash, written_as
          from earlier_audit_entries
          union all
          select tenant_id, 0, sequence, content::text, previous_hash, hash, tenant_id from audit_entries)`
      : sql.table(table.name);
  const { rows } = await sql<{ line: string }>`
    select row_to_json(r)::text as line from (
      select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))} from ${source} t
      where t.tenant_id = ${tenantId} and ${table.person.whose(person)}
      order by ${sql.join(key.map((column) => sql`t.${sql.ref(column)}`))}
    ) as r`.execute(trx);
  return rows.map(({ line }) => line);
}

/**
 * Locks an account and its payments until the transaction ends: nobody adds a row that names one of them, and no
 * payment changes.
 */
export async function lockPerson(trx: TenantDb, tenantId: number, accountId: number): Promise<void> {
  await sql`select from accounts where tenant_id = ${tenantId} and id = ${accountId} for update`.execute(trx);
  await sql`select from payments where tenant_id = ${tenantId} and account_id = ${accountId} for update`.execute(trx);
}

/**
 * Makes the rest of a transaction fail where it would wait for a lock. The time is far shorter than the second after
 * which PostgreSQL looks for a deadlock, and might end the other transaction.
 */
export async function giveWay(trx: TenantDb): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(trx);
}

/** Deletes the rows `t` of a table for which the condition is true. @returns their number */
export async function deleteRows(
  trx: TenantDb,
  table: string,
  { tenantId, rows: condition }: { tenantId: number; rows: RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from ${sql.table(table)} t where t.tenant_id = ${tenantId} and ${condition} returning 1
    )
    select count(*)::int as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function countRowsOf(trx: TenantDb, tenantId: number, person: Person, table: PersonTable) {
  const source = table.name === 'earlier_audit_entries' ? 'audit_entries' : table.name;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(source)} t
    where t.tenant_id = ${tenantId} and ${table.person.whose(person)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export interface MoneyOf {
  /** Attempts that may still take money, by their references. */
  moving: string[];
  refunding: number;
  disputed: number;
  owedMinor: number;
  owedOrders: number;
}

/** Finds what of a person's money and papers is not settled. @param over the states of payments that move no more */
export async function findMoneyOf(
  trx: TenantDb,
  tenantId: number,
  accountId: number,
  over: readonly string[],
): Promise<MoneyOf> {
  const { rows } = await sql<MoneyOf>`
    select
      array(select merchant_ref_number from payments
        where tenant_id = ${tenantId} and account_id = ${accountId} and state <> all (${over})) as moving,
      (select count(*)::int from payment_refunds r
        join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
        where r.tenant_id = ${tenantId} and p.account_id = ${accountId} and r.under_way) as refunding,
      (select count(*)::int from payments
        where tenant_id = ${tenantId} and account_id = ${accountId} and state = 'disputed') as disputed,
      owed.minor as "owedMinor", owed.orders as "owedOrders"
    from (
      select coalesce(sum(gross_minor - allocated_minor), 0)::bigint as minor, count(*)::int as orders from orders
      where tenant_id = ${tenantId} and account_id = ${accountId} and cancelled_at is null
        and gross_minor > allocated_minor) as owed`.execute(trx);
  const [money] = rows;
  if (!money) throw new Error('a query without tables gave no row');
  return money;
}

/** Lists the invoices of an account that have no stored paper yet. */
export async function findInvoicesWithoutPaper(db: TenantDb, tenantId: number, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.tenant_id = ${tenantId} and o.account_id = ${accountId} and o.invoice_number is not null
      and not exists (select from invoice_papers p where p.tenant_id = o.tenant_id and p.order_id = o.id)
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the signed agreements of an account that have no sealed paper yet. */
export async function findUnsealedAgreements(db: TenantDb, tenantId: number, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from agreements g
    where g.tenant_id = ${tenantId} and g.account_id = ${accountId} and g.signed_at is not null
      and exists (select from agreement_signatures s where s.tenant_id = g.tenant_id and s.agreement_id = g.id)
      and not exists (
        select from agreement_files f
        where f.tenant_id = g.tenant_id and f.agreement_id = g.id and f.kind = 'sealed')
    order by g.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Lists the names of the marina's things that a customer's rows name by number, with the column that holds the number.
 * @param language the language of names that have several
 */
export async function namesForRows(db: TenantDb, tenantId: number, language: string) {
  const inLanguage = (column: 'names' | 'descriptions') => sql<string>`
    coalesce(${sql.ref(column)} ->> ${language}, (select min(value) from jsonb_each_text(${sql.ref(column)})))`;
  const { rows } = await sql<{ column: string; id: number; name: string }>`
    select 'site_id' as column, id, name from sites where tenant_id = ${tenantId}
    union all select 'waiting_list_id', id, title from waiting_lists where tenant_id = ${tenantId}
    union all select 'consent_group_id', id, ${inLanguage('descriptions')} from consent_groups
      where tenant_id = ${tenantId}
    union all select 'document_type_id', id, ${inLanguage('names')} from document_types
      where tenant_id = ${tenantId}`.execute(db);
  return rows;
}
