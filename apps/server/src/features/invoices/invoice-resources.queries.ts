import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface InvoiceResourceRow {
  id: number;
  number: string;
  reference: string | null;
  credits: string | null;
  account: string | null;
  site_id: number;
  invoiced_on: string | null;
  currency: string;
  gross_minor: number;
  vat_minor: number;
  allocated_minor: number;
  cancelled_at: Date | null;
  updated_at: Date;
  changed_at: string;
}

async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<InvoiceResourceRow[]> {
  const { rows } = await sql<InvoiceResourceRow>`
    select t.id, t.invoice_number as number, t.reference, a.reference as account, t.site_id, t.invoiced_on, t.currency,
      t.gross_minor, t.allocated_minor, t.cancelled_at, t.updated_at, t.updated_at::text as changed_at, (
        select coalesce(sum(l.vat_minor), 0)::bigint from order_lines l
        where l.tenant_id = t.tenant_id and l.order_id = t.id
      ) as vat_minor, (
        select coalesce(c.invoice_number, c.id::text) from orders c
        where c.tenant_id = t.tenant_id and c.id = t.credits_order_id
      ) as credits
    from "orders" t join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where t.tenant_id = ${tenantId} and t.invoice_number is not null and ${which}`.execute(db);
  return rows;
}

export const findInvoiceResource = async (db: TenantDb, tenantId: number, number: string) =>
  (await read(db, tenantId, sql`t.invoice_number = ${number}`))[0];

export function pageOfInvoices(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account }: { account?: string | undefined },
): Promise<InvoiceResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  const ofAccount = rowsOfAccount('t', tenantId, account);
  return read(db, tenantId, sql`${where} and ${ofAccount} order by ${order} limit ${limit}`);
}
