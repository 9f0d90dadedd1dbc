import { expect } from 'vitest';
import type { TestTenant } from '../factories/factories.ts';
import { type Books, readBooks, type TestMerchant } from './card-payments.ts';

/** The provider's books and ours, for one marina's payments. */
export interface BothBooks {
  theirs: Books;
  ours: {
    id: number;
    reference: string;
    state: string;
    amountMinor: number;
    allocatedMinor: number;
    providerPaymentId: string | null;
  }[];
}

/**
 * Reads both books and compares them. Every charge is one completed payment of the same amount, and every completed
 * payment is one charge. The allocations add up to the payments, and to the figures of the orders.
 */
export async function compareBooks(sandboxUrl: string, tenant: TestTenant, merchant: TestMerchant): Promise<BothBooks> {
  const theirs = await readBooks(sandboxUrl, merchant);
  const ours = await payments(tenant);
  const charges = theirs.auths.filter(({ status }) => status === 'COMPLETED');
  const completed = ours.filter(({ state }) => state === 'allocated');
  const ourPayments = completed.map((each) => `${each.reference} ${each.amountMinor} ${each.providerPaymentId}`);
  const theirCharges = charges.map((each) => `${each.merchantRefNum} ${each.amount} ${each.id}`);
  expect(new Set(ourPayments)).toEqual(new Set(theirCharges));
  expect(ourPayments).toHaveLength(theirCharges.length);
  expect(theirs.charged).toBe(sum(completed.map(({ amountMinor }) => amountMinor)));
  await compareAllocations(tenant, completed);
  return { theirs, ours };
}

async function payments({ db, id }: TestTenant): Promise<BothBooks['ours']> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'merchant_ref_number', 'state', 'amount_minor', 'allocated_minor', 'provider_payment_id'])
    .where('tenant_id', '=', id)
    .where('provider_key', '=', 'paysafe')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reference: row.merchant_ref_number,
    state: row.state,
    amountMinor: row.amount_minor,
    allocatedMinor: row.allocated_minor,
    providerPaymentId: row.provider_payment_id,
  }));
}

async function compareAllocations({ db, id }: TestTenant, completed: BothBooks['ours']): Promise<void> {
  const allocations = await db
    .selectFrom('payment_allocations')
    .select(['payment_id', 'order_id', 'amount_minor'])
    .where('tenant_id', '=', id)
    .execute();
  const onPayment = (paymentId: number) => allocations.filter((each) => each.payment_id === paymentId);
  for (const { id: paymentId, allocatedMinor } of completed)
    expect(sum(onPayment(paymentId).map(({ amount_minor }) => amount_minor))).toBe(allocatedMinor);
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'gross_minor', 'allocated_minor', 'credited_minor'])
    .where('tenant_id', '=', id)
    .where('id', 'in', [0, ...allocations.map(({ order_id }) => order_id)])
    .execute();
  for (const order of orders) {
    const put = sum(
      allocations.filter(({ order_id }) => order_id === order.id).map(({ amount_minor }) => amount_minor),
    );
    expect(order.allocated_minor).toBe(put + order.credited_minor);
    expect(order.allocated_minor).toBeLessThanOrEqual(order.gross_minor);
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
