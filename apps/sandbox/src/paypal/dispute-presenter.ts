import type { Sandbox } from '../sandbox.ts';
import { amountOf, hundredths, type Money } from './money.ts';
import type { Case, Dispute, DisputeStatus } from './orders.ts';
import { timestamp } from './timestamp.ts';

const states: Readonly<Record<DisputeStatus, string>> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
  OTHER: 'UNDER_PAYPAL_REVIEW',
};

/** Presents a dispute as lists show it. */
export function presentDispute({ origins }: Pick<Sandbox, 'origins'>, { order, dispute }: Case): object {
  const self = `${origins.paypal}/v1/customer/disputes/${dispute.id}`;
  return {
    dispute_id: dispute.id,
    create_time: timestamp(dispute.at),
    update_time: timestamp(dispute.updatedAt),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    status: dispute.status,
    dispute_state: states[dispute.status],
    dispute_amount: { ...amountOf(order), value: dispute.value },
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(dispute.status === 'WAITING_FOR_SELLER_RESPONSE'
        ? [{ href: `${self}/accept-claim`, rel: 'accept_claim', method: 'POST' }]
        : []),
      ...(dispute.status === 'UNDER_REVIEW' ? [{ href: `${self}/adjudicate`, rel: 'adjudicate', method: 'POST' }] : []),
    ],
  };
}

/**
 * Presents a dispute with its details, as answers and events do. It names the capture, and nothing else of the
 * order.
 */
export function presentDisputeDetails(sandbox: Pick<Sandbox, 'origins'>, about: Case): object {
  const { order, dispute } = about;
  const transaction = {
    seller_transaction_id: order.capture?.id,
    create_time: timestamp(order.capture?.at ?? dispute.at),
    transaction_status: order.capture?.status,
    gross_amount: amountOf(order),
    seller_protection_eligible: false,
  };
  const { outcome, refunded, hides } = dispute;
  const money = { ...amountOf(order), value: refunded ?? '0' };
  const showsAmount = refunded !== null && !hides.includes('amount_refunded');
  return {
    ...presentDispute(sandbox, about),
    disputed_transactions: [transaction],
    ...(outcome === null
      ? {}
      : { dispute_outcome: { outcome_code: outcome, ...(showsAmount ? { amount_refunded: money } : {}) } }),
    ...(hides.includes('money_movements') ? {} : listed(dispute, money)),
  };
}

function listed(dispute: Dispute, money: Money): object {
  const { refunded, returned, at } = dispute;
  const settled = (value: string) => ({
    amount: { ...money, value },
    initiated_time: timestamp(at),
    reason: 'DISPUTE_SETTLEMENT',
  });
  const movements = [
    ...(returned === undefined
      ? []
      : ['DEBIT', 'CREDIT'].map((type) => ({ affected_party: 'SELLER', type, ...settled(returned) }))),
    ...(refunded === null || hundredths(refunded) === 0 ? [] : movementsOf(dispute, money)),
  ];
  return movements.length === 0 ? {} : { money_movements: movements };
}

/** Returns the money movements of a dispute. The merchant paid, or the provider if it protects the merchant. */
function movementsOf({ outcome, updatedAt }: Dispute, amount: object): object[] {
  const settled = { amount, initiated_time: timestamp(updatedAt), reason: 'DISPUTE_SETTLEMENT' };
  const payer = outcome === 'RESOLVED_WITH_PAYOUT' ? 'PAYMENT_PROCESSOR' : 'SELLER';
  return [
    { affected_party: 'BUYER', type: 'CREDIT', ...settled },
    { affected_party: payer, type: 'DEBIT', ...settled },
  ];
}
