import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import type { Tenant } from '../../../http/context.ts';
import { readIdentifier } from '../../../lib/texts/typed-identifier.ts';
import { orderName, recordOrderEvents } from '../../orders/orders.exports.ts';
import { liveAttempts, putOnOrders } from '../office/office-payments.queries.ts';
import { insertEvent, updatePayment } from '../payments.queries.ts';
import { paymentsWithRefundUnderWay } from '../refunds/refunds.queries.ts';
import { recordPaymentEvents } from '../resources/payment-events.service.ts';
import {
  type AvailablePayment,
  findNamedPayments,
  lockAvailable,
  lockNamedOrder,
  sumAvailable,
} from './available.queries.ts';

/** Sums the account's money that is on no order, in minor units of the marina's currency. */
export const availableOfAccount = (db: TenantDb, { id, settings }: Tenant, accountId: number): Promise<number> =>
  sumAvailable(db, id, { accountId, currency: settings.culture.isoCurrencyCode });

export interface Placement {
  order: { id: number; accountId: number; currency: string };
  /** The payment whose money to use; null: the account's, the oldest first. */
  paymentId: number | null;
  /** The most to put there, in minor units; null: as much as there is. */
  mostMinor: number | null;
}

export type Placed =
  /** `owedMinor`: what the order still owes. */
  { parts: { paymentId: number; minor: number }[]; owedMinor: number; refusal: null } | { refusal: string };

/**
 * Puts available money of an account on one of its orders, up to what the order owes. It is refused while money of
 * the order may be moving in the portal.
 */
export async function putAvailableOnOrder(
  trx: TenantDb,
  tenant: Tenant,
  { order: { id: orderId, accountId, currency }, paymentId, mostMinor }: Placement,
  now: Date,
): Promise<Placed> {
  const locked = await lockAvailable(trx, tenant.id, { accountId, currency, paymentId });
  const ids = locked.map(({ id }) => id);
  // Money that is being refunded must not pay an order meanwhile.
  const refunding = await paymentsWithRefundUnderWay(trx, tenant.id, ids);
  const payments = locked.filter(({ id, available_minor }) => available_minor > 0 && !refunding.has(id));
  const order = await lockNamedOrder(trx, tenant.id, orderId);
  const [live] = await liveAttempts(trx, tenant.id, [orderId]);
  const refusal = refusalOfOrder(order, live?.merchant_ref_number) ?? refusalOfMoney(locked, payments, refunding);
  if (refusal !== null) return { refusal };
  const dueMinor = order.gross_minor - order.allocated_minor;
  const parts = partsOf(payments, Math.min(dueMinor, mostMinor ?? dueMinor));
  await storeParts(trx, tenant, { orderId, parts }, now);
  const owedMinor = parts.reduce((owed, { minor }) => owed - minor, dueMinor);
  return { parts: parts.map(({ payment: { id }, minor }) => ({ paymentId: id, minor })), owedMinor, refusal: null };
}

type NamedOrder = Awaited<ReturnType<typeof lockNamedOrder>>;

/** @param live the reference of the attempt that holds the order */
function refusalOfOrder(order: NamedOrder, live?: string): string | null {
  const name = `order ${orderName(order)}`;
  if (live) return `${name} is being paid in the portal (${live}). Try again when that payment has ended.`;
  const owes = order.cancelled_at === null && order.gross_minor > order.allocated_minor;
  if (owes) return null;
  const why = order.cancelled_at === null ? 'owes nothing' : 'is cancelled';
  return `${name} ${why}. Put the money on another order, or give it back.`;
}

/**
 * @param free those of `all` whose money can be used
 * @param refunding those that have a refund under way
 */
function refusalOfMoney(
  all: readonly AvailablePayment[],
  free: readonly AvailablePayment[],
  refunding: ReadonlySet<number>,
): string | null {
  if (free.length > 0) return null;
  if (all.length === 0) return 'no money is available.';
  return refunding.size > 0
    ? 'its money is being refunded. Try again when that refund is known.'
    : 'a bank holds its money in a dispute. Try again when the bank has decided.';
}

/** A part of a payment that goes onto an order. */
interface Part {
  payment: AvailablePayment;
  minor: number;
}

/** Stores the allocations, what they change on the payments, and the events. */
async function storeParts(
  trx: TenantDb,
  tenant: Tenant,
  { orderId, parts }: { orderId: number; parts: readonly Part[] },
  now: Date,
): Promise<void> {
  const first = await takeNumbers(trx, tenant.id, 'payment-allocation', parts.length);
  const allocations = parts.map(({ payment, minor }, index) => ({
    id: first + index,
    payment_id: payment.id,
    order_id: orderId,
    amount_minor: minor,
  }));
  await putOnOrders(trx, tenant.id, allocations, now);
  for (const { payment, minor } of parts) {
    const { id, state, allocated_minor } = payment;
    await updatePayment(trx, tenant.id, id, { allocated_minor: allocated_minor + minor, updated_at: now });
    const detail = { order: orderId, minor };
    const moved = { event: 'putOnOrder', from_state: state, to_state: state, detail, created_at: now } as const;
    await insertEvent(trx, tenant.id, id, moved);
  }
  const changed = parts.map(({ payment: { id } }) => id);
  await recordPaymentEvents(trx, tenant, { type: 'payment.changed', ids: changed }, now);
  await recordOrderEvents(trx, tenant, now);
}

/** Takes an amount from payments, from each as much as it has, in their order. */
function partsOf(payments: readonly AvailablePayment[], wantedMinor: number): Part[] {
  let left = wantedMinor;
  return payments.flatMap((payment) => {
    const minor = Math.min(left, payment.available_minor);
    left -= minor;
    return minor > 0 ? [{ payment, minor }] : [];
  });
}

/** Finds the payments that have this name: a number such as `P000031`, or a reference. */
export const paymentsByName = (db: TenantDb, tenantId: number, wanted: string) =>
  findNamedPayments(db, tenantId, readIdentifier(wanted, /^P?(\d{1,9})$/i));
