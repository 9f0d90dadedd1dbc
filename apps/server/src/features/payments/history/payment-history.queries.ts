import type { MoneySort, Part } from '@quayside/contract/shared/paging.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { holdsWords } from '../../../db/sql/search-words.ts';
import { type PaymentState, unsentStates } from '../payment-states.rules.ts';
import { stateLiterals, paymentColumns, type PaymentRow } from '../payments.queries.ts';

interface OfAccount {
  tenantId: number;
  accountId: number;
}

/** The matching payments: times on the clocks of each one's site, both included, and words that they hold. */
export interface PaymentSpan {
  from: string | undefined;
  to: string | undefined;
  search?: string | undefined;
  sort?: MoneySort | undefined;
}

const sorts = {
  newest: { column: 'created_at', direction: 'desc' },
  oldest: { column: 'created_at', direction: 'asc' },
  highest: { column: 'amount_minor', direction: 'desc' },
  lowest: { column: 'amount_minor', direction: 'asc' },
} as const satisfies Record<MoneySort, object>;

/** The reference as `paymentReference` writes it, the card, and the orders that it paid or was meant to pay. */
const words = sql`concat_ws(' ', 'P' || lpad(p.id::text, greatest(6, length(p.id::text)), '0'), p.masked_card_number, (
  select string_agg(concat_ws(' ', o.id, o.description, o.boat_name), ' ') from orders o
  where o.tenant_id = p.tenant_id and o.id in (
    select a.order_id from payment_allocations a where a.tenant_id = p.tenant_id and a.payment_id = p.id
    union all
    select po.order_id from payment_orders po where po.tenant_id = p.tenant_id and po.payment_id = p.id
  )
))`;

/** The ends of attempts that their customers gave up. */
const givenUp: readonly PaymentState[] = ['cancelled', 'expired'];

/**
 * The condition that an attempt is a payment for its customer: it was charged, or a bank refused it. One that its
 * customer gave up is none. It lists the same states as the condition of the index, in the same order.
 */
const wasCharged = sql`p.state not in (${stateLiterals([...unsentStates, ...givenUp])})`;

const ofAccount = ({ tenantId, accountId }: OfAccount) =>
  sql`p.tenant_id = ${tenantId} and p.account_id = ${accountId} and ${wasCharged}`;

/**
 * Returns a part of an account's payments, the newest first unless sorted, and their total number, in one statement.
 * They are counted and read from the same index.
 */
export async function paymentHistory(
  db: TenantDb,
  of: OfAccount,
  span: PaymentSpan,
  { skip, take }: Part,
): Promise<{ payments: PaymentRow[]; total: number }> {
  const within = sql`${ofAccount(of)} and ${duringSpan(span)} and ${holdsWords(words, span.search)}`;
  const { column, direction } = sorts[span.sort ?? 'newest'];
  const by = sql.raw(direction);
  const { rows } = await sql<{ total: number; id: null } | (PaymentRow & { total: number })>`
    select counted.total, page.*
    from (select count(*)::int as total from ${paymentsAndSites(span)} where ${within}) as counted
    left join (
      select ${sql.join(paymentColumns.map((column) => sql.ref(`p.${column}`)))}
      from ${paymentsAndSites(span)} where ${within}
      order by ${sql.ref(`p.${column}`)} ${by}, p.id ${by} limit ${take} offset ${skip}
    ) as page on true
    order by ${sql.ref(`page.${column}`)} ${by}, page.id ${by}`.execute(db);
  return {
    payments: rows.filter((row): row is PaymentRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

const withSites = sql`payments p join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id`;

/** Joins the sites only for bounds, which depend on their clocks. */
const paymentsAndSites = ({ from, to }: PaymentSpan) =>
  from === undefined && to === undefined ? sql`payments p` : withSites;

/**
 * Returns the conditions of the range. Each bound is there twice: by the site's clocks, and a day wider for the
 * index, which knows no time zones.
 */
function duringSpan({ from, to }: PaymentSpan) {
  const bounds = [
    ...(from === undefined
      ? []
      : [
          sql`p.created_at >= (${from}::timestamp - interval '1 day') at time zone 'UTC'`,
          sql`p.created_at >= ${from}::timestamp at time zone s.time_zone`,
        ]),
    // The last second counts to its end.
    ...(to === undefined
      ? []
      : [
          sql`p.created_at < (${to}::timestamp + interval '1 day') at time zone 'UTC'`,
          sql`p.created_at < (${to}::timestamp + interval '1 second') at time zone s.time_zone`,
        ]),
  ];
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
}

/** Returns the first and last day, each at its payment's site, and the number of payments. */
export async function paymentDateRange(db: TenantDb, of: OfAccount) {
  const { rows } = await sql<{ from: string | null; to: string | null; count: number }>`
    select min((p.created_at at time zone s.time_zone)::date) as "from",
      max((p.created_at at time zone s.time_zone)::date) as "to", count(*)::int as count
    from ${withSites} where ${ofAccount(of)}`.execute(db);
  return rows[0] ?? { from: null, to: null, count: 0 };
}

/**
 * Finds a payment by its number. It also finds an attempt that was given up on its provider's page, because a
 * customer who cancels on the payment's page stays there.
 */
export async function findAccountPayment(
  db: TenantDb,
  { tenantId, accountId }: OfAccount,
  id: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${sql.join(paymentColumns.map((column) => sql.ref(`p.${column}`)))}
    from payments p where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.id = ${id}
      and (${wasCharged} or (p.state in (${stateLiterals(givenUp)}) and p.redirect_url is not null))`.execute(db);
  return rows[0];
}

/** Returns the orders of payments, by payment: those that they are allocated to, and those that they were meant for. */
export async function ordersOfPayments(db: TenantDb, tenantId: number, paymentIds: readonly number[]) {
  const { rows } = await sql<{ payment_id: number; order_id: number; description: string; boat_name: string | null }>`
    select part.payment_id, o.id as order_id, o.description, o.boat_name
    from (
      select payment_id, order_id from payment_allocations
      where tenant_id = ${tenantId} and payment_id = any(${paymentIds}::int[])
      union
      select payment_id, order_id from payment_orders
      where tenant_id = ${tenantId} and payment_id = any(${paymentIds}::int[])
    ) as part
    join orders o on o.tenant_id = ${tenantId} and o.id = part.order_id
    order by part.payment_id, o.id`.execute(db);
  return Map.groupBy(rows, (row) => row.payment_id);
}

export type OrderOfPayment = NonNullable<ReturnType<Awaited<ReturnType<typeof ordersOfPayments>>['get']>>[number];
