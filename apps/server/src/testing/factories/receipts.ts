import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { allocateToOrder } from '../../features/orders/orders.service.ts';
import type { PaymentState } from '../../features/payments/payment-states.rules.ts';
import type { Owner } from './orders.ts';

export interface PaidInput {
  /** The orders by id, with the minor units allocated to each. */
  orders: readonly { id: number; minor: number }[];
  /** The available amount, in minor units. */
  availableMinor?: number;
  currency?: string;
  channel?: 'Card' | 'None';
  maskedCardNumber?: string | null;
  isTest?: boolean;
  /** Default: `allocated`. */
  state?: PaymentState;
  /** An ISO instant. */
  paidAt?: string;
}

/** Makes a payment that is allocated to its orders, as the engine leaves it. Returns its id. */
export async function makePaidPayment(
  db: TenantDb,
  { tenantId, accountId, siteId }: Owner,
  overrides: PaidInput,
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'payment');
  const at = new Date(overrides.paidAt ?? '2026-05-16T08:50:07Z');
  const isRefunded = overrides.state === 'refunded';
  const allocated = overrides.orders.reduce((sum, order) => sum + order.minor, 0);
  await db
    .insertInto('payments')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      site_id: siteId,
      merchant_ref_number: randomUUID(),
      provider_key: 'paysafe',
      channel: overrides.channel ?? 'Card',
      state: overrides.state ?? 'allocated',
      currency: overrides.currency ?? 'GBP',
      amount_minor: allocated + (overrides.availableMinor ?? 0),
      allocated_minor: allocated,
      refunded_minor: isRefunded ? allocated + (overrides.availableMinor ?? 0) : 0,
      is_test: overrides.isTest ?? false,
      masked_card_number: overrides.maskedCardNumber === undefined ? '**** 1000' : overrides.maskedCardNumber,
      created_at: at,
      updated_at: at,
      expires_at: at,
      transaction_at: at,
    })
    .execute();
  for (const order of overrides.orders) {
    await allocateToOrder(db, tenantId, order.id, order.minor);
    await db
      .insertInto('payment_allocations')
      .values({
        tenant_id: tenantId,
        id: await takeNumbers(db, tenantId, 'payment-allocation'),
        payment_id: id,
        order_id: order.id,
        amount_minor: order.minor,
        refunded_minor: isRefunded ? order.minor : 0,
        created_at: at,
      })
      .execute();
  }
  return id;
}
