import type { Call, CallArguments } from '@quayside/contract/shared/call.ts';
import type { Context, PayerContext } from '../context.ts';
import { type Limit, limitRate, networkOf } from './rate-limit.ts';

/** A limit of a call, which its route declares. Each call counts, with any result, before its handler runs. */
export interface CallLimit<C extends Call = Call> extends Limit {
  /**
   * The calls that count together: those of an account (see `payerName`), those of a network, or those for which a
   * function returns the same text.
   */
  per: 'account' | 'network' | ((args: CallArguments<C>) => string);
}

/** A limit of a call that knows no account. */
export type OpenCallLimit<C extends Call = Call> = CallLimit<C> & { per: Exclude<CallLimit<C>['per'], 'account'> };

type Caller = Pick<Context, 'db' | 'tenant' | 'request' | 'clock' | 'orderKey'> &
  Partial<Pick<PayerContext, 'account'>>;

/**
 * Counts a call, and refuses it beyond one of the limits.
 * @param args are needed only by limits that read them
 * @throws CallError TOO_MANY_REQUESTS, or the limit's own code
 */
export async function limitCalls(limits: readonly CallLimit[], caller: Caller, args?: CallArguments<Call>) {
  const { db, tenant, clock } = caller;
  for (const limit of limits) await limitRate(db, tenant.id, { limit, who: whoOf(limit, caller, args) }, clock.now());
}

function whoOf({ name, per }: CallLimit, { account, orderKey, request }: Caller, args?: CallArguments<Call>): string {
  if (per === 'network') return networkOf(request.ip);
  if (per === 'account' && account) return payerName({ account, orderKey });
  if (typeof per === 'function' && args) return per(args);
  throw new Error(`nobody is known whom the limit ${name} counts`);
}

/**
 * Returns the name under which a payer's calls are counted. All pay links of an account share one, in all browsers:
 * tries by a forwarded link must not use up those of the owner.
 */
const payerName = ({ account, orderKey }: Pick<PayerContext, 'account' | 'orderKey'>) =>
  `${account.id}${orderKey ? ' by link' : ''}`;
