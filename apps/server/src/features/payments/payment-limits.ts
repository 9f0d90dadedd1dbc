import type { TenantDb } from '../../db/client.ts';
import type { PayerContext } from '../../http/context.ts';
import { type Limit, limitRate, networkOf } from '../../http/rate-limit.ts';

const windowMs = 15 * 60_000;

/** A pair: for one customer, and for all behind one address, wide enough for a marina's own network. */
type Pair = readonly [account: Limit, network: Limit];

/** More attempts than a customer needs, fewer than somebody who tests stolen cards. Each is charged once at most. */
const attempts: Pair = [
  { name: 'payment-attempts', max: 30, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
  { name: 'payment-attempts-network', max: 300, windowMs, errorCode: 'TOO_MANY_PAYMENTS' },
];

/** Calls that move money or ask a provider, whatever comes of them: many tabs and a page that asks again are fine. */
const calls: Pair = [
  { name: 'payment-calls', max: 600, windowMs },
  { name: 'payment-calls-network', max: 6_000, windowMs },
];

type Who = Pick<PayerContext, 'db' | 'tenant' | 'account' | 'orderKey' | 'request' | 'clock'>;

/**
 * Counts an attempt in the transaction that stores it, so that a repeated or refused request counts as none.
 * @throws CallError TOO_MANY_PAYMENTS
 */
export const limitAttempts = (trx: TenantDb, who: Who) => limitBoth({ ...who, db: trx }, attempts);

/** @throws CallError TOO_MANY_REQUESTS, which says nothing of whether money has moved */
export const limitPaymentCalls = (who: Who) => limitBoth(who, calls);

/**
 * As whom a payer's tries are counted. All pay links of an account together, however many browsers open them: what is
 * tried by a link that went astray must not use up what its owner may try.
 */
export const payerName = ({ account, orderKey }: Pick<PayerContext, 'account' | 'orderKey'>) =>
  `${account.id}${orderKey ? ' by link' : ''}`;

async function limitBoth(who: Who, [own, network]: Pair): Promise<void> {
  const { db, tenant, request, clock } = who;
  await limitRate(db, tenant.id, { limit: own, who: payerName(who) }, clock.now());
  await limitRate(db, tenant.id, { limit: network, who: networkOf(request.ip) }, clock.now());
}
