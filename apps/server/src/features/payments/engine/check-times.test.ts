import { describe, expect, test } from 'vitest';
import { isUnpaidEnd, nextState, paymentEvents, paymentStates, type PaymentState } from '../payment-states.rules.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { isAnswerLost, isDefinitelyAbsent, lastCheck, mayStillBeCharged, nextCheck } from './check-times.rules.ts';

const states = Object.keys(paymentStates) as PaymentState[];

/** Every way in which an attempt ends unpaid. */
const ends = paymentEvents.flatMap((ended_by) => {
  const reached = new Set(states.map((state) => nextState(state, ended_by)));
  return [...reached].flatMap((state) => (state !== null && isUnpaidEnd(state) ? [{ ended_by, state }] : []));
});

test('[MONEY-6] every end that the provider did not pronounce is looked up again, and these are all', () => {
  const card = { channel: 'Card', error_code: 'ANY' };
  const again = ends
    .filter((end) => mayStillBeCharged({ ...end, ...card }))
    .map(({ ended_by, state }) => `${ended_by}: ${state}`);
  expect(again).toEqual([
    'pageFailed: declined',
    'notFound: declined',
    'closedByOffice: declined',
    'failureReported: declined',
    'cancelled: cancelled',
    'expired: expired',
  ]);
  const final = ends.filter((end) => !mayStillBeCharged({ ...end, ...card })).map(({ ended_by }) => ended_by);
  expect(final).toEqual(['authenticationFailed', 'declined']);
});

test('[MONEY-6] ends of a page on which customers pay, or of a provider out of reach, are looked up again', () => {
  expect(ends.filter((end) => !mayStillBeCharged({ ...end, channel: 'Redirect', error_code: null }))).toEqual([]);
  const unreached = { channel: 'Card', error_code: 'PROVIDER_UNAVAILABLE' };
  expect(ends.filter((end) => !mayStillBeCharged({ ...end, ...unreached }))).toEqual([]);
});

test('[MONEY-6] a paid attempt and one that goes on are no such end', () => {
  const open = states.filter((state) => !isUnpaidEnd(state));
  expect(
    open.filter((state) => mayStillBeCharged({ state, ended_by: null, channel: 'Redirect', error_code: null })),
  ).toEqual([]);
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The time at which the attempts of these tests were made. */
const start = new Date('2026-05-16T09:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);

const attempt = (state: PaymentState, facts: Partial<PaymentRow> = {}) => {
  const times = { created_at: start, updated_at: start, expires_at: after(hour), sent_at: null, transaction_at: null };
  return { state, channel: 'Card', ended_by: null, error_code: null, ...times, ...facts } as PaymentRow;
};

describe('[MONEY-6] an attempt is looked at again', () => {
  const sentLate = { sent_at: after(hour) };
  const paidLate = { transaction_at: after(day) };
  const closedLate = { ended_by: 'closedByOffice', ...sentLate, updated_at: after(30 * day) };

  test.each<[why: string, payment: PaymentRow, age: number, delay: number | null]>([
    ['at once where a paid one is on no order yet', attempt('approved'), day, second],
    ['when its customer’s time is over', attempt('challenge'), 20 * minute, 40 * minute],
    ['soon where that time is over', attempt('created'), 2 * hour, 5 * second],
    ['often while its customer is on a page', attempt('redirected'), minute, 6 * second],
    ['at the end of its time on a page', attempt('agreeing'), hour - 30 * second, 30 * second],
    ['soon where the time on a page is over', attempt('redirected'), 2 * hour, 5 * second],
    ['every two seconds at first', attempt('sent', sentLate), hour + second, 2 * second],
    ['after a tenth of the time since it was sent', attempt('unknown', sentLate), hour + 10 * minute, minute],
    ['every five minutes at most', attempt('pending', sentLate), 3 * hour, 5 * minute],
    ['counted from its beginning where only the provider acted', attempt('held'), 10 * minute, minute],
    ['after six hours, once it was paid', attempt('allocated', paidLate), day + hour, 6 * hour],
    ['after a quarter of the time since it was paid', attempt('disputed', paidLate), 5 * day, day],
    ['every three days at most', attempt('partRefunded'), 100 * day, 3 * day],
    ['until 200 days are over', attempt('refunded'), 200 * day, null],
    ['never, where the office took the money', attempt('allocated', { channel: 'None' }), day, null],
    ['never, where the provider said no', attempt('declined', { ended_by: 'declined', ...sentLate }), 2 * hour, null],
    ['a minute after an end of our own', attempt('cancelled', { ended_by: 'cancelled' }), second, minute],
    ['then ever more rarely', attempt('expired', { ended_by: 'expired' }), hour, 3 * hour],
    ['for three days', attempt('declined', { ended_by: 'notFound', ...sentLate }), hour + 3 * day, null],
    ['for three days from when the office closed it', attempt('declined', closedLate), 30 * day + hour, 3 * hour],
    ['until then', attempt('declined', { ended_by: 'notFound', ...sentLate }), 3 * day, 3 * (3 * day - hour)],
  ])('%s', (_why, payment, age, delay) => {
    expect(nextCheck(payment, after(age))).toEqual(delay === null ? null : after(age + delay));
  });
});

test.each([
  ['after 4, 16, 64 and 256 hours', hour, 256 * hour],
  ['not again where three days are over', 73 * hour, 73 * hour],
])('[RUN-95] the last look at an ended attempt is known: %s', (_when, next, last) => {
  expect(lastCheck(attempt('expired', { ended_by: 'expired' }), after(next))).toEqual(after(last));
});

describe('a look-up that found nothing', () => {
  const charge = { deadlineMs: 30 * second, visibilityMs: 10 * second };
  const sent = { sent_at: start };
  const ended = { ...sent, updated_at: after(5 * second) };

  test.each<[state: PaymentState, facts: Partial<PaymentRow>, lostFrom: number | null, absentFrom: number | null]>([
    // The end of our call is unknown, so the longest possible call counts.
    ['sent', sent, 30 * second, 40 * second],
    // Our call ended after five seconds: nothing is under way any more.
    ['unknown', ended, null, 15 * second],
    // Stored as lost much later, such as by a slow machine. The longest possible call counts.
    ['unknown', { ...sent, updated_at: after(day) }, null, 40 * second],
    // The provider has it. A look-up that can't find it proves nothing.
    ['pending', ended, null, null],
    ['held', ended, null, null],
    ['redirected', { updated_at: start }, null, null],
    // The time since which it may be under way is unknown.
    ['sent', { sent_at: null }, null, null],
  ])('[MONEY-6] of an attempt that is %s, with %j', (state, facts, lostFrom, absentFrom) => {
    const payment = attempt(state, facts);
    const firstMoment = (proves: typeof isAnswerLost) => {
      const moments = [30 * second - 1, 30 * second, 15 * second - 1, 15 * second, 40 * second - 1, 40 * second, day];
      const proving = moments.filter((ms) => proves(payment, { askedAt: after(ms), ...charge }));
      return proving.length === 0 ? null : Math.min(...proving);
    };
    expect(firstMoment(isAnswerLost)).toBe(lostFrom);
    expect(firstMoment(isDefinitelyAbsent)).toBe(absentFrom);
  });
});
