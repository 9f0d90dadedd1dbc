import type { TenantDb } from '../../db/client.ts';
import type { AccountContext } from '../../http/context.ts';
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

type Who = Pick<AccountContext, 'db' | 'tenant' | 'account' | 'request' | 'clock'>;

/**
 * Counts an attempt in the transaction that stores it, so that a repeated or refused request counts as none.
 * @throws CallError TOO_MANY_PAYMENTS
 */
export const limitAttempts = (trx: TenantDb, who: Who) => limitBoth({ ...who, db: trx }, attempts);

/** @throws CallError TOO_MANY_REQUESTS, which says nothing of whether money has moved */
export const limitPaymentCalls = (who: Who) => limitBoth(who, calls);

async function limitBoth({ db, tenant, account, request, clock }: Who, [own, network]: Pair): Promise<void> {
  await limitRate(db, tenant.id, { limit: own, who: String(account.id) }, clock.now());
  await limitRate(db, tenant.id, { limit: network, who: networkOf(request.ip) }, clock.now());
}
