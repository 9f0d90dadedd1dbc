import type { TenantDb } from '../../db/client.ts';
import type { PayerContext } from '../../http/context.ts';
import { type Limit, limitRate, networkOf } from '../../http/rate-limit.ts';

const windowMs = 15 * 60_000;

/**
 * A pair of limits: for one customer, and for everybody behind one address. The latter is wide enough for a marina's
 * own network.
 */
type Pair = readonly [account: Limit, network: Limit];

/**
 * More attempts than a customer needs, and fewer than a thief needs to test stolen cards. Each is charged once at
 * most.
 */
const attempts: Pair = [
  { name: 'payment-attempts', max: 30, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
  { name: 'payment-attempts-network', max: 300, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
];

/** Calls that move money or ask a provider, with any result. Many tabs and a polling page stay within it. */
const calls: Pair = [
  { name: 'payment-calls', max: 600, windowMs },
  { name: 'payment-calls-network', max: 6_000, windowMs },
];

type Who = Pick<PayerContext, 'db' | 'tenant' | 'account' | 'orderKey' | 'request' | 'clock'>;

/**
 * Counts an attempt in the transaction that stores it, so that repeated and refused requests do not count.
 * @throws CallError TOO_MANY_PAYMENTS
 */
export const limitAttempts = (trx: TenantDb, who: Who) => limitBoth({ ...who, db: trx }, attempts);

/** Counts a call. @throws CallError TOO_MANY_REQUESTS, which does not say if money has moved */
export const limitPaymentCalls = (who: Who) => limitBoth(who, calls);

/**
 * Returns the name under which a payer's tries are counted. All pay links of an account share one, in all browsers:
 * tries by a forwarded link must not use up those of the owner.
 */
export const payerName = ({ account, orderKey }: Pick<PayerContext, 'account' | 'orderKey'>) =>
  `${account.id}${orderKey ? ' by link' : ''}`;

async function limitBoth(who: Who, [own, network]: Pair): Promise<void> {
  const { db, tenant, request, clock } = who;
  await limitRate(db, tenant.id, { limit: own, who: payerName(who) }, clock.now());
  await limitRate(db, tenant.id, { limit: network, who: networkOf(request.ip) }, clock.now());
}
