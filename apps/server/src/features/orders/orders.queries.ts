import type { MoneySort, Part } from '@quayside/contract/shared/paging.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';
import { insertRows, type NewRow } from '../../db/sql/insert-rows.ts';
import { holdsWords } from '../../db/sql/search-words.ts';

interface OfAccount {
  tenantId: number;
  accountId: number;
}

/** Selects the facts of an account's orders that readers, sums and payments need. */
function ordersWithFacts(db: TenantDb, { tenantId, accountId }: OfAccount) {
  return (
    db
      .selectFrom('orders as o')
      .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.site_id'))
      .leftJoin('agreements as g', (join) =>
        join.onRef('g.tenant_id', '=', 'o.tenant_id').onRef('g.id', '=', 'o.agreement_id'),
      )
      .leftJoin('sites as gs', (join) =>
        join.onRef('gs.tenant_id', '=', 'g.tenant_id').onRef('gs.id', '=', 'g.site_id'),
      )
      // At most one row, because payment_orders_live is unique. The limit makes it a look-up by order: a free join,
      // planned while nobody pays, would read all live attempts of the tenant for every list.
      .leftJoinLateral(
        (lateral) =>
          lateral
            .selectFrom('payment_orders as po')
            .innerJoin('payments as p', (join) =>
              join.onRef('p.tenant_id', '=', 'po.tenant_id').onRef('p.id', '=', 'po.payment_id'),
            )
            .select(['p.state', 'p.merchant_ref_number', 'p.order_key_hash', 'p.created_at', 'p.expires_at'])
            .whereRef('po.tenant_id', '=', 'o.tenant_id')
            .whereRef('po.order_id', '=', 'o.id')
            .where('po.live', '=', sql.lit(true))
            .limit(sql.lit(1))
            .as('live'),
        (join) => join.onTrue(),
      )
      .select([
        'o.id',
        'o.guid',
        'o.site_id',
        'o.order_type',
        'o.description',
        'o.boat_name',
        'o.created_at',
        'o.tax_point_date',
        'o.currency',
        'o.gross_minor',
        'o.allocated_minor',
        'o.credited_minor',
        'o.cancelled_at',
        'o.invoice_number',
        'o.invoiced_on',
        's.time_zone',
        'g.guid as agreement_guid',
        'g.type as agreement_type',
        'g.optional as agreement_optional',
        'g.signature_required',
        'g.signed_at',
        'g.withdrawn_at',
        'g.sign_by',
        'gs.time_zone as agreement_time_zone',
        'live.state as live_state',
        'live.merchant_ref_number as live_reference',
        'live.order_key_hash as live_key_hash',
        'live.created_at as live_since',
        'live.expires_at as live_until',
      ])
      .where('o.tenant_id', '=', tenantId)
      .where('o.account_id', '=', accountId)
  );
}

export type OrderRow = Awaited<ReturnType<typeof outstandingOrders>>[number];

/** Returns the outstanding orders, the earliest tax point first. */
export const outstandingOrders = fixedQuery((db, values: OfAccount) =>
  ordersWithFacts(db, values)
    .whereRef('o.gross_minor', '>', 'o.allocated_minor')
    .where('o.cancelled_at', 'is', null)
    .orderBy('o.tax_point_date')
    .orderBy('o.id'),
);

/** Returns these orders of the account, by id. Ids that it doesn't have are left out. */
export const ordersOfAccount = fixedQuery((db, values: OfAccount & { orderIds: readonly number[] }) =>
  ordersWithFacts(db, values).where('o.id', '=', sql<number>`any(${values.orderIds})`).orderBy('o.id'),
);

/** Adds the refunded part. */
function ordersWithRefunds(db: TenantDb, values: OfAccount) {
  return ordersWithFacts(db, values).select(
    sql<number>`(
      select coalesce(sum(a.refunded_minor), 0)::bigint from payment_allocations a
      where a.tenant_id = o.tenant_id and a.order_id = o.id
    )`.as('refunded_minor'),
  );
}

export type WholeOrderRow = Awaited<ReturnType<typeof wholeOrder>>[number];

/** Returns one order of the account. */
export const wholeOrder = fixedQuery((db, values: OfAccount & { orderId: number }) =>
  ordersWithRefunds(db, values).where('o.id', '=', values.orderId),
);

