import type { TenantDb } from '../../../db/client.ts';
import { type CallLimit, limitCalls } from '../../../http/limits/call-limits.ts';
import type { PayerContext } from '../../../http/context.ts';
import { minute } from '../../../lib/time/durations.ts';

const windowMs = 15 * minute;

/**
 * More attempts than a customer needs, and fewer than a thief needs to test stolen cards. Each is charged once at
 * most. The limit of the network is wide enough for a marina's own.
 */
const attempts: readonly CallLimit[] = [
  { name: 'payment-attempts', per: 'account', max: 30, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
  { name: 'payment-attempts-network', per: 'network', max: 300, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
];

/**
 * Limits calls that move money or ask a provider. Many tabs and a polling page stay within it. The refusal,
 * TOO_MANY_REQUESTS, does not say if money has moved.
 */
export const paymentCallLimits: readonly CallLimit[] = [
  { name: 'payment-calls', per: 'account', max: 600, windowMs },
  { name: 'payment-calls-network', per: 'network', max: 6_000, windowMs },
];

/**
 * Counts an attempt in the transaction that stores it, so that repeated and refused requests do not count.
 * @throws CallError TOO_MANY_PAYMENTS
 */
export const limitAttempts = (
  trx: TenantDb,
  who: Pick<PayerContext, 'tenant' | 'account' | 'orderKey' | 'request' | 'clock'>,
) => limitCalls(attempts, { ...who, db: trx });
