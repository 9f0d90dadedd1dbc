import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findWrong } from '../../../import/checks.queries.ts';
import type { Columns, ImportTenant } from '../../../import/columns.ts';
import type { Finding } from '../../../import/kind.ts';
import { isToCome, siteOfAccount } from '../../../import/site-clocks.queries.ts';
import { noonAt, orNull, rowsOf } from '../../../import/store-rows.queries.ts';
import { firstPaidOn } from './office-methods.types.ts';
import type { OfficePayment } from './record-payments.service.ts';

const isOrder = (tenantId: number, name: ReturnType<typeof sql>) => sql`(
  exists (select from orders o where o.tenant_id = ${tenantId} and o.reference = ${name})
  or exists (select from import_orders w where w.tenant_id = ${tenantId} and w.reference = ${name}))`;

/** The orders that payments name, each with its place. A reference with blanks stands alone in its cell. */
const namedOrders = (tenantId: number) => sql`
  select s.source_line, s.reference, s.account, named.name, named.place
  from import_payments s
  cross join lateral unnest(
    case when ${isOrder(tenantId, sql`s.orders`)} then array[s.orders] else string_to_array(s.orders, ' ') end
  ) with ordinality as named (name, place)
  where s.tenant_id = ${tenantId} and not s.wrong and named.name <> ''`;

/** The numbers of the orders that the row `s` names, in its order. */
const orderIdsOf = (tenantId: number) => sql`array(
  select o.id from (${namedOrders(tenantId)}) named
  join orders o on o.tenant_id = ${tenantId} and o.reference = named.name
  where named.source_line = s.source_line order by named.place)`;

/** The payments that are not stored yet. */
const isNew = sql`t.id is null`;

const waiting = (tenantId: number) => sql`
  import_payments s left join payments t on t.tenant_id = ${tenantId} and t.office_reference = s.reference
  where s.tenant_id = ${tenantId} and not s.wrong`;

/**
 * Locks the payments to reverse, then the outstanding orders of everybody who has a new payment. So nobody starts to
 * pay one of them online between the check and the end of the import. Payments are locked before orders everywhere.
 */
export async function lockForPayments(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`
    select id from payments where tenant_id = ${tenantId} and id in (
      select t.id from ${waiting(tenantId)} and s.reversed_on <> '' and t.state <> 'reversed')
    order by id for update`.execute(trx);
  await sql`
    select id from orders
    where tenant_id = ${tenantId} and gross_minor > allocated_minor and cancelled_at is null and account_id in (
      select a.id from import_payments s join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      where s.tenant_id = ${tenantId} and not s.wrong and not exists (
        select from payments p where p.tenant_id = ${tenantId} and p.office_reference = s.reference))
    order by id for no key update`.execute(trx);
}

/** Finds payments that contradict what is stored, or can't be recorded now. */
export async function findWrongPayments(trx: TenantDb, tenantId: number, now: Date): Promise<Finding[]> {
  return [
    ...(await findWrong(trx, waiting(tenantId), checks(tenantId, now))),
    ...(await findWrong(trx, sql`(${namedOrders(tenantId)}) s where true`, orderChecks(tenantId))),
  ];
}

const checks = (tenantId: number, now: Date) => [
  {
    column: 'reference',
    message: sql`'is recorded with other content, as payment P' || lpad(t.id::text, 6, '0')
      || case when t.reversed_on is null then ': reverse that one, and' else ', which was reversed:' end
      || ' record this one under another reference'`,
    when: sql`t.id is not null and t.request_hash <> ${contentHash(tenantId)}`,
  },
  {
    column: 'reversed_on',
    message: sql`'is another day than the stored one, ' || t.reversed_on`,
    when: sql`s.reversed_on <> '' and t.reversed_on::text <> s.reversed_on`,
  },
  {
    column: 'paid_on',
    message: sql`'is a day to come'`,
    when: isDayToCome(tenantId, now, 'paid_on'),
  },
  {
    column: 'paid_on',
    message: sql`${`is before ${firstPaidOn}: is the year right?`}`,
    when: sql`s.paid_on < ${firstPaidOn}`,
  },
  {
    column: 'reversed_on',
    message: sql`'is a day to come'`,
    when: isDayToCome(tenantId, now, 'reversed_on'),
  },
  {
    column: 'orders',
    message: sql`'stays empty while one of the account''s orders is being paid in the portal. '
      || 'Name other orders, or try again when that payment has ended'`,
    when: sql`${isNew} and s.orders = '' and exists (
      select from orders o join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
      where o.tenant_id = ${tenantId} and a.reference = s.account and ${isHeld})`,
  },
];