/** Returns the credit notes of an order, the first first. */
export async function creditNotesOf(db: TenantDb, tenantId: number, orderId: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'invoice_number', 'invoiced_on', 'gross_minor'])
    .where('tenant_id', '=', tenantId)
    .where('credits_order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

export type CreditNoteRow = Awaited<ReturnType<typeof creditNotesOf>>[number];

/** Returns the order that a credit note is for; undefined for all other orders. */
export async function creditedOrderOf(db: TenantDb, tenantId: number, orderId: number) {
  return db
    .selectFrom('orders as note')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant_id', '=', 'note.tenant_id').onRef('o.id', '=', 'note.credits_order_id'),
    )
    .select(['o.id', 'o.invoice_number'])
    .where('note.tenant_id', '=', tenantId)
    .where('note.id', '=', orderId)
    .executeTakeFirst();
}

/** The matching orders of a history: tax points from one day to another, both included, and words that they hold. */
export interface OrderSpan {
  from: string | undefined;
  to: string | undefined;
  search?: string | undefined;
  sort?: MoneySort | undefined;
}

const sorts = {
  newest: { column: 'tax_point_date', direction: 'desc' },
  oldest: { column: 'tax_point_date', direction: 'asc' },
  highest: { column: 'gross_minor', direction: 'desc' },
  lowest: { column: 'gross_minor', direction: 'asc' },
} as const satisfies Record<MoneySort, object>;

const words = sql`concat_ws(' ', o.id, o.invoice_number, o.order_type, o.description, o.boat_name)`;

/**
 * Returns a part of an account's orders, the latest tax point first unless sorted, and their total number, in one
 * statement. They are counted and read from the same index.
 */
