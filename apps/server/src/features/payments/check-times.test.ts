import { expect, test } from 'vitest';
import { mayTurnUp } from './check-times.ts';
import { isUnpaidEnd, nextState, paymentEvents, paymentStates, type PaymentState } from './payment-states.ts';

const states = Object.keys(paymentStates) as PaymentState[];

/** Every way in which an attempt ends unpaid. */
const ends = paymentEvents.flatMap((ended_by) => {
  const reached = new Set(states.map((state) => nextState(state, ended_by)));
  return [...reached].flatMap((state) => (state !== null && isUnpaidEnd(state) ? [{ ended_by, state }] : []));
});

test('[MONEY-6] every end that the provider did not pronounce is looked up again, and these are all', () => {
  const card = { channel: 'Card', error_code: 'ANY' };
  const again = ends
    .filter((end) => mayTurnUp({ ...end, ...card }))
    .map(({ ended_by, state }) => `${ended_by}: ${state}`);
  expect(again).toEqual([
    'pageFailed: declined',
    'notFound: declined',
    'failureReported: declined',
    'cancelled: cancelled',
    'expired: expired',
  ]);
  const final = ends.filter((end) => !mayTurnUp({ ...end, ...card })).map(({ ended_by }) => ended_by);
  expect(final).toEqual(['authenticationFailed', 'declined']);
});

test('[MONEY-6] so are all ends of a page on which customers pay, and of a provider that could not be reached', () => {
  expect(ends.filter((end) => !mayTurnUp({ ...end, channel: 'Redirect', error_code: null }))).toEqual([]);
  const unreached = { channel: 'Card', error_code: 'PROVIDER_UNAVAILABLE' };
  expect(ends.filter((end) => !mayTurnUp({ ...end, ...unreached }))).toEqual([]);
});

test('[MONEY-6] what was paid, or has not ended, is no such end', () => {
  const open = states.filter((state) => !isUnpaidEnd(state));
  expect(open.filter((state) => mayTurnUp({ state, ended_by: null, channel: 'Redirect', error_code: null }))).toEqual(
    [],
  );
});
