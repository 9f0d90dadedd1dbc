import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { findWrong, linesBeyondLargest, moneyText, namesAnotherAccount } from '../../import/checks.queries.ts';
import type { Columns, ImportTenant } from '../../import/columns.ts';
import type { Counts, Finding } from '../../import/kind.ts';
import { isToCome, siteOfAccount } from '../../import/site-clocks.queries.ts';
import { momentOn, orNull, storeFile } from '../../import/store-rows.queries.ts';

/** Sums the waiting lines by order. Orders with a wrong line are left out. */
const orderSums = (tenantId: number) => sql`
  select "order", sum(gross_minor) as gross_minor, sum(abs(gross_minor)) as size_minor,
    (array_agg(name order by position::int nulls last, source_line))[1] as first_name
  from import_order_lines where tenant_id = ${tenantId}
  group by "order" having not bool_or(wrong)`;

/** The waiting orders, with what is stored of them. */
const waiting = (tenantId: number) => sql`
  import_orders s
  left join orders t on t.tenant_id = ${tenantId} and t.reference = s.reference
  left join (${orderSums(tenantId)}) as sums on sums."order" = s.reference`;

const ofTenant = (tenantId: number) => sql`s.tenant_id = ${tenantId} and not s.wrong`;
const becomesCancelled = sql`t.cancelled_at is null and s.cancelled_on <> ''`;
const amountChanges = sql`sums.gross_minor <> t.gross_minor`;

/**
 * Locks the orders that the import changes, and no others. So nobody sends a payment of one between the check and the
 * end of the import. Payments lock orders in the same sequence. The start of a payment only refers to its orders, so it
 * goes on.
 */
export async function lockChangingOrders(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`
    select id from orders
    where tenant_id = ${tenantId} and id in (
      select t.id from ${waiting(tenantId)}
      where ${ofTenant(tenantId)} and (${amountChanges} or ${becomesCancelled})
    )
    order by id for no key update`.execute(trx);
}

/** Finds contradictions within an order, and with what is stored. */
export async function findWrongOrders(trx: TenantDb, tenant: ImportTenant, now: Date): Promise<Finding[]> {
  const tenantId = tenant.id;
  const site = sql`coalesce(${orNull('site')}, t.site_id::text, ${siteOfAccount(tenantId, sql`s.account`)})`;
  const money = moneyText(tenant);
  const checks = [
    {
      column: 'reference',
      message: sql`'has no line in order-lines'`,
      when: sql`t.id is null and not exists (
        select from import_order_lines l where l.tenant_id = ${tenantId} and l."order" = s.reference)`,
    },
    linesBeyondLargest(tenant),
    {
      column: 'total',
      message: sql`'says ' || ${money(sql`s.total_minor`)} || ', and the lines come to '
        || ${money(sql`coalesce(sums.gross_minor, t.gross_minor)`)}`,
      when: sql`s.total_minor <> coalesce(sums.gross_minor, t.gross_minor)`,
    },
    {
      column: 'account',
      message: sql`'is another than the stored order''s: cancel that one and make a new one'`,
      when: namesAnotherAccount(tenantId),
    },
    {
      column: 'agreement',
      message: sql`'is of another account'`,
      when: sql`s.account <> coalesce(
        (select w.account from import_agreements w where w.tenant_id = ${tenantId} and w.reference = s.agreement
          limit 1),
        (select a.reference from agreements g join accounts a on a.tenant_id = g.tenant_id and a.id = g.account_id
          where g.tenant_id = ${tenantId} and g.reference = s.agreement))`,
    },
    {
      column: 'reference',
      message: sql`case when t.allocated_minor > t.credited_minor then 'has payments' else 'has credit notes' end
        || ', so its amount stays ' || ${money(sql`t.gross_minor`)} || ' and can''t become '
        || ${money(sql`sums.gross_minor`)} || ': put the difference on a new order'`,
      when: sql`${amountChanges} and t.allocated_minor > 0`,
    },
    {
      column: 'reference',
      message: sql`'can''t become ' || ${money(sql`sums.gross_minor`)}
        || ' now, because somebody is paying the order: try again when that payment has ended'`,
      when: sql`${amountChanges} and t.allocated_minor = 0 and ${hasPayments(tenantId)}`,
    },
    {
      column: 'reference',
      message: sql`'has the invoice ' || t.invoice_number || ', so its amount stays ' || ${money(sql`t.gross_minor`)}
        || ' and can''t become ' || ${money(sql`sums.gross_minor`)} || ': put the difference on a new order'`,
      when: sql`${amountChanges} and t.invoice_number is not null and not ${hasPayments(tenantId)}`,
    },
    {
      column: 'cancelled_on',
      message: sql`'is a day to come, and the order would be cancelled at once'`,
      when: sql`${becomesCancelled} and ${isToCome(tenantId, now, sql`${orNull('cancelled_on')}::date`, site)}`,
    },
    {
      column: 'cancelled_on',
      message: sql`'can''t be set, because the order has the invoice ' || t.invoice_number
        || ': credit it by an order of its own'`,
      when: sql`${becomesCancelled} and t.invoice_number is not null and not ${hasPayments(tenantId)}`,
    },
    {
      column: 'cancelled_on',
      message: sql`'can''t be set, because somebody is paying the order: try again when that payment has ended'`,
      when: sql`${becomesCancelled} and t.allocated_minor = 0 and ${hasPayments(tenantId)}`,
    },
    {
      column: 'cancelled_on',
      // Refunds stay allocated, so refunding them first would not help.
      message: sql`'can''t be set, because the order ' || case when t.credited_minor >= t.gross_minor
        then 'is credited in full: it owes nothing'
        else 'has payments: credit it, or reverse payments of the office first' end`,
      when: sql`${becomesCancelled} and t.allocated_minor > 0`,
    },
  ];
  return findWrong(trx, sql`${waiting(tenantId)} where ${ofTenant(tenantId)}`, checks);
}

