import { createHash, randomUUID } from 'node:crypto';
import type { TenantDb } from '../../../db/client.ts';
import type { TakeNumbers } from '../../../db/sql/numbers.ts';
import type { Tenant } from '../../../http/context.ts';
import { recordPaymentEvents } from '../resources/payment-events.service.ts';
import { insertOfficePayments, lockOpenOrders, putOnOrders } from './office-payments.queries.ts';
import { type Spendable, spreadPayment } from './spread-payment.rules.ts';

/** A payment that the office took: cash, a cheque, a bank transfer and so on. Amounts are minor units. */
export interface OfficePayment extends Spendable {
  /** The marina's own reference, once in the marina. */
  reference: string;
  siteId: number;
  /** One of `officeMethods`. */
  method: string;
  /** `YYYY-MM-DD` at the site. */
  paidOn: string;
  /** Noon of that day at the site. */
  paidAt: Date;
  /** The bank's reference; empty if there is none. */
  bankReference: string;
}

/** Hashes what was said of a payment, so that the same reference with other content is noticed. */
export function contentHashOf(payment: OfficePayment): Buffer {
  const { accountId, method, paidOn, amountMinor, bankReference, orderIds } = payment;
  const facts = [accountId, method, paidOn, amountMinor, bankReference, (orderIds ?? []).join(' ')];
  return createHash('sha256').update(facts.join('|')).digest();
}

interface Recording {
  now: Date;
  takeNumbers: TakeNumbers;
}

/**
 * Records payments that the office took and allocates them, in the given order. Money that no order takes stays
 * available on its payment. The caller has checked that no attempt holds their orders, with the orders locked, and
 * that each reference is new.
 */
export async function recordOfficePayments(
  trx: TenantDb,
  tenant: Pick<Tenant, 'id' | 'settings'>,
  payments: readonly OfficePayment[],
  { now, takeNumbers }: Recording,
): Promise<void> {
  if (payments.length === 0) return;
  const tenantId = tenant.id;
  const accountIds = [...new Set(payments.map(({ accountId }) => accountId))];
  const open = await lockOpenOrders(trx, tenantId, accountIds, now);
  const firstPayment = await takeNumbers(trx, tenantId, 'payment', payments.length);
  const spread = payments.map((payment, index) => ({
    payment,
    id: firstPayment + index,
    parts: spreadPayment(payment, open),
  }));
  const rows = spread.map(({ payment, id, parts }) => ({
    id,
    account_id: payment.accountId,
    site_id: payment.siteId,
    merchant_ref_number: `OFFICE-${randomUUID()}`,
    office_reference: payment.reference,
    office_method: payment.method,
    bank_reference: payment.bankReference || null,
    paid_on: payment.paidOn,
    paid_at: payment.paidAt,
    currency: payment.currency,
    amount_minor: payment.amountMinor,
    allocated_minor: parts.reduce((sum, { minor }) => sum + minor, 0),
    request_hash: contentHashOf(payment),
  }));
  await insertOfficePayments(trx, tenantId, rows, now);
  const parts = spread.flatMap(({ id, parts: some }) => some.map((part) => ({ paymentId: id, ...part })));
  if (parts.length > 0) await allocate(trx, tenantId, parts, { now, takeNumbers });
  await recordPaymentEvents(trx, tenant, { type: 'payment.completed', ids: rows.map(({ id }) => id) }, now);
}

async function allocate(
  trx: TenantDb,
  tenantId: number,
  parts: readonly { paymentId: number; orderId: number; minor: number }[],
  { now, takeNumbers }: Recording,
): Promise<void> {
  const firstAllocation = await takeNumbers(trx, tenantId, 'payment-allocation', parts.length);
  const allocations = parts.map(({ paymentId, orderId, minor }, index) => ({
    id: firstAllocation + index,
    payment_id: paymentId,
    order_id: orderId,
    amount_minor: minor,
  }));
  await putOnOrders(trx, tenantId, allocations, now);
}
