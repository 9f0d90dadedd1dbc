import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { findWrong } from '../../import/checks.queries.ts';
import type { Finding } from '../../import/kind.ts';

/** Checks the invoice numbers of orders: a number belongs to one order, and an order keeps its number. */
export async function findWrongInvoices(trx: TenantDb, tenantId: number): Promise<Finding[]> {
  const rows = sql`
    import_orders s left join orders t on t.tenant_id = ${tenantId} and t.reference = s.reference
    where s.tenant_id = ${tenantId} and not s.wrong`;
  const number = sql`nullif(s.invoice_number, '')`;
  const checks = [
    {
      column: 'invoiced_on',
      message: sql`'is set, and there is no invoice_number'`,
      when: sql`s.invoiced_on <> '' and ${number} is null and t.invoice_number is null`,
    },
    {
      column: 'invoice_number',
      message: sql`'is another than the stored one, ' || t.invoice_number || ': an invoice keeps its number'`,
      when: sql`t.invoice_number <> ${number}`,
    },
    {
      column: 'invoiced_on',
      message: sql`'is another than the stored day, ' || t.invoiced_on || ': an invoice keeps its day'`,
      when: sql`t.invoiced_on::text <> nullif(s.invoiced_on, '')`,
    },
    {
      column: 'invoice_number',
      message: sql`'is that of another order'`,
      when: sql`exists (
        select from orders o where o.tenant_id = ${tenantId} and o.invoice_number = ${number}
          and o.id is distinct from t.id)`,
    },
    {
      column: 'invoice_number',
      message: sql`'is that of another order of this file'`,
      when: sql`exists (
        select from import_orders w where w.tenant_id = ${tenantId} and w.invoice_number = ${number}
          and w.source_line < s.source_line)`,
    },
  ];
  return findWrong(trx, rows, checks);
}
