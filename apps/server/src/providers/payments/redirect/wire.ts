import { z } from 'zod';
import { configurationCode, type PaymentAttempt, type Refusal } from '../payment-attempt.ts';
import { callWire, type WireAnswer } from '../wire-call.ts';
import type { RedirectSettings } from './settings.ts';

/** The time limit of look-ups. It is much shorter than a start's, because they can be repeated. */
const lookUpDeadlineMs = 8_000;

/** The provider's answer to a new payment. */
export const Started = z.object({
  paymentId: z.string().min(1).max(200),
  nextUrl: z.url({ protocol: /^https?$/ }),
});

const WireRefund = z.object({
  refundId: z.string().min(1).max(200),
  reference: z.string().nullable(),
  amount: z.number().int().positive(),
});

/** A payment as the provider knows it. */
export const KnownPayment = z.object({
  paymentId: z.string().min(1).max(200),
  reference: z.string(),
  status: z.enum(['created', 'pending', 'success', 'failed', 'cancelled', 'error', 'expired', 'disputed', 'reversed']),
  amount: z.number().int(),
  currency: z.string(),
  /** The refunded amount. */
  refundedAmount: z.number().int().nonnegative().default(0),
  /** Each refund, with the reference that its caller gave. */
  refunds: z.array(WireRefund).default([]),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type KnownPayment = z.output<typeof KnownPayment>;

/** A refund that was just made, or was made before under the same key. */
export const MadeRefund = z.object({ refundId: z.string().min(1).max(200) });

const ErrorBody = z.object({ code: z.string().max(100), message: z.string() });

/** Reads the body of a refusal. Wrong keys are shown only in the log. */
export function readRefusal(status: number, body: unknown): Refusal {
  if (status === 401 || status === 403) return { code: configurationCode, message: null };
  const refusal = ErrorBody.safeParse(body);
  return refusal.success ? refusal.data : { code: `HTTP_${status}`, message: null };
}

interface WireCall {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotencyKey?: string;
}

/** Makes a call with the merchant's key. */
export function callProvider(settings: RedirectSettings, call: WireCall): Promise<WireAnswer> {
  const { method, path, body, idempotencyKey } = call;
  return callWire(settings.apiBaseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${settings.merchantId}.${settings.secretKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    deadlineMs: method === 'GET' ? Math.min(lookUpDeadlineMs, settings.deadlineMs) : settings.deadlineMs,
  });
}

/** Finds a payment by the attempt's own reference, so that a lost answer loses nothing. */
export const findPayment = (settings: RedirectSettings, { merchantRefNumber }: PaymentAttempt) =>
  callProvider(settings, { method: 'GET', path: `/payments?reference=${encodeURIComponent(merchantRefNumber)}` });
