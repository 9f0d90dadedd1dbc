import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export const paymentStatuses = [
  ...(['created', 'pending', 'success', 'failed', 'cancelled', 'error', 'expired'] as const),
  // A completed payment that is claimed back, or was given back.
  ...(['disputed', 'reversed'] as const),
] as const;
export type RedirectStatus = (typeof paymentStatuses)[number];

/** A merchant's request for a payment. */
export interface PaymentRequest {
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt?: string | undefined;
  readonly customer: Readonly<Record<string, string | undefined>>;
  readonly testMode: boolean;
}

export interface RedirectPayment {
  readonly id: string;
  readonly merchantId: string;
  readonly request: PaymentRequest;
  readonly status: RedirectStatus;
  readonly code: string | null;
  readonly message: string | null;
  readonly createdAt: number;
}

/** The longest time that a page waits for its customer. */
const lifeMs = 60 * 60_000;

export function createPayment(
  database: DatabaseSync,
  { merchantId, request, now }: { merchantId: string; request: PaymentRequest; now: number },
): RedirectPayment {
  const id = randomUUID();
  database
    .prepare(
      `insert into redirect_payment (id, merchant_id, reference, request, status, created_at)
       values (?, ?, ?, ?, 'created', ?)`,
    )
    .run(id, merchantId, request.reference, JSON.stringify(request), now);
  return { id, merchantId, request, status: 'created', code: null, message: null, createdAt: now };
}

/** Finds a payment by its id, in its state at `now`: a page that nobody finished in time has expired. */
export function findPayment(database: DatabaseSync, id: string, now: number): RedirectPayment | undefined {
  return toPayment(database.prepare('select * from redirect_payment where id = ?').get(id), now);
}

export function findByReference(
  database: DatabaseSync,
  { merchantId, reference, now }: { merchantId: string; reference: string; now: number },
): RedirectPayment | undefined {
  const row = database
    .prepare('select * from redirect_payment where merchant_id = ? and reference = ?')
    .get(merchantId, reference);
  return toPayment(row, now);
}

export function listPayments(database: DatabaseSync, merchantId: string, now: number): RedirectPayment[] {
  const rows = database.prepare('select * from redirect_payment where merchant_id = ? order by rowid').all(merchantId);
  return rows.flatMap((row) => toPayment(row, now) ?? []);
}

/** Tells if the customer may still make a payment. They may after the bank refused it, too. */
export const isOpen = ({ status }: Pick<RedirectPayment, 'status'>): boolean =>
  status === 'created' || status === 'failed';

/** Changes the status of a payment. */
export function changePayment(
  database: DatabaseSync,
  payment: RedirectPayment,
  { status, code = null, message = null }: { status: RedirectStatus; code?: string | null; message?: string | null },
): RedirectPayment {
  database
    .prepare('update redirect_payment set status = ?, code = ?, message = ? where id = ?')
    .run(status, code, message, payment.id);
  return { ...payment, status, code, message };
}

/** Refunds a part of a payment to its payer. */
export function refundPayment(
  database: DatabaseSync,
  { id }: RedirectPayment,
  { amount, reference, now }: { amount: number; reference: string | null; now: number },
): RedirectRefund {
  const refund = { id: randomUUID(), amount, reference };
  database
    .prepare('insert into redirect_refund (id, payment_id, amount, at) values (?, ?, ?, ?)')
    .run(refund.id, id, amount, now);
  if (reference !== null)
    database
      .prepare('insert into redirect_refund_reference (refund_id, reference) values (?, ?)')
      .run(refund.id, reference);
  return refund;
}

export interface RedirectRefund {
  readonly id: string;
  readonly amount: number;
  /** The merchant's own reference; null if it was made without one. */
  readonly reference: string | null;
}

/** Returns the refunds of a payment, the first first. */
export function refundsOf(database: DatabaseSync, { id }: Pick<RedirectPayment, 'id'>): RedirectRefund[] {
  const rows = database
    .prepare(
      'select r.id, r.amount, n.reference from redirect_refund r left join redirect_refund_reference n on ' +
        'n.refund_id = r.id where r.payment_id = ? order by r.rowid',
    )
    .all(id);
  return rows.map((row) => ({
    id: String(row['id']),
    amount: Number(row['amount']),
    reference: row['reference'] as string | null,
  }));
}

/** Returns the refunded amount of a payment, in minor units. */
export function refundedOf(database: DatabaseSync, { id }: Pick<RedirectPayment, 'id'>): number {
  const row = database.prepare('select sum(amount) as refunded from redirect_refund where payment_id = ?').get(id);
  return Number(row?.['refunded'] ?? 0);
}

function toPayment(row: Record<string, unknown> | undefined, now: number): RedirectPayment | undefined {
  if (row === undefined) return undefined;
  const status = String(row['status']) as RedirectStatus;
  const createdAt = Number(row['created_at']);
  const request = JSON.parse(String(row['request'])) as PaymentRequest;
  const endsAt = Math.min(createdAt + lifeMs, Date.parse(request.expiresAt ?? '') || Number.POSITIVE_INFINITY);
  const isOver = isOpen({ status }) && now >= endsAt;
  return {
    id: String(row['id']),
    merchantId: String(row['merchant_id']),
    request,
    status: isOver ? 'expired' : status,
    code: row['code'] as string | null,
    message: row['message'] as string | null,
    createdAt,
  };
}