export async function orderHistory(
  db: TenantDb,
  of: OfAccount,
  { from, to, search, sort = 'newest' }: OrderSpan,
  { skip, take }: Part,
): Promise<{ orders: WholeOrderRow[]; total: number }> {
  const { column, direction } = sorts[sort];
  const within = sql.join(
    [
      sql`o.tenant_id = ${of.tenantId} and o.account_id = ${of.accountId}`,
      ...(from === undefined ? [] : [sql`o.tax_point_date >= ${firstDayFrom(from)}`]),
      ...(to === undefined ? [] : [sql`o.tax_point_date <= ${to}::date`]),
      ...(search === undefined ? [] : [holdsWords(words, search)]),
    ],
    sql` and `,
  );
  const page = ordersWithRefunds(db, of)
    .where(sql<boolean>`${within}`)
    .orderBy(`o.${column}`, direction)
    .orderBy('o.id', direction)
    .limit(take)
    .offset(skip);
  const { rows } = await sql<{ total: number; id: null } | (WholeOrderRow & { total: number })>`
    select counted.total, page.*
    from (select count(*)::int as total from orders o where ${within}) as counted
    left join (${page}) as page on true
    order by ${sql.ref(`page.${column}`)} ${sql.raw(direction)}, page.id ${sql.raw(direction)}`.execute(db);
  return {
    orders: rows.filter((row): row is WholeOrderRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

/** A tax point is a whole day. A day that had begun before the bound is left out. */
const firstDayFrom = (from: string) => sql`(${from}::timestamp + interval '1 day' - interval '1 second')::date`;

/** Returns the first and the last tax point (null if there is none) and the number of orders. */
export async function orderDateRange(db: TenantDb, { tenantId, accountId }: OfAccount) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.min('tax_point_date').as('from'),
      fn.max('tax_point_date').as('to'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export type OrderLineRow = Awaited<ReturnType<typeof linesOfOrder>>[number];

export async function linesOfOrder(db: TenantDb, tenantId: number, orderId: number) {
  return db
    .selectFrom('order_lines')
    .select([
      'name',
      'quantity',
      'unit',
      'gross_unit_minor',
      'gross_minor',
      'start_date',
      'departure_date',
      'location',
      'boat_name',
    ])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
}

/**
 * Locks orders until the transaction ends, in the order of ids, so that two transactions with the same orders can't
 * block each other. A transaction that only refers to an order, such as a new attempt, does not wait. DANGER: payments
 * are locked before orders. A transaction that needs a payment's lock must have it by now.
 */
export async function lockOrders(trx: TenantDb, tenantId: number, accountId: number, orderIds: readonly number[]) {
  await trx
    .selectFrom('orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${orderIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Adds to each order the part that still fits, and returns it. Cancelled, settled and unknown orders take nothing and
 * are not in the answer. Locks in the order of ids, as lockOrders does.
 * @param orderIds each once, with its amount at the same place of `amounts`
 */
export async function raiseUpToOwed(
  trx: TenantDb,
  tenantId: number,
  orderIds: readonly number[],
  amounts: readonly number[],
): Promise<{ id: number; taken: number }[]> {
  const { rows } = await sql<{ id: number; taken: number }>`
    with fitting as (
      select o.id, least(part.amount, o.gross_minor - o.allocated_minor) as taken
      from orders o join unnest(${orderIds}::int[], ${amounts}::bigint[]) as part (id, amount) on part.id = o.id
      where o.tenant_id = ${tenantId} and o.cancelled_at is null and o.gross_minor > o.allocated_minor
      order by o.id
      for no key update of o
    )
    update orders o set allocated_minor = o.allocated_minor + fitting.taken
    from fitting
    where o.tenant_id = ${tenantId} and o.id = fitting.id
    returning o.id, fitting.taken`.execute(trx);
  return rows;
}

/** Adds parts of payments to their orders, which the caller has locked and priced. An order may have several parts. */
export async function raiseAllocated(
  trx: TenantDb,
  tenantId: number,
  parts: readonly { order_id: number; amount_minor: number }[],
): Promise<void> {
  const orderIds = parts.map(({ order_id }) => order_id);
  const amounts = parts.map(({ amount_minor }) => amount_minor);
  await sql`
    update orders o set allocated_minor = o.allocated_minor + part.minor
    from (
      select id, sum(minor)::bigint as minor from unnest(${orderIds}::int[], ${amounts}::bigint[]) as each (id, minor)
      group by id
    ) as part
    where o.tenant_id = ${tenantId} and o.id = part.id`.execute(trx);
}

/** Removes allocations from their orders. Locks in the order of ids, as lockOrders does. */
export async function removeFromOrders(
  trx: TenantDb,
  tenantId: number,
  orderIds: readonly number[],
  amounts: readonly number[],
): Promise<void> {
  await sql`
    with locked as (
      select o.id, taken.amount from orders o
      join unnest(${orderIds}::int[], ${amounts}::bigint[]) as taken (id, amount) on taken.id = o.id
      where o.tenant_id = ${tenantId} order by o.id for no key update of o
    )
    update orders o set allocated_minor = o.allocated_minor - locked.amount
    from locked where o.tenant_id = ${tenantId} and o.id = locked.id`.execute(trx);
}

export type NewOrderRow = NewRow<'orders'>;
export type NewLineRow = NewRow<'order_lines'>;

/** Inserts orders and their lines, in one statement each. */
export async function insertOrders(
  db: TenantDb,
  tenantId: number,
  orders: readonly NewOrderRow[],
  lines: readonly NewLineRow[],
): Promise<void> {
  await insertRows(db, tenantId, 'orders', orders);
  await insertRows(db, tenantId, 'order_lines', lines);
}

/** Returns an order of the account at a site, by its number. Undefined if there is none. */
export async function findOrderAtSite(
  db: TenantDb,
  { tenantId, accountId }: OfAccount,
  siteId: number,
): Promise<number | undefined> {
  const orders = db.selectFrom('orders').select('id').where('tenant_id', '=', tenantId);
  const there = orders.where('account_id', '=', accountId).where('site_id', '=', siteId);
  return (await there.limit(1).executeTakeFirst())?.id;
}

/** Returns the number of an account's order. */
export async function findOrderId(
  db: TenantDb,
  { tenantId, accountId }: OfAccount,
  guid: string,
): Promise<number | undefined> {
  const orders = db.selectFrom('orders').select('id').where('tenant_id', '=', tenantId);
  return (await orders.where('account_id', '=', accountId).where('guid', '=', guid).executeTakeFirst())?.id;
}
