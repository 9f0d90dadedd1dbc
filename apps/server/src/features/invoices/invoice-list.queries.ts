import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** One rate of tax of an invoice or a credit note, with what a bookkeeper asks about it. Minor units. */
export interface InvoicedRate {
  invoiced_on: string;
  number: string;
  order_id: number;
  reference: string | null;
  credits: string | null;
  account: string | null;
  account_id: number;
  site_id: number;
  currency: string;
  /** Null: lines that are older than the column. */
  vat_percent: string | null;
  net_minor: number;
  vat_minor: number;
  gross_minor: number;
}

const batch = 1_000;

/**
 * Reads the invoices and credit notes of some days, both included, day by day: a row for each rate of tax. DANGER: the
 * transaction stays open until the last one is read.
 */
export async function* readInvoicedRates(
  trx: TenantDb,
  tenantId: number,
  { from, to }: { from: string; to: string },
): AsyncGenerator<InvoicedRate[]> {
  await sql`
    declare invoiced no scroll cursor for
    select o.invoiced_on::text, o.invoice_number as number, o.id as order_id, o.reference, a.reference as account,
      a.id as account_id, o.site_id, o.currency, l.vat_percent, l.net_minor, l.vat_minor, l.gross_minor, (
        select coalesce(c.invoice_number, c.id::text) from orders c
        where c.tenant_id = o.tenant_id and c.id = o.credits_order_id
      ) as credits
    from orders o
    join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
    cross join lateral (
      select vat_percent, sum(net_minor)::bigint as net_minor, sum(vat_minor)::bigint as vat_minor,
        sum(gross_minor)::bigint as gross_minor
      from order_lines where tenant_id = o.tenant_id and order_id = o.id group by vat_percent) l
    where o.tenant_id = ${tenantId} and o.invoice_number is not null
      and o.invoiced_on between ${from}::date and ${to}::date
    order by o.invoiced_on, o.id, l.vat_percent`.execute(trx);
  for (;;) {
    const { rows } = await sql<InvoicedRate>`fetch ${sql.lit(batch)} from invoiced`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
  }
}
