import type { DatabaseSync } from 'node:sqlite';
import type { Sandbox } from '../sandbox.ts';
import { tellDispute, tellReversal } from './events.ts';
import { amountOf, hundredths, leftOf, moneyOf } from './money.ts';
import {
  type Case,
  changeOrder,
  type Dispute,
  listOrders,
  newId,
  type Order,
  type OutcomeCode,
  type Refund,
} from './orders.ts';
import { addRefund } from './refund.ts';

/** Returns a merchant's disputes, the latest first. */
export function listCases(database: DatabaseSync, clientId: string): Case[] {
  const cases = listOrders(database, clientId).flatMap((order) =>
    (order.capture?.disputes ?? []).map((dispute) => ({ order, dispute })),
  );
  return cases.toSorted((one, other) => other.dispute.at - one.dispute.at);
}

export const findCase = (database: DatabaseSync, clientId: string, id: string): Case | undefined =>
  listCases(database, clientId).find(({ dispute }) => dispute.id === id);

/** Opens a payer's dispute about a capture. @param input.value default: the whole capture */
export function openDispute(
  sandbox: Sandbox,
  order: Order,
  input: Pick<Dispute, 'status' | 'hides'> & { value: string | undefined },
): Case {
  const now = sandbox.clock.now();
  const dispute: Dispute = {
    id: `PP-D-${newId().slice(0, 8)}`,
    at: now,
    updatedAt: now,
    outcome: null,
    refunded: null,
    status: input.status,
    hides: input.hides,
    value: input.value ?? amountOf(order).value,
  };
  const changed = keep(sandbox, order, dispute);
  tellDispute(sandbox, changed, dispute, 'CUSTOMER.DISPUTE.CREATED');
  return { order: changed, dispute };
}

/** Changes a dispute that stays undecided. */
export function updateDispute(sandbox: Sandbox, { order, dispute }: Case, changes: Partial<Dispute>): Case {
  const changed = { ...dispute, ...changes, updatedAt: sandbox.clock.now() };
  const kept = keep(sandbox, order, changed);
  tellDispute(sandbox, kept, changed, 'CUSTOMER.DISPUTE.UPDATED');
  return { order: kept, dispute: changed };
}

const forThePayer: ReadonlySet<OutcomeCode> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/**
 * Decides a dispute. For the payer, the merchant's money goes back to them: a reversal, which the merchant hears of
 * as such. If the decision changes later, the merchant gets the money again.
 * @param refunded the amount for the payer, up to the disputed one
 * @param keepsReversal the merchant gets it by a movement of its own, and the reversal stays; else it is cancelled
 */
export function resolveDispute(
  sandbox: Sandbox,
  { order, dispute }: Case,
  {
    outcome,
    refunded,
    keepsReversal = false,
  }: { outcome: OutcomeCode; refunded: string | undefined; keepsReversal?: boolean },
): Case {
  const isForThePayer = forThePayer.has(outcome);
  const before = undoReversal(
    sandbox,
    order,
    dispute.id,
    keepsReversal ? { isReturned: true } : { status: 'CANCELLED' },
  );
  const most = Math.min(leftOf(before), hundredths(refunded ?? dispute.value));
  const paysSomebody = isForThePayer || outcome === 'RESOLVED_WITH_PAYOUT';
  const resolved: Dispute = {
    ...dispute,
    status: 'RESOLVED',
    outcome,
    updatedAt: sandbox.clock.now(),
    refunded: paysSomebody ? moneyOf(before, most).value : null,
    ...(keepsReversal && dispute.refunded !== null ? { returned: dispute.refunded } : {}),
  };
  const reversed = isForThePayer && most > 0 ? reverse(sandbox, before, resolved) : before;
  const kept = keep(sandbox, reversed, resolved);
  tellDispute(sandbox, kept, resolved, 'CUSTOMER.DISPUTE.RESOLVED');
  return { order: kept, dispute: resolved };
}

const reverse = (sandbox: Sandbox, order: Order, { id, refunded }: Dispute): Order =>
  reversePayment(sandbox, order, refunded ?? '0', { disputeId: id });

/** Reverses a part of a capture. A bank's own reversal belongs to no dispute. */
export function reversePayment(
  sandbox: Sandbox,
  order: Order,
  value: string,
  about: Partial<Pick<Refund, 'disputeId' | 'at'>> = {},
): Order {
  const reversal: Refund = {
    id: newId(),
    status: 'COMPLETED',
    at: sandbox.clock.now(),
    requestId: null,
    value,
    note: 'Payment reversed',
    ...about,
  };
  const changed = addRefund(sandbox, order, reversal);
  tellReversal(sandbox, changed, reversal);
  return changed;
}

function undoReversal(
  { database }: Sandbox,
  order: Order,
  disputeId: string,
  undone: Pick<Refund, 'isReturned'> | { status: 'CANCELLED' },
): Order {
  const { capture } = order;
  if (!capture?.refunds?.some((refund) => refund.disputeId === disputeId)) return order;
  const refunds = capture.refunds.map((refund) => (refund.disputeId === disputeId ? { ...refund, ...undone } : refund));
  const isWhole = refunds.every(({ status, isReturned }) => status !== 'COMPLETED' || isReturned);
  return changeOrder(database, order, {
    capture: { ...capture, refunds, status: isWhole ? 'COMPLETED' : 'PARTIALLY_REFUNDED' },
  });
}

function keep({ database }: Sandbox, order: Order, dispute: Dispute): Order {
  const { capture } = order;
  if (capture === null) return order;
  const others = (capture.disputes ?? []).filter(({ id }) => id !== dispute.id);
  return changeOrder(database, order, { capture: { ...capture, disputes: [...others, dispute] } });
}
