import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

type NewRow<Table extends 'orders' | 'order_lines'> = Omit<Insertable<Database[Table]>, 'tenant_id'>;

/** Stores the number and the day of an order's invoice. */
export async function setInvoiceNumber(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
  invoice: { invoice_number: string; invoiced_on: string },
): Promise<void> {
  await trx.updateTable('orders').set(invoice).where('tenant_id', '=', tenantId).where('id', '=', orderId).execute();
}

/** Notes on an order that a credit note covers a part of it. @param allocatedMinor the part that was still owed */
export async function raiseCredited(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
  { creditedMinor, allocatedMinor }: { creditedMinor: number; allocatedMinor: number },
): Promise<void> {
  await sql`
    update orders set credited_minor = credited_minor + ${creditedMinor},
      allocated_minor = allocated_minor + ${allocatedMinor}
    where tenant_id = ${tenantId} and id = ${orderId}`.execute(trx);
}

/** Inserts a credit note, which is an order with an amount below 0. */
export async function insertCreditNote(
  trx: TenantDb,
  tenantId: number,
  note: NewRow<'orders'> & { id: number },
  lines: readonly Omit<NewRow<'order_lines'>, 'order_id' | 'line'>[],
): Promise<void> {
  await trx
    .insertInto('orders')
    .values({ ...note, tenant_id: tenantId })
    .execute();
  const rows = lines.map((line, index) => ({ ...line, tenant_id: tenantId, order_id: note.id, line: index + 1 }));
  await trx.insertInto('order_lines').values(rows).execute();
}
