import type { Call } from '@quayside/contract/call.ts';
import { findOwnerOf } from '../features/payments/payments.service.ts';
import { findOrderKey } from '../features/quick-pay/order-keys.service.ts';
import type { Clock, Context, OrderKey, PayerContext, RequestFacts, SessionAccount, Tenant } from './context.ts';
import type { TenantDb } from '../db/client.ts';
import { CallError, notFound } from './errors.ts';

/** What the browser's pay links have opened, for a call that a key of an order may open. */
export async function loadOrderKey(
  call: Call,
  { db, tenant, clock, request }: { db: TenantDb; tenant: Tenant; clock: Clock; request: RequestFacts },
): Promise<OrderKey | null> {
  if (call.access !== 'payer' && call.access !== 'key:order') return null;
  return findOrderKey(db, tenant.id, request.payerToken, clock.now());
}

/** As whom a call may be made: the session's account, before what a pay link has opened. */
interface Payer {
  account: SessionAccount;
  /** null: the session's own account. */
  orderKey: OrderKey | null;
}

/**
 * Decides as whom a payer's call is made, by the account and the payment that it names. Who is signed in stays that
 * account, unless what is named is another's whose pay link this browser has opened.
 * @throws CallError NOT_SIGNED_IN without session and key, NOT_FOUND where neither may have what is named
 */
export async function actAsPayer(
  call: Call,
  args: Record<string, Record<string, unknown>>,
  ctx: Context,
): Promise<PayerContext> {
  const candidates = payersOf(ctx);
  if (candidates.length === 0) throw new CallError('NOT_SIGNED_IN');
  const named = call.accountIn && (namedIn(args, call.accountIn) as string | undefined);
  const orders = call.ordersIn && (namedIn(args, call.ordersIn) as number[]);
  const ofAccount =
    named === undefined
      ? candidatesOfOrders(candidates, orders)
      : candidates.filter(({ account }) => account.guid === named.toLowerCase());
  const payer = await payerOfPayment(ctx, ofAccount, call.paymentIn && namedIn(args, call.paymentIn));
  if (!payer) throw notFound();
  // By a link nobody's session acts, also where somebody else is signed in.
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

/** Of several pay links the one that opened all of the orders; a session before any link. */
function candidatesOfOrders(candidates: readonly Payer[], orders: readonly number[] | undefined): readonly Payer[] {
  if (!orders) return candidates;
  return candidates.filter(
    ({ orderKey }) => orderKey === null || orders.every((id) => orderKey.orders.some((order) => order.id === id)),
  );
}

/** Whoever loads the payment looks again (`loadPayment`); this only chooses between several. */
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
