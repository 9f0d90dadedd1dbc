import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** An order as its invoice shows it, with its customer and the site that answers for it. */
export interface InvoiceRow {
  id: number;
  guid: string;
  account_id: number;
  created_at: Date;
  tax_point_date: string;
  currency: string;
  gross_minor: number;
  allocated_minor: number;
  cancelled_at: Date | null;
  invoice_number: string | null;
  invoiced_on: string | null;
  title: string;
  firstname: string;
  lastname: string;
  address1: string;
  address2: string;
  town: string;
  county: string;
  postcode: string;
  country_code: string;
  email: string;
  /** The invoice or order that this credit note is for; null for all other orders. */
  credits: string | null;
  /** The account's language, from its last sign-in. */
  language: string | null;
  time_zone: string;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
}

/** Finds an invoice. @param order by its id, or by its guid and the account that must own it */
export async function findInvoice(
  db: TenantDb,
  tenantId: number,
  order: { id: number } | { guid: string; accountId: number },
): Promise<InvoiceRow | undefined> {
  const which =
    'id' in order ? sql`o.id = ${order.id}` : sql`o.guid = ${order.guid}::uuid and o.account_id = ${order.accountId}`;
  const { rows } = await sql<InvoiceRow>`
    select o.id, o.guid, o.account_id, o.created_at, o.tax_point_date, o.currency, o.gross_minor, o.allocated_minor,
      o.cancelled_at, o.invoice_number, o.invoiced_on, a.title, a.firstname, a.lastname, a.address1, a.address2, a.town,
      a.county, a.postcode, a.country_code, a.email, s.time_zone, s.name as site_name, s.address as site_address,
      s.telephone as site_telephone, s.email as site_email, (
        select coalesce(c.invoice_number, c.id::text) from orders c
        where c.tenant_id = o.tenant_id and c.id = o.credits_order_id
      ) as credits, (
        select l.language from login_accounts la
        join logins l on l.tenant_id = la.tenant_id and l.id = la.login_id
        where la.tenant_id = o.tenant_id and la.account_id = o.account_id and l.language is not null
        order by l.id limit 1
      ) as language
    from orders o
    join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
    join sites s on s.tenant_id = o.tenant_id and s.id = o.site_id
    where o.tenant_id = ${tenantId} and ${which}`.execute(db);
  return rows[0];
}

export type InvoiceLineRow = Awaited<ReturnType<typeof linesOfInvoice>>[number];

export async function linesOfInvoice(db: TenantDb, tenantId: number, orderId: number) {
  return db
    .selectFrom('order_lines')
    .select([
      ...([
        'name',
        'quantity',
        'unit',
        'gross_unit_minor',
        'gross_minor',
        'net_minor',
        'vat_minor',
        'vat_percent',
      ] as const),
      ...(['start_date', 'departure_date', 'location', 'boat_name'] as const),
    ])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute();
}

/** Locks an order, so that two that store its paper or give it a number wait for each other. */
export async function lockOrder(trx: TenantDb, tenantId: number, orderId: number): Promise<void> {
  await trx
    .selectFrom('orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .execute();
}

/** Finds the paper that was stored when the invoice was issued. */
export async function findInvoicePaper(db: TenantDb, tenantId: number, orderId: number) {
  return db
    .selectFrom('invoice_papers as p')
    .innerJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.file_id'))
    .select(['f.name', 'f.content_type', 'f.size', 'f.sha256', 'f.storage_name'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.order_id', '=', orderId)
    .executeTakeFirst();
}

export async function insertInvoicePaper(
  trx: TenantDb,
  tenantId: number,
  paper: { order_id: number; file_id: number },
): Promise<void> {
  await trx
    .insertInto('invoice_papers')
    .values({ tenant_id: tenantId, ...paper })
    .execute();
}

/** Locks the marina's series until the transaction ends, so that its numbers follow the tax points. */
export async function lockSeries(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7201846, ${tenantId}::int)`.execute(trx);
}

/**
 * Returns and locks the orders to invoice, the earliest tax point first: tax points from a day on that have come at
 * their site, or that were partly paid before.
 */
export async function lockOrdersToInvoice(
  trx: TenantDb,
  tenantId: number,
  { from, now, limit }: { from: string; now: Date; limit: number },
): Promise<{ id: number; today: string }[]> {
  const { rows } = await sql<{ id: number; today: string }>`
    select o.id, (${now}::timestamptz at time zone s.time_zone)::date as today
    from orders o join sites s on s.tenant_id = o.tenant_id and s.id = o.site_id
    where o.tenant_id = ${tenantId} and o.invoice_number is null and o.cancelled_at is null
      and o.tax_point_date >= ${from}::date and o.gross_minor <> 0
      and (o.tax_point_date <= (${now}::timestamptz at time zone s.time_zone)::date or o.allocated_minor > 0)
    order by o.tax_point_date, o.id
    limit ${limit} for no key update of o`.execute(trx);
  return rows;
}

/** Tells if any order of the marina has this number, such as one from the office's files. */
export async function isNumberTaken(db: TenantDb, tenantId: number, number: string): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('invoice_number', '=', number)
    .executeTakeFirst();
  return found !== undefined;
}

/** A credit note: an order with an amount below 0 and its number. */
export interface CreditNote {
  id: number;
  guid: string;
  gross_minor: number;
  invoice_number: string | null;
  credits_order_id: number | null;
}

/** Finds an order by the marina's own reference, as a credit note. */
export async function findCreditByReference(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<CreditNote | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'gross_minor', 'invoice_number', 'credits_order_id'])
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}
