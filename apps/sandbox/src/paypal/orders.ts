import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { OrderRequest } from './order-request.ts';

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PENDING' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';

/** The outcome of a capture, as chosen by the payer. */
export type Outcome = 'pay' | 'decline' | 'review';

export interface Payer {
  readonly payerId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

export interface Capture {
  readonly id: string;
  readonly status: CaptureStatus;
  readonly at: number;
  /** The money that went back to the payer: refunds by the merchant, and reversals by the provider. */
  readonly refunds?: readonly Refund[];
  /** The payer's disputes, in the order in which they were opened. */
  readonly disputes?: readonly Dispute[];
}

export interface Refund {
  readonly id: string;
  readonly status: 'COMPLETED' | 'CANCELLED' | 'FAILED';
  /** In the wire's notation for money. */
  readonly value: string;
  readonly at: number;
  /** The key of the request; null for one by a switch, and for a reversal. */
  readonly requestId: string | null;
  /** The refund's own, not the order's. */
  readonly customId?: string;
  readonly invoiceId?: string;
  readonly note?: string;
  /** The dispute that led to the reversal; absent for a refund by the merchant, and for a bank's own reversal. */
  readonly disputeId?: string;
  /** Set if the merchant got the money of a reversal again although the reversal stays as it is. */
  readonly isReturned?: true;
}

export type DisputeStatus = (typeof disputeStatuses)[number];
export const disputeStatuses = [
  'OPEN',
  'WAITING_FOR_BUYER_RESPONSE',
  'WAITING_FOR_SELLER_RESPONSE',
  'UNDER_REVIEW',
  'RESOLVED',
  'OTHER',
] as const;

export type OutcomeCode = (typeof outcomeCodes)[number];
export const outcomeCodes = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
  'NONE',
] as const;

export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  /** The amount that the payer claims, in the wire's notation: the whole capture, or a part. */
  readonly value: string;
  readonly at: number;
  readonly updatedAt: number;
  /** Set once it is resolved. */
  readonly outcome: OutcomeCode | null;
  /** The amount that the payer got. */
  readonly refunded: string | null;
  /** The amount that the merchant lost by an earlier decision and got again. */
  readonly returned?: string;
  /** The fields that its details leave out, as they do for some applications. */
  readonly hides: readonly DisputeDetail[];
}
export type DisputeDetail = 'amount_refunded' | 'money_movements';

export interface Order {
  readonly id: string;
  readonly clientId: string;
  readonly request: OrderRequest;
  readonly status: OrderStatus;
  readonly payer: Payer | null;
  readonly outcome: Outcome | null;
  readonly capture: Capture | null;
  /** The key of the request for the capture. */
  readonly captureRequestId: string | null;
  readonly createdAt: number;
}

/** A dispute with its order. */
export interface Case {
  readonly order: Order;
  readonly dispute: Dispute;
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns an id in the provider's form. */
export const newId = () => Array.from({ length: 17 }, () => letters[randomInt(letters.length)]).join('');

export function createOrder(
  database: DatabaseSync,
  input: { clientId: string; requestId: string; request: OrderRequest; now: number },
): Order {
  const id = newId();
  const status = input.request.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED';
  database
    .prepare(
      'insert into paypal_order (id, client_id, request_id, request, status, created_at) values (?, ?, ?, ?, ?, ?)',
    )
    .run(id, input.clientId, input.requestId, JSON.stringify(input.request), status, input.now);
  const { clientId, request, now: createdAt } = input;
  return {
    id,
    clientId,
    request,
    status,
    createdAt,
    payer: null,
    outcome: null,
    capture: null,
    captureRequestId: null,
  };
}

export function findOrder(database: DatabaseSync, id: string): Order | undefined {
  return toOrder(database.prepare('select * from paypal_order where id = ?').get(id));
}

export function findByRequestId(database: DatabaseSync, clientId: string, requestId: string): Order | undefined {
  return toOrder(
    database.prepare('select * from paypal_order where client_id = ? and request_id = ?').get(clientId, requestId),
  );
}

export function listOrders(database: DatabaseSync, clientId: string): Order[] {
  const rows = database.prepare('select * from paypal_order where client_id = ? order by rowid').all(clientId);
  return rows.flatMap((row) => toOrder(row) ?? []);
}

export function findByCapture(database: DatabaseSync, clientId: string, captureId: string): Order | undefined {
  return listOrders(database, clientId).find(({ capture }) => capture?.id === captureId);
}

/** Finds a refund or a reversal of a merchant's captures, with its order. */
export function findRefund(
  database: DatabaseSync,
  clientId: string,
  refundId: string,
): { order: Order; refund: Refund } | undefined {
  for (const order of listOrders(database, clientId)) {
    const refund = order.capture?.refunds?.find(({ id }) => id === refundId);
    if (refund) return { order, refund };
  }
  return undefined;
}

type Changes = Partial<Pick<Order, 'status' | 'payer' | 'outcome' | 'capture' | 'captureRequestId'>>;

export function changeOrder(database: DatabaseSync, order: Order, changes: Changes): Order {
  const changed = { ...order, ...changes };
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  database
    .prepare(
      'update paypal_order set status = ?, payer = ?, outcome = ?, capture = ?, capture_request_id = ? where id = ?',
    )
    .run(
      changed.status,
      json(changed.payer),
      changed.outcome,
      json(changed.capture),
      changed.captureRequestId,
      changed.id,
    );
  return changed;
}

function toOrder(row: Record<string, unknown> | undefined): Order | undefined {
  if (row === undefined) return undefined;
  const read = (column: string) => {
    const text = row[column] as string | null;
    return text === null ? null : JSON.parse(text);
  };
  return {
    id: String(row['id']),
    clientId: String(row['client_id']),
    request: read('request') as OrderRequest,
    status: String(row['status']) as OrderStatus,
    payer: read('payer') as Payer | null,
    outcome: row['outcome'] as Outcome | null,
    capture: read('capture') as Capture | null,
    captureRequestId: row['capture_request_id'] as string | null,
    createdAt: Number(row['created_at']),
  };
}
