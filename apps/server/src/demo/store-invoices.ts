import { sql } from 'kysely';
import { invoiceNumber } from '../features/invoices/invoices.face.ts';
import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/numbers.ts';

/**
 * Gives past orders, and those paid ahead, the invoice numbers that they got over the years. Their papers are made
 * when somebody opens them first. The server itself invoices orders that become due from now on.
 */
export async function storeInvoices(trx: TenantDb, tenantId: number, prefix: string, today: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where tenant_id = ${tenantId} and cancelled_at is null and gross_minor <> 0
      and (tax_point_date <= ${today}::date or allocated_minor > 0)
    order by least(tax_point_date, ${today}::date), id`.execute(trx);
  const first = await takeNumbers(trx, tenantId, 'invoice', rows.length);
  const numbers = rows.map((_, place) => invoiceNumber(prefix, first + place));
  await sql`
    update orders o set invoice_number = given.number, invoiced_on = least(o.tax_point_date, ${today}::date)
    from unnest(${rows.map(({ id }) => id)}::int[], ${numbers}::text[]) as given (id, number)
    where o.tenant_id = ${tenantId} and o.id = given.id`.execute(trx);
}
