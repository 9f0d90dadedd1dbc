import type { Part } from '@quayside/contract/paging.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { paymentColumns, type PaymentRow } from './payments.queries.ts';

interface OfAccount {
  tenantId: number;
  accountId: number;
}

/** When payments were made: times on the clocks of each one's site, both belonging to it. */
export interface PaymentSpan {
  from: string | undefined;
  to: string | undefined;
}

/** An attempt that ended before its provider was asked for money is no payment. The same as in the index. */
const isPayment = sql.raw(
  `p.state not in ('created', 'authenticating', 'challenge', 'authenticated', 'agreeing', 'cancelled', 'expired')`,
);

const ofAccount = ({ tenantId, accountId }: OfAccount) =>
  sql`p.tenant_id = ${tenantId} and p.account_id = ${accountId} and ${isPayment}`;

/**
 * A part of an account's payments, the newest first, and how many there are in all, in one statement. They are counted
 * from the index that they are read by.
 */
export async function paymentHistory(
  db: TenantDb,
  of: OfAccount,
  span: PaymentSpan,
  { skip, take }: Part,
): Promise<{ payments: PaymentRow[]; total: number }> {
  const within = sql`${ofAccount(of)} and ${duringSpan(span)}`;
  const { rows } = await sql<{ total: number; id: null } | (PaymentRow & { total: number })>`
    select counted.total, page.*
    from (select count(*)::int as total from ${paymentsAndSites(span)} where ${within}) as counted
    left join (
      select ${sql.join(paymentColumns.map((column) => sql.ref(`p.${column}`)))}
      from ${paymentsAndSites(span)} where ${within}
      order by p.created_at desc, p.id desc limit ${take} offset ${skip}
    ) as page on true
    order by page.created_at desc, page.id desc`.execute(db);
  return {
    payments: rows.filter((row): row is PaymentRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}

const withSites = sql`payments p join sites s on s.tenant_id = p.tenant_id and s.id = p.site_id`;

/** Whose clocks count matters only to bounds. */
const paymentsAndSites = ({ from, to }: PaymentSpan) =>
  from === undefined && to === undefined ? sql`payments p` : withSites;

/** Each bound twice: as the site's clocks have it, and a day further for the index, which knows of no clocks. */
function duringSpan({ from, to }: PaymentSpan) {
  const bounds = [
    ...(from === undefined
      ? []
      : [
          sql`p.created_at >= (${from}::timestamp - interval '1 day') at time zone 'UTC'`,
          sql`p.created_at >= ${from}::timestamp at time zone s.time_zone`,
        ]),
    // The last second to its end.
    ...(to === undefined
      ? []
      : [
          sql`p.created_at < (${to}::timestamp + interval '1 day') at time zone 'UTC'`,
          sql`p.created_at < (${to}::timestamp + interval '1 second') at time zone s.time_zone`,
        ]),
  ];
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
}

/** Days at each payment's site. */
export async function paymentDateRange(db: TenantDb, of: OfAccount) {
  const { rows } = await sql<{ from: string | null; to: string | null; count: number }>`
    select min((p.created_at at time zone s.time_zone)::date) as "from",
      max((p.created_at at time zone s.time_zone)::date) as "to", count(*)::int as count
    from ${withSites} where ${ofAccount(of)}`.execute(db);
  return rows[0] ?? { from: null, to: null, count: 0 };
}

/**
 * A payment by its number. One that was given up on its provider's page is found too: whoever cancels it on its own page
 * stays there.
 */
export async function findAccountPayment(
  db: TenantDb,
  { tenantId, accountId }: OfAccount,
  id: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${sql.join(paymentColumns.map((column) => sql.ref(`p.${column}`)))}
    from payments p where p.tenant_id = ${tenantId} and p.account_id = ${accountId} and p.id = ${id}
      and (${isPayment} or (p.state in ('cancelled', 'expired') and p.redirect_url is not null))`.execute(db);
  return rows[0];
}
