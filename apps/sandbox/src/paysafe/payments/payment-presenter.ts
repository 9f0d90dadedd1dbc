import type { Sandbox } from '../../sandbox.ts';
import { findAccount } from '../merchants.ts';
import { timestamp } from '../operation.ts';
import { type ErrorCode, errorObject, type Link, ProviderError } from '../provider-error.ts';
import type { PaymentRecord, RecordKind } from './payment-records.ts';

const oneDayMs = 24 * 60 * 60 * 1000;

/** Returns the address of a transaction. */
export function hrefOf(sandbox: Sandbox, accountId: string, kind: RecordKind, id: string): string {
  return `${sandbox.origins.provider}/cardpayments/v1/accounts/${accountId}/${kind}/${id}`;
}

/** Presents a transaction in the provider's form, without the fields that only the sandbox's books show. */
export function presentRecord(sandbox: Sandbox, booked: PaymentRecord, now: number): Record<string, unknown> {
  const { books: _, ...details } = booked.details;
  const record = { ...booked, details };
  return record.kind === 'auths' ? presentAuth(sandbox, record) : presentOther(sandbox, record, now);
}

function presentAuth(sandbox: Sandbox, auth: PaymentRecord): Record<string, unknown> {
  const settles = auth.details['settleWithAuth'] === true && auth.status === 'COMPLETED';
  const settlement: Link[] = settles
    ? [{ rel: 'settlement', href: hrefOf(sandbox, auth.accountId, 'settlements', auth.id) }]
    : [];
  return {
    links: [...settlement, selfLink(sandbox, auth)],
    id: auth.id,
    merchantRefNum: auth.merchantRefNum,
    txnTime: timestamp(auth.txnAt),
    status: auth.status,
    amount: auth.amount,
    preAuth: false,
    availableToSettle: auth.remaining,
    ...auth.details,
    ...errorOf(sandbox, auth),
  };
}

function presentOther(sandbox: Sandbox, record: PaymentRecord, now: number): Record<string, unknown> {
  const links = [selfLink(sandbox, record)];
  const status = statusOf(record, now);
  if (record.kind === 'settlements' && status === 'CANCELLED')
    return { links, id: record.id, txnTime: timestamp(record.txnAt), status };
  return {
    links,
    id: record.id,
    merchantRefNum: record.merchantRefNum,
    txnTime: timestamp(record.txnAt),
    status,
    ...(record.kind === 'verifications' ? {} : { amount: record.amount }),
    ...(record.kind === 'settlements' ? { availableToRefund: refundableOf(sandbox, record, now) } : {}),
    ...record.details,
    ...errorOf(sandbox, record),
  };
}

/** Returns the refundable amount that a settlement shows. Each account shows it in its own form until the batch. */
function refundableOf({ database }: Sandbox, record: PaymentRecord, now: number): number {
  const isBatched = statusOf(record, now) === 'COMPLETED';
  return isBatched || findAccount(database, record.accountId)?.availableToRefund === 'atOnce' ? record.remaining : 0;
}

/** Returns the status. Settlements and refunds are batched daily: PENDING for a day, then COMPLETED. */
export function statusOf(record: PaymentRecord, now: number): PaymentRecord['status'] {
  const batched = record.kind === 'settlements' || record.kind === 'refunds';
  return batched && record.status === 'PENDING' && now >= record.txnAt + oneDayMs ? 'COMPLETED' : record.status;
}

function selfLink(sandbox: Sandbox, record: PaymentRecord): Link {
  return { rel: 'self', href: hrefOf(sandbox, record.accountId, record.kind, record.id) };
}

function errorOf(sandbox: Sandbox, record: PaymentRecord): Record<string, unknown> {
  if (record.errorCode === null || record.status !== 'FAILED') return {};
  const error = new ProviderError(record.errorCode as ErrorCode);
  return { error: errorObject(sandbox.origins.provider, error), riskReasonCode: riskReasons };
}

/** The risk engine's reason for a declined payment. */
export const riskReasons = [1005];