/** Hashes the row `s` exactly as `contentHashOf` does. */
const contentHash = (tenantId: number) => sql`sha256(convert_to(concat_ws('|',
  (select a.id from accounts a where a.tenant_id = ${tenantId} and a.reference = s.account), s.method, s.paid_on,
  s.amount_minor, coalesce(s.bank_reference, ''),
  array_to_string(case when s.orders <> '' then ${orderIdsOf(tenantId)} else '{}' end, ' ')), 'UTF8'))`;

/** True if a day is to come at the site of the payment. */
const isDayToCome = (tenantId: number, now: Date, column: string) => {
  const site = sql`coalesce(${orNull('site')}, ${siteOfAccount(tenantId, sql`s.account`)})`;
  return isToCome(tenantId, now, sql`${orNull(column)}::date`, site);
};

/** True if an attempt holds the order, because money may be moving. */
const isHeld = sql`exists (
  select from payment_orders live where live.tenant_id = o.tenant_id and live.order_id = o.id and live.live)`;

const orderChecks = (tenantId: number) => {
  const stored = sql`select from orders o where o.tenant_id = ${tenantId} and o.reference = s.name`;
  const isNewPayment = sql`not exists (
    select from payments p where p.tenant_id = ${tenantId} and p.office_reference = s.reference)`;
  return [
    {
      column: 'orders',
      message: sql`'there is no order "' || s.name || '"'`,
      when: sql`not ${isOrder(tenantId, sql`s.name`)}`,
    },
    {
      column: 'orders',
      message: sql`'the order "' || s.name || '" is of another account'`,
      when: sql`${isOrder(tenantId, sql`s.name`)} and s.account <> coalesce(
        (select w.account from import_orders w where w.tenant_id = ${tenantId} and w.reference = s.name limit 1),
        (select a.reference from orders o join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
          where o.tenant_id = ${tenantId} and o.reference = s.name), '')`,
    },
    {
      column: 'orders',
      message: sql`'the order "' || s.name || '" is cancelled'`,
      when: sql`${isNewPayment} and exists (${stored} and o.cancelled_at is not null)`,
    },
    {
      column: 'orders',
      message: sql`'the order "' || s.name || '" is being paid in the portal: try again when that payment has ended'`,
      when: sql`${isNewPayment} and exists (${stored} and ${isHeld})`,
    },
  ];
};

/** The number of payments that are recorded in one statement. */
const batch = 500;

type NewPayment = OfficePayment & { source_line: number };

/** Returns the next payments to record, in the order of the file. */
export async function listNewPayments(
  trx: TenantDb,
  { id: tenantId, settings }: ImportTenant,
  columns: Columns,
  afterLine: number,
): Promise<NewPayment[]> {
  const given = rowsOf({
    columns,
    isNumbered: false,
    computed: {
      accountId: sql`a.id`,
      siteId: sql`site.id`,
      paidAt: noonAt(sql`s.paid_on::date`),
      amountMinor: sql`s.amount_minor`,
      currency: sql`${settings.culture.isoCurrencyCode}::text`,
      bankReference: sql`coalesce(s.bank_reference, '')`,
      orderIds: sql`case when s.orders <> '' then ${orderIdsOf(tenantId)} end`,
    },
    from: sql`
      from import_payments s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      join sites site on site.tenant_id = ${tenantId} and site.id = coalesce(${orNull('site')}::int, a.site_id)
      where s.tenant_id = ${tenantId} and s.source_line > ${afterLine}
        and not exists (select from payments p where p.tenant_id = ${tenantId} and p.office_reference = s.reference)
      order by s.source_line limit ${batch}`,
  });
  const { rows } = await sql<NewPayment>`${given.rows}`.execute(trx);
  return rows;
}

/** Counts the rows of payments that are recorded already, and returns the highest number of a payment. */
export async function countKnown(trx: TenantDb, tenantId: number): Promise<{ count: number; latest: number }> {
  const { rows } = await sql<{ count: number; latest: number }>`
    select count(*)::int as count, coalesce((select max(id) from payments where tenant_id = ${tenantId}), 0) as latest
    from import_payments s
    join payments t on t.tenant_id = ${tenantId} and t.office_reference = s.reference
    where s.tenant_id = ${tenantId}`.execute(trx);
  return rows[0] ?? { count: 0, latest: 0 };
}

/** Returns the payments to reverse, in the order in which they are locked. */
export async function listToReverse(trx: TenantDb, tenantId: number, latest: number) {
  const { rows } = await sql<{ id: number; reversed_on: string; isNew: boolean }>`
    select t.id, s.reversed_on, t.id > ${latest} as "isNew"
    from import_payments s
    join payments t on t.tenant_id = ${tenantId} and t.office_reference = s.reference
    where s.tenant_id = ${tenantId} and s.reversed_on <> '' and t.state <> 'reversed'
    order by t.id`.execute(trx);
  return rows;
}
