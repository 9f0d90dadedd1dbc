import type { Call } from '@quayside/contract/shared/call.ts';
import { findOwnerOf } from '../features/payments/payments.service.ts';
import { findOrderKey } from '../features/quick-pay/quick-pay.exports.ts';
import type { Clock, Context, OrderKey, PayerContext, RequestInfo, SessionAccount, Tenant } from '../http/context.ts';
import type { TenantDb } from '../db/client.ts';
import { CallError, notFound } from '../http/errors.ts';

/** Loads the orders that the browser's pay links have opened, for a call that accepts them. */
export async function loadOrderKey(
  call: Call,
  { db, tenant, clock, request }: { db: TenantDb; tenant: Tenant; clock: Clock; request: RequestInfo },
): Promise<OrderKey | null> {
  if (call.access !== 'payer' && call.access !== 'key:order') return null;
  return findOrderKey(db, tenant.id, request.payerToken, clock.now());
}

/** The account that a call is made as: the session's account comes before the pay links'. */
interface Payer {
  account: SessionAccount;
  /** null: the session's own account. */
  orderKey: OrderKey | null;
}

/**
 * Decides as which account a payer's call is made, by the account and the payment that it names. A signed-in person
 * acts as their own account, unless the call names an account of another one whose pay link this browser has opened.
 * @throws CallError NOT_SIGNED_IN without session and key, NOT_FOUND if neither may have what is named
 */
export async function actAsPayer(
  call: Call,
  args: Record<string, Record<string, unknown>>,
  ctx: Context,
): Promise<PayerContext> {
  const candidates = payersOf(ctx);
  if (candidates.length === 0) throw new CallError('NOT_SIGNED_IN', { variant: 'payer' });
  const named = call.accountIn && (namedIn(args, call.accountIn) as string | undefined);
  const orders = call.ordersIn && (namedIn(args, call.ordersIn) as number[]);
  const ofAccount =
    named === undefined
      ? candidatesOfOrders(candidates, orders)
      : candidates.filter(({ account }) => account.guid === named.toLowerCase());
  const payer = await payerOfPayment(ctx, ofAccount, call.paymentIn && namedIn(args, call.paymentIn));
  if (!payer) throw notFound();
  // A call by a link has no session, even if somebody else is signed in.
  return { ...ctx, ...payer, session: payer.orderKey ? null : ctx.session };
}

function payersOf({ session, orderKey }: Context): Payer[] {
  const owner = session ? [{ account: session.account, orderKey: null }] : [];
  if (!orderKey) return owner;
  const accounts = new Map(orderKey.orders.map(({ account }) => [account.id, account]));
  const byLink = [...accounts.values()].map((account) => ({
    account,
    orderKey: { ...orderKey, orders: orderKey.orders.filter((order) => order.account.id === account.id) },
  }));
  return [...owner, ...byLink];
}

/** Keeps the pay links that opened all of the orders. A session comes before any link. */
function candidatesOfOrders(candidates: readonly Payer[], orders: readonly number[] | undefined): readonly Payer[] {
  if (!orders) return candidates;
  return candidates.filter(
    ({ orderKey }) => orderKey === null || orders.every((id) => orderKey.orders.some((order) => order.id === id)),
  );
}

/** Chooses between several payers. `loadPayment` checks the access again. */
async function payerOfPayment(ctx: Context, candidates: readonly Payer[], name: unknown): Promise<Payer | undefined> {
  if (name === undefined || candidates.length < 2) return candidates[0];
  const payment = await findOwnerOf(ctx, name as string | number);
  return candidates.find(
    ({ account, orderKey }) =>
      payment?.account_id === account.id && (orderKey === null || payment.order_key_hash?.equals(orderKey.hash)),
  );
}

function namedIn(args: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], args);
}
