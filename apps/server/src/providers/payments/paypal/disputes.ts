import type { PaymentAttempt } from '../payment-attempt.ts';
import { readMoney, timeOf } from './amount.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';
import { DisputeDetails, Disputes } from './wire.ts';

const deadlineMs = 8_000;

/** The most disputes that the provider lists at once: many more than one capture has. */
const pageSize = 50;

/**
 * The claims to a capture, in minor units. `isComplete`: every decided dispute says what it cost the marina. `none`:
 * no dispute is known, which does not prove that there was none: the provider forgets them after some months, and an
 * application may not be allowed to read them.
 */
export type Claims =
  | {
      kind: 'known';
      disputedMinor: number;
      reversedMinor: number;
      /** The amounts that decisions took from the marina, before they gave any of it back. */
      lossesMinor: readonly number[];
      /** The disputes that the marina won and that list no movements: each may have led to a reversal before. */
      won: readonly WonDispute[];
      isComplete: boolean;
    }
  | { kind: 'none' }
  | { kind: 'unknown'; reason: string };

/** Sums the disputes about a capture. If one can't be read, the result is unknown. */
export async function fetchClaims(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  captureId: string,
): Promise<Claims> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId, page_size: String(pageSize) });
  const answer = await callPaypal(settings, {
    method: 'GET',
    path: `/v1/customer/disputes?${query.toString()}`,
    deadlineMs,
  });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  if (answer.status === 403 || answer.status === 404) return { kind: 'none' };
  const disputes = Disputes.safeParse(answer.status === 200 ? answer.body : null);
  if (!disputes.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  if (disputes.data.items.length === 0) return { kind: 'none' };
  const claims = { kind: 'known' as const, disputedMinor: 0, reversedMinor: 0, isComplete: true };
  const lossesMinor: number[] = [];
  const won: WonDispute[] = [];
  for (const { dispute_id } of disputes.data.items) {
    const dispute = await fetchDispute(settings, dispute_id);
    if ('reason' in dispute) return { kind: 'unknown', reason: dispute.reason };
    const claim = claimOf(dispute, attempt);
    if ('reason' in claim) return { kind: 'unknown', reason: claim.reason };
    claims.disputedMinor += claim.disputedMinor;
    claims.reversedMinor += claim.reversedMinor ?? 0;
    const lossMinor = claim.takenMinor ?? claim.reversedMinor ?? 0;
    if (lossMinor > 0) lossesMinor.push(lossMinor);
    if (claim.won) won.push(claim.won);
    if (claim.reversedMinor === null) claims.isComplete = false;
  }
  return { ...claims, lossesMinor, won };
}

async function fetchDispute(settings: PaypalSettings, id: string): Promise<DisputeDetails | { reason: string }> {
  const path = `/v1/customer/disputes/${encodeURIComponent(id)}`;
  const answer = await callPaypal(settings, { method: 'GET', path, deadlineMs });
  if (answer.kind !== 'answered') return { reason: answer.reason };
  const found = DisputeDetails.safeParse(answer.status === 200 ? answer.body : null);
  return found.success ? found.data : { reason: `HTTP ${answer.status}` };
}

export interface WonDispute {
  /** The most that it can have reversed. */
  disputedMinor: number;
  /** The times when it was opened and decided, in milliseconds. Any time if it doesn't say. */
  openedAt: number;
  decidedAt: number;
}

/** One dispute: its claim, and the amount that it took from the marina; null: it doesn't say. */
interface Claim {
  disputedMinor: number;
  reversedMinor: number | null;
  /** The amount before any of it came back. Absent: the same. */
  takenMinor?: number;
  won?: WonDispute;
}

function claimOf(dispute: DisputeDetails, attempt: PaymentAttempt): Claim | { reason: string } {
  const disputed = readMoney(dispute.dispute_amount, attempt);
  if (dispute.status !== 'RESOLVED')
    return disputed === null ? { reason: inOtherMoney } : { disputedMinor: disputed, reversedMinor: null };
  const moved = movedOf(dispute, attempt);
  if (moved !== null) return { disputedMinor: 0, ...moved };
  const { outcome_code: code, amount_refunded } = dispute.dispute_outcome ?? {};
  if (code === 'RESOLVED_SELLER_FAVOUR' || code === 'CANCELED_BY_BUYER' || code === 'DENIED')
    return {
      disputedMinor: 0,
      reversedMinor: 0,
      won: {
        disputedMinor: disputed ?? attempt.amountMinor,
        openedAt: timeOf(dispute.create_time) ?? -Infinity,
        decidedAt: timeOf(dispute.update_time) ?? Infinity,
      },
    };
  // The marina lost it or accepted it. After a payout by the provider, or without a decision, it is open who bears
  // it.
  if (code !== 'RESOLVED_BUYER_FAVOUR' && code !== 'ACCEPTED') return { disputedMinor: 0, reversedMinor: null };
  const refunded = amount_refunded === undefined ? disputed : readMoney(amount_refunded, attempt);
  return refunded === null ? { reason: inOtherMoney } : { disputedMinor: 0, reversedMinor: refunded };
}

const inOtherMoney = 'a dispute in another currency';

/** Sums what a decision took from the marina, and what is left of it, by the provider's own list; null without one. */
function movedOf(
  { money_movements: movements = [] }: DisputeDetails,
  attempt: PaymentAttempt,
): { reversedMinor: number; takenMinor: number } | null {
  if (movements.length === 0) return null;
  let takenMinor = 0;
  let returnedMinor = 0;
  for (const { affected_party, type, reason, amount } of movements) {
    // Fees are between the marina and the provider.
    if (affected_party !== 'SELLER' || reason?.endsWith('_FEE')) continue;
    const moved = readMoney(amount, attempt);
    if (moved === null) return null;
    if (type === 'DEBIT') takenMinor += moved;
    else returnedMinor += moved;
  }
  return { reversedMinor: Math.max(0, takenMinor - returnedMinor), takenMinor };
}
