import { day, minute, second } from '../../../lib/time/durations.ts';
import { isUnpaidEnd, type PaymentEvent, paymentStates } from '../payment-states.rules.ts';
import type { PaymentRow } from '../payments.queries.ts';

/** Our code of an attempt that the provider does not know, asked late enough. */
export const notFoundCode = 'NOT_FOUND';

/**
 * Returns the time of the next check: often at first, and less often as the attempt gets older. null: never, because
 * it is over.
 */
export function nextCheck(payment: PaymentRow, now: Date): Date | null {
  const delay = delayOf(payment, now);
  return delay === null ? null : new Date(now.getTime() + delay);
}

/** Returns the last time at which an ended attempt is asked about. @param checkAt the time of its next check */
export function lastCheck(payment: PaymentRow, checkAt: Date): Date {
  const after = nextCheck(payment, checkAt);
  return after === null ? checkAt : lastCheck(payment, after);
}

function delayOf(payment: PaymentRow, now: Date): number | null {
  // The office took it: no provider knows anything about it.
  if (payment.channel === 'None') return null;
  const left = Math.max(payment.expires_at.getTime() - now.getTime(), 5 * second);
  const age = now.getTime() - lookedUpSince(payment).getTime();
  switch (paymentStates[payment.state].due) {
    case 'allocate':
      return second;
    case 'lookAtPage':
      // The customer may have paid or agreed on the provider's page and left.
      return Math.min(backOff(now.getTime() - payment.created_at.getTime()), left);
    case 'end':
      return left;
    case 'followMoney':
      return sinceThen(now.getTime() - (payment.transaction_at ?? payment.created_at).getTime());
    case 'lookUp':
      return backOff(age);
    case 'lookUpLateMoney':
      return mayStillBeCharged(payment) && age < 3 * day ? Math.max(3 * age, minute) : null;
  }
}

/** The office can close an attempt after weeks. From then on it is looked up like one that ended just now. */
function lookedUpSince({ ended_by, updated_at, sent_at, created_at }: PaymentRow): Date {
  const closed: PaymentEvent = 'closedByOffice';
  return ended_by === closed ? updated_at : (sent_at ?? created_at);
}

/** Returns the delay for refunds and disputes. It grows, and ends when no bank can take money back any more. */
const sinceThen = (age: number) => (age < 200 * day ? Math.min(Math.max(age / 4, 6 * 60 * minute), 3 * day) : null);

const backOff = (age: number) => Math.min(Math.max(age / 10, 2 * second), 5 * minute);

/** The events in which the provider itself ends an attempt. */
const endedByProvider: ReadonlySet<string | null> = new Set<PaymentEvent>(['declined', 'authenticationFailed']);

/** Our code of a provider that could not be reached: it said nothing. */
const unreachedCode = 'PROVIDER_UNAVAILABLE';

/**
 * Tells if an attempt ended without its provider's word. "Not found" does not mean "never": a charge that appears
 * later must not be lost. A refusal on a provider's page may not be final either, because some let their customers
 * try again there.
 */
export const mayStillBeCharged = ({ state, ended_by, error_code, channel }: EndedAttempt): boolean =>
  isUnpaidEnd(state) && (!endedByProvider.has(ended_by) || error_code === unreachedCode || channel === 'Redirect');

type EndedAttempt = Pick<PaymentRow, 'state' | 'ended_by' | 'error_code' | 'channel'>;

/** The facts of a look-up that found nothing. */
export interface Absence {
  /** The time at which the provider was asked. */
  askedAt: Date;
  /** The longest time that a charge may take, in milliseconds. */
  deadlineMs: number;
  /** The longest time that a charge may stay invisible, in milliseconds. */
  visibilityMs: number;
}

/**
 * Tells if "not found" means "not charged". The time counts from the end of our call, after which no charge can be
 * under way; or, if that end is unknown, from the longest possible call.
 */
export function isDefinitelyAbsent(payment: PaymentRow, { askedAt, deadlineMs, visibilityMs }: Absence): boolean {
  if (payment.state !== 'unknown' && payment.state !== 'sent') return false;
  const ends = [payment.sent_at && payment.sent_at.getTime() + deadlineMs];
  if (payment.state === 'unknown') ends.push(payment.updated_at.getTime());
  return ends.some((end) => end !== null && askedAt.getTime() >= end + visibilityMs);
}

/** Tells if nobody waits for a charge's answer any more, as after a crash. The charge is then known to be pending. */
export function isAnswerLost(payment: PaymentRow, { askedAt, deadlineMs }: Absence): boolean {
  if (payment.state !== 'sent' || payment.sent_at === null) return false;
  return askedAt.getTime() >= payment.sent_at.getTime() + deadlineMs;
}
