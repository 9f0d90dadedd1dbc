import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { allocateToOrder } from '../../features/orders/orders.service.ts';
import { holdsOrders, type PaymentState } from '../../features/payments/payment-states.rules.ts';
import type { Owner } from './orders.ts';

interface PaymentDraft {
  state: PaymentState;
  orderId: number;
  orderKeyHash?: Buffer | null;
  amountMinor?: number;
}

/** Inserts a card payment for one order, in any state, as the engine leaves it. Default: £100.00. */
export async function insertPayment(
  db: TenantDb,
  { tenantId, accountId, siteId }: Owner,
  { state, orderId, orderKeyHash = null, amountMinor: amount = 10_000 }: PaymentDraft,
): Promise<{ id: number; merchantRefNumber: string }> {
  const id = await takeNumbers(db, tenantId, 'payment');
  const merchantRefNumber = randomUUID();
  const isPaid = state === 'allocated';
  const madeAt = new Date('2026-05-16T08:50:00Z');
  await db
    .insertInto('payments')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      site_id: siteId,
      merchant_ref_number: merchantRefNumber,
      provider_key: 'paysafe',
      channel: 'Card',
      state,
      currency: 'GBP',
      amount_minor: amount,
      allocated_minor: isPaid ? amount : 0,
      is_test: true,
      masked_card_number: isPaid ? '**** 1000' : null,
      created_at: madeAt,
      updated_at: madeAt,
      expires_at: new Date('2026-05-16T10:20:00Z'),
      transaction_at: isPaid ? madeAt : null,
      order_key_hash: orderKeyHash,
    })
    .execute();
  await db
    .insertInto('payment_orders')
    .values({
      tenant_id: tenantId,
      payment_id: id,
      order_id: orderId,
      amount_minor: amount,
      live: holdsOrders(state),
    })
    .execute();
  if (isPaid) {
    await allocateToOrder(db, tenantId, orderId, amount);
    const allocationId = await takeNumbers(db, tenantId, 'payment-allocation');
    await db
      .insertInto('payment_allocations')
      .values({
        tenant_id: tenantId,
        id: allocationId,
        payment_id: id,
        order_id: orderId,
        amount_minor: amount,
        created_at: madeAt,
      })
      .execute();
  }
  return { id, merchantRefNumber };
}

/** Inserts a refund of £30.00 that its provider has made. */
export async function insertMadeRefund(db: TenantDb, tenantId: number, paymentId: number, reference: string) {
  const madeAt = new Date('2026-05-16T09:00:00Z');
  await db
    .insertInto('payment_refunds')
    .values({
      tenant_id: tenantId,
      id: await takeNumbers(db, tenantId, 'payment-refund'),
      payment_id: paymentId,
      reference,
      amount_minor: 3_000,
      reason: 'Crane out of order',
      state: 'done',
      under_way: false,
      refunded_before_minor: 0,
      provider_refund_id: `at ${reference}`,
      earlier_ids: '[]',
      created_at: madeAt,
      updated_at: madeAt,
    })
    .execute();
}