/** True if something was paid on a stored order, or somebody is paying it now. */
const hasPayments = (tenantId: number) => sql`(t.allocated_minor > 0 or exists (
  select from payment_orders p where p.tenant_id = ${tenantId} and p.order_id = t.id and p.live))`;

/** Stores the waiting orders. The queries of their lines store the lines. */
export const storeOrders = (
  trx: TenantDb,
  { id: tenantId, settings }: ImportTenant,
  columns: Columns,
): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'orders',
    counter: 'order',
    columns,
    before: sql`with sums as (${orderSums(tenantId)})`,
    computed: {
      account_id: sql`a.id`,
      site_id: sql`site.id`,
      description: sql`coalesce(sums.first_name, t.description)`,
      created_at: momentOn(sql`s.created_on::date`, 'created_at'),
      gross_minor: sql`coalesce(sums.gross_minor::bigint, t.gross_minor)`,
      cancelled_at: sql`case when s.cancelled_on is null then t.cancelled_at
        else ${momentOn(sql`${orNull('cancelled_on')}::date`, 'cancelled_at')} end`,
      agreement_id: sql`case when s.agreement is null then t.agreement_id else g.id end`,
      invoice_number: sql`coalesce(t.invoice_number, ${orNull('invoice_number')})`,
      invoiced_on: sql`coalesce(t.invoiced_on, case when ${orNull('invoice_number')} is not null
        then coalesce(${orNull('invoiced_on')}::date, s.created_on::date) end)`,
    },
    from: sql`
      from import_orders s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      left join orders t on t.tenant_id = ${tenantId} and t.reference = s.reference
      left join agreements g on g.tenant_id = ${tenantId} and g.reference = ${orNull('agreement')}
      join sites site on site.tenant_id = ${tenantId}
        and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
      left join sums on sums."order" = s.reference
      where s.tenant_id = ${tenantId}`,
    inserted: { guid: sql`gen_random_uuid()`, currency: sql`${settings.culture.isoCurrencyCode}::char(3)` },
  });
