import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { PayerContext } from '../../http/context.ts';

export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceiptPayment>>>;
export type ReceiptOrderRow = Awaited<ReturnType<typeof listReceiptOrders>>[number];

/**
 * Finds a payment with the site that answers for it.
 * @param payer the payer that must own it (by a pay link: the browser that started it); null for a mail, which was
 * queued for its owner
 */
export async function findReceiptPayment(
  db: TenantDb,
  tenantId: number,
  paymentId: number,
  payer: Pick<PayerContext, 'account' | 'orderKey'> | null,
) {
  return db
    .selectFrom('payments as p')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.id', '=', 'p.site_id'))
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select([
      'a.title',
      'a.firstname',
      'a.lastname',
      'p.id',
      'p.state',
      'p.channel',
      'p.currency',
      'p.amount_minor',
      'p.allocated_minor',
      'p.is_test',
      'p.masked_card_number',
      'p.transaction_at',
      'p.created_at',
      's.name as site_name',
      's.address as site_address',
      's.telephone as site_telephone',
      's.email as site_email',
      's.time_zone',
    ])
    .where('p.tenant_id', '=', tenantId)
    .where('p.id', '=', paymentId)
    .$if(payer !== null, (query) => query.where('p.account_id', '=', payer?.account.id ?? null))
    .$if(Boolean(payer?.orderKey), (query) => query.where('p.order_key_hash', '=', payer?.orderKey?.hash ?? null))
    .executeTakeFirst();
}

/** Returns the orders of a payment, with the amount of each, and the order's own total and tax. */
export async function listReceiptOrders(db: TenantDb, tenantId: number, paymentId: number) {
  return db
    .selectFrom('payment_allocations as a')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.id', '=', 'a.order_id'))
    .select((row) => [
      'a.order_id',
      'o.description',
      'o.boat_name',
      'a.amount_minor',
      'o.gross_minor',
      row
        .selectFrom('order_lines as l')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('l.vat_minor'), sql<number>`0`).as('vat'))
        .whereRef('l.tenant_id', '=', 'o.tenant_id')
        .whereRef('l.order_id', '=', 'o.id')
        .as('vat_minor'),
    ])
    .where('a.tenant_id', '=', tenantId)
    .where('a.payment_id', '=', paymentId)
    .orderBy('a.id')
    .execute();
}

/** Returns the newest payment of an order that has a receipt. */
export async function findNewestReceipt(db: TenantDb, tenantId: number, orderId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment_allocations as a')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.payment_id'),
    )
    .select('p.id')
    .where('a.tenant_id', '=', tenantId)
    .where('a.order_id', '=', orderId)
    .where('p.state', '=', 'allocated')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
