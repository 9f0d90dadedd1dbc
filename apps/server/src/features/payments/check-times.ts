import { isOnProviderPage, isPaid, isUndecided, isUnpaidEnd, isWaiting, type PaymentEvent } from './payment-states.ts';
import type { PaymentRow } from './payments.queries.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Our code of an attempt that the provider, asked late enough, does not know. */
export const notFoundCode = 'NOT_FOUND';

/** When to look again: often at first, then the more rarely the older it gets. null: never, it is over. */
export function nextCheck(payment: PaymentRow, now: Date): Date | null {
  const delay = delayOf(payment, now);
  return delay === null ? null : new Date(now.getTime() + delay);
}

function delayOf(payment: PaymentRow, now: Date): number | null {
  if (payment.state === 'approved') return second;
  const left = Math.max(payment.expires_at.getTime() - now.getTime(), 5 * second);
  // The customer may have paid or agreed on the provider's page and be gone.
  if (isOnProviderPage(payment.state)) return Math.min(backOff(now.getTime() - payment.created_at.getTime()), left);
  if (isWaiting(payment.state)) return left;
  if (isPaid(payment.state)) return sinceThen(now.getTime() - (payment.transaction_at ?? payment.created_at).getTime());
  const age = now.getTime() - (payment.sent_at ?? payment.created_at).getTime();
  if (isUndecided(payment.state)) return backOff(age);
  return mayTurnUp(payment) && age < 3 * day ? Math.max(3 * age, minute) : null;
}

/** Refunds and disputes: asked about ever more rarely, for as long as a bank may still take money back. */
const sinceThen = (age: number) => (age < 200 * day ? Math.min(Math.max(age / 4, 6 * 60 * minute), 3 * day) : null);

const backOff = (age: number) => Math.min(Math.max(age / 10, 2 * second), 5 * minute);

/** How an attempt ends by its provider's own word. */
const pronounced: ReadonlySet<string | null> = new Set<PaymentEvent>(['declined', 'authenticationFailed']);

/** Our code of a provider that could not be reached: then nobody has pronounced anything. */
const unreachedCode = 'PROVIDER_UNAVAILABLE';

/**
 * Whether an attempt ended without its provider's word: not there is not never, and a charge that turns up must not be
 * lost. A refusal on a provider's page may be no end either: some let their customers try again there.
 */
export const mayTurnUp = ({ state, ended_by, error_code, channel }: EndedAttempt): boolean =>
  isUnpaidEnd(state) && (!pronounced.has(ended_by) || error_code === unreachedCode || channel === 'Redirect');

type EndedAttempt = Pick<PaymentRow, 'state' | 'ended_by' | 'error_code' | 'channel'>;

/** Facts of a look-up that found nothing. */
export interface Absence {
  /** When the provider was asked. */
  askedAt: Date;
  /** How long a charge may take, in milliseconds. */
  deadlineMs: number;
  /** How long a charge may stay invisible, in milliseconds. */
  visibilityMs: number;
}

/**
 * Whether "not there" means "not charged". Counted from when the charge can't be under way any more: from the end of
 * our call, or where we don't know of its end, from the longest that it can take.
 */
export function isDefinitelyAbsent(payment: PaymentRow, { askedAt, deadlineMs, visibilityMs }: Absence): boolean {
  if (payment.state !== 'unknown' && payment.state !== 'sent') return false;
  const ends = [payment.sent_at && payment.sent_at.getTime() + deadlineMs];
  if (payment.state === 'unknown') ends.push(payment.updated_at.getTime());
  return ends.some((end) => end !== null && askedAt.getTime() >= end + visibilityMs);
}

/** Whether nobody waits for a charge's answer any more, as after a crash: then it is known to be pending. */
export function isAnswerLost(payment: PaymentRow, { askedAt, deadlineMs }: Absence): boolean {
  if (payment.state !== 'sent' || payment.sent_at === null) return false;
  return askedAt.getTime() >= payment.sent_at.getTime() + deadlineMs;
}
